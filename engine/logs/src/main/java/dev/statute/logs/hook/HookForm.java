package dev.statute.logs.hook;

import dev.statute.expr.reading.LenientMap;
import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.CallFields;
import dev.statute.logs.internal.EntryScope;
import dev.statute.logs.internal.FormCatalogue;
import dev.statute.logs.internal.FormDescription.Vocabulary;
import dev.statute.logs.internal.text.JsonValues;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.problem.VisibleText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Form of the payloads of an agent program's hooks, as its description gives it: which hooks there
 * are, what each means, and where the fields of its calls and messages are. Immutable, shared by
 * threads.
 */
public final class HookForm {
  /** Names of the shipped descriptions. */
  private static final List<String> NAMES =
      FormCatalogue.resource("hooks/hooks.txt").lines().toList();

  private static final Map<String, HookForm> SHIPPED = new ConcurrentHashMap<>();

  private final Layout layout;
  private final Vocabulary vocabulary;
  private final Map<String, HookClause> hooks;

  /**
   * Where a payload has what all hooks have in common.
   *
   * @param events names of the fields that hold the name of the hook
   * @param unnamed expressions of the name where no such field is there
   * @param sessions names of the fields that hold the session
   * @param transcripts expressions of the paths of logs
   */
  record Layout(
      String name,
      List<String> events,
      List<ReadingExpression> unnamed,
      List<String> sessions,
      List<ReadingExpression> transcripts) {}

  HookForm(Layout layout, Vocabulary vocabulary, Map<String, HookClause> hooks) {
    this.layout = layout;
    this.vocabulary = vocabulary;
    this.hooks = Map.copyOf(hooks);
  }

  /** Names of the programs whose hooks are described. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Returns a shipped form, which is read when it is asked for first.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static HookForm of(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there are no hooks of '" + name + "'; there are " + String.join(", ", NAMES));
    }
    return SHIPPED.computeIfAbsent(
        name,
        shipped -> {
          String file = shipped + ".hook.yaml";
          return read(new Source(file, FormCatalogue.resource("hooks/" + file))).get();
        });
  }

  /** Reads a description. */
  public static Loaded<HookForm> read(Source source) {
    return HookDescriptionReader.read(source);
  }

  /** Name of the program. */
  public String name() {
    return layout.name();
  }

  /** Returns whether the reply to a hook can hold a text for the model. */
  public boolean isAdvised(String hook) {
    HookClause clause = hooks.get(hook);
    return clause != null && clause.isAdvised();
  }

  /** Returns the name of the form of the reply to a hook. */
  public String reply(String hook) {
    return clause(hook).reply();
  }

  private HookClause clause(String hook) {
    HookClause clause = hooks.get(hook);
    if (clause == null) { // it could be a call that must be judged
      throw new IllegalArgumentException(
          "the hook '" + VisibleText.shorten(hook, 40) + "' is not known");
    }
    return clause;
  }

  /**
   * Returns the meaning of a payload.
   *
   * @throws IllegalArgumentException if it is not a JSON object, names no session or no known hook,
   *     or is of a call and has neither a tool nor arguments
   */
  public HookEvent read(String payload) {
    LenientMap item = HookPayload.parse(payload);
    EntryScope scope = new EntryScope(vocabulary);
    scope.setEntry(item);
    String hook = hookName(item, scope);
    String session =
        HookPayload.value(item, layout.sessions()) instanceof Number number
            ? JsonValues.text(number)
            : HookPayload.text(item, layout.sessions());
    HookClause clause = clause(hook);
    List<String> transcripts =
        layout.transcripts().stream()
            .map(path -> JsonValues.text(path.value(scope, null)))
            .filter(path -> !path.isEmpty())
            .toList();
    return new PayloadReader(clause, scope).read(hook, session, transcripts);
  }

  private String hookName(LenientMap item, EntryScope scope) {
    if (layout.unnamed().isEmpty() || HookPayload.value(item, layout.events()) != null) {
      return HookPayload.text(item, layout.events());
    }
    String derived = PayloadReader.text(layout.unnamed(), scope);
    if (derived.isEmpty()) {
      throw new IllegalArgumentException(
          "the payload has no '"
              + layout.events().get(0)
              + "', and its fields are those of no hook");
    }
    return derived;
  }

  /** Reader of the fields of one payload. Confined to one thread. */
  private static final class PayloadReader {
    private final HookClause clause;
    private final EntryScope scope;

    PayloadReader(HookClause clause, EntryScope scope) {
      this.clause = clause;
      this.scope = scope;
    }

    HookEvent read(String hook, String session, List<String> transcripts) {
      if (!clause.field("when").isEmpty() && !isTrue("when")) {
        return new HookEvent(HookEvent.Kind.OTHER, hook, session, "", Map.of(), transcripts);
      }
      boolean isCall =
          clause.kind() == HookEvent.Kind.CALL || clause.kind() == HookEvent.Kind.PROPOSAL;
      Map<String, Object> fields =
          switch (clause.kind()) {
            case PROPOSAL -> call(hook).map();
            case CALL -> outcome(call(hook)).map();
            case PROMPT -> {
              Map<String, Object> prompt = record("user_message").map();
              prompt.put("text", text("text"));
              yield prompt;
            }
            case MESSAGE ->
                record("message")
                    .with("role", "assistant")
                    .with("text", text("text"))
                    .with("agent", text("agent"))
                    .map();
            case CONDENSATION -> record("condensation").map();
            case END, OTHER -> Map.of();
          };
      HookEvent event =
          new HookEvent(
              clause.kind(), hook, session, isCall ? text("id") : "", fields, transcripts);
      boolean isSilent = clause.kind() == HookEvent.Kind.MESSAGE && text("text").isBlank();
      return isSilent ? event.ignored() : event;
    }

    private static CallFields record(String type) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("type", type);
      return CallFields.begun(fields);
    }

    private CallFields call(String hook) {
      String tool = text("tool");
      Object args = value("args");
      if (tool.isEmpty() && args == null) {
        throw new IllegalArgumentException(
            "the payload of '"
                + VisibleText.shorten(hook, 40)
                + "' has neither a tool nor arguments where this program has them");
      }
      return CallFields.ofPlain(tool, JsonValues.plain(JsonValues.arguments(args)))
          .with("agent", text("agent"));
    }

    /** Adds how a call ended: what is stated of a failure first, then its exit code. */
    private CallFields outcome(CallFields call) {
      boolean denied = isTrue("denied");
      call.with("error_kind", denied ? "denied" : "");
      Object result = value("result");
      Object shown = value("text");
      Boolean stated = StatedResult.success(result);
      Long exit = JsonValues.number(value("exit"));
      if (exit == null) {
        exit = StatedResult.exitCode(result);
      }
      if (!clause.field("error").isEmpty()) {
        call.failure(text("error"));
      } else {
        boolean failed = denied || isTrue("failed") || Boolean.FALSE.equals(stated);
        boolean ok = exit == null && (isTrue("ok") || Boolean.TRUE.equals(stated));
        Boolean success = failed ? Boolean.FALSE : ok ? Boolean.TRUE : null;
        call.result(ResultText.of(shown == null ? result : shown), success, exit);
      }
      return call.took(value("took"));
    }

    private boolean isTrue(String field) {
      return Boolean.TRUE.equals(value(field));
    }

    private @Nullable Object value(String field) {
      for (ReadingExpression each : clause.field(field)) {
        Object value = each.value(scope, null);
        if (value != null) {
          return value;
        }
      }
      return null;
    }

    private String text(String field) {
      return text(clause.field(field), scope);
    }

    /** Returns the first text that is not empty, or empty text. */
    static String text(List<ReadingExpression> expressions, EntryScope scope) {
      for (ReadingExpression each : expressions) {
        String text = JsonValues.text(each.value(scope, null));
        if (!text.isEmpty()) {
          return text;
        }
      }
      return "";
    }
  }
}

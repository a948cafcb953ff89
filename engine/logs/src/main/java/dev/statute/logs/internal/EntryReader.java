package dev.statute.logs.internal;

import dev.statute.expr.reading.GroupPattern;
import dev.statute.expr.reading.LenientMap;
import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.CallFields;
import dev.statute.logs.internal.FormDescription.Clause;
import dev.statute.logs.internal.FormDescription.ClauseKind;
import dev.statute.logs.internal.FormDescription.Condition;
import dev.statute.logs.internal.text.JsonValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the entries of a session by the description of their form: the first clause of each
 * kind that holds takes an entry, or a part of it. Confined to one thread.
 */
final class EntryReader {
  /** Value of an expression that ended in an error. */
  private static final Object FAILED = new Object();

  private static final Set<String> SPEAKERS = Set.of("user", "assistant", "model", "human", "ai");
  private static final List<String> TEXT_FIELDS = List.of("agent", "thought", "file", "command");

  private final FormDescription form;
  private final CallPairing calls;
  private final EntryScope scope;
  private final TextCalls texts;
  private final Set<String> seen = new HashSet<>();

  /** Pieces of a message so far, and of the arguments of the last call. */
  private final StringBuilder pieces = new StringBuilder();

  private final StringBuilder arguments = new StringBuilder();
  private Taken.@Nullable Call last;

  /** Entries that are ignored by their name. */
  private final Set<Object> ignored = Collections.newSetFromMap(new IdentityHashMap<>());

  /** What the clauses took of the current entry, in its order. */
  private final List<Taken> taken = new ArrayList<>();

  EntryReader(FormDescription form, CallPairing calls) {
    this.form = form;
    this.calls = calls;
    scope = new EntryScope(form.vocabulary());
    texts = new TextCalls(form.texts().dialects(), calls);
  }

  private sealed interface Taken {
    /** Begin of further calls that were made in parallel. */
    record Round() implements Taken {}

    record Call(String id, boolean once, boolean hasBatch, CallFields fields) implements Taken {}

    record Result(String id, String tool, Outcome outcome) implements Taken {}

    record Message(String speaker, String agent, String text) implements Taken {}

    record Piece(String text, String arguments) implements Taken {}
  }

  /**
   * How a call ended.
   *
   * @param kind of an error that is no outage, such as {@code denied}; may be empty
   * @param content content that the call left; null = not known
   */
  private record Outcome(
      String text,
      @Nullable Boolean success,
      @Nullable Long exit,
      String kind,
      @Nullable Object content) {
    CallFields of(CallFields call) {
      String hash = content == null ? "" : JsonValues.hash(JsonValues.text(content));
      return call.with("error_kind", kind).with("content_hash", hash).result(text, success, exit);
    }
  }

  /** Returns whether an entry shows the form. */
  boolean shows(@Nullable Object entry) {
    scope.setEntry(entry);
    for (Condition look : form.looks()) {
      if (holdsAnywhere(look, entry)) {
        return true;
      }
    }
    return false;
  }

  private boolean holdsAnywhere(Condition condition, @Nullable Object entry) {
    if (condition.loop().isEmpty()) {
      return condition.when().holds(scope);
    }
    boolean holds = false;
    for (Object part : parts(condition.loop(), entry)) {
      scope.bind(condition.loop(), part);
      holds |= condition.when().holds(scope);
    }
    scope.bind(condition.loop(), null);
    return holds;
  }

  /**
   * Reads an entry.
   *
   * @return whether a clause took it, or it is ignored by its name
   */
  boolean read(int line, @Nullable Object entry) {
    scope.setEntry(entry);
    if (isRepetition(entry)) {
      return true;
    }
    if (holds(form.marks().ignored(), "")) {
      ignored.add(entry == null ? form : entry);
      return true;
    }
    boolean condenses = holds(form.marks().compactions(), "");
    if (condenses) {
      calls.condensation(line);
    }
    taken.clear();
    boolean entryTaken = takeAll("");
    boolean isTaken = entryTaken || condenses;
    for (String loop : form.layout().loops().keySet()) {
      for (Object part : parts(loop, entry)) {
        scope.bind(loop, part);
        isTaken |= takeAll(loop) || holds(form.marks().ignored(), loop);
      }
      scope.bind(loop, null);
    }
    apply(line);
    if (!isTaken && isMessage(entry)) {
      calls.countUnread("message");
    }
    return isTaken;
  }

  /** Tests for a message of a user or agent by the usual names of its fields. */
  private static boolean isMessage(@Nullable Object entry) {
    Object message = EntryPath.find(entry, "message");
    Object holder = message instanceof Map ? message : entry;
    Object role = EntryPath.find(holder, "role");
    boolean spoken =
        SPEAKERS.contains(String.valueOf(role == null ? EntryPath.find(entry, "type") : role));
    Object content = EntryPath.find(holder, "content");
    return spoken && !JsonValues.contentText(content).isBlank();
  }

  /** Number of the calls in an entry; nothing is read. */
  int countCalls(@Nullable Object entry) {
    scope.setEntry(entry);
    taken.clear();
    takeAll("");
    for (String loop : form.layout().loops().keySet()) {
      for (Object part : parts(loop, entry)) {
        scope.bind(loop, part);
        takeAll(loop);
      }
      scope.bind(loop, null);
    }
    return (int) taken.stream().filter(Taken.Call.class::isInstance).count();
  }

  /** Counts the calls and results in a document that was read, but for what is ignored in it. */
  void count(@Nullable Object document) {
    calls.countCalls(document, form.texts().copies(), ignored);
    ignored.clear();
  }

  private boolean isRepetition(@Nullable Object entry) {
    ReadingExpression once = form.marks().once();
    String key = once == null ? "" : JsonValues.text(once.value(scope, null));
    return !key.isEmpty() && !seen.add(key + ' ' + Objects.hashCode(entry));
  }

  private boolean holds(List<Condition> conditions, String loop) {
    for (Condition each : conditions) {
      if (each.loop().equals(loop) && each.when().holds(scope)) {
        return true;
      }
    }
    return false;
  }

  private List<Object> parts(String loop, @Nullable Object entry) {
    return parts(Objects.requireNonNull(form.layout().loops().get(loop)), entry);
  }

  /** Parts of an entry over which a loop goes, in their order. */
  static List<Object> parts(FormDescription.Loop source, @Nullable Object entry) {
    List<Object> parts = new ArrayList<>();
    for (List<String> path : source.paths()) {
      EntryPath.collect(entry, path, 0, parts);
    }
    GroupPattern pattern = source.pattern();
    return pattern == null
        ? parts
        : parts.stream()
            .map(part -> JsonValues.contentText(List.of(part)))
            .<Object>flatMap(text -> pattern.findAll(text).stream())
            .toList();
  }

  private boolean takeAll(String loop) {
    boolean isTaken = holds(form.marks().rounds(), loop);
    if (isTaken) {
      taken.add(new Taken.Round());
    }
    for (ClauseKind kind : ClauseKind.values()) {
      for (Clause clause : form.clauses(kind)) {
        Condition condition = clause.condition();
        if (condition.loop().equals(loop) && condition.when().holds(scope)) {
          taken.add(
              switch (kind) {
                case CALL -> call(clause);
                case RESULT -> result(clause);
                case MESSAGE -> message(clause);
                case PIECE -> new Taken.Piece(text(clause, "text"), text(clause, "args"));
              });
          isTaken = true;
          break;
        }
      }
    }
    return isTaken;
  }

  private @Nullable Object value(Clause clause, String field) {
    ReadingExpression expression = clause.field(field);
    return expression == null ? null : expression.value(scope, null);
  }

  private String text(Clause clause, String field) {
    return JsonValues.text(value(clause, field));
  }

  private Taken call(Clause clause) {
    Object arguments = JsonValues.arguments(value(clause, "args"));
    if (!clause.except().isEmpty() && arguments instanceof LenientMap map) {
      LenientMap less = new LenientMap();
      less.putAll(map);
      less.keySet().removeAll(clause.except());
      arguments = less;
    }
    CallFields fields = CallFields.ofPlain(text(clause, "tool"), JsonValues.plain(arguments));
    for (String field : TEXT_FIELDS) {
      fields.with(field, JsonValues.contentText(value(clause, field)));
    }
    fields.with("action_key", text(clause, "key"));
    fields.with("batch", text(clause, "batch"));
    return new Taken.Call(text(clause, "id"), clause.once(), clause.field("batch") != null, fields);
  }

  private Taken result(Clause clause) {
    Object denied = value(clause, "denied");
    String kind =
        denied instanceof String text ? text : Boolean.TRUE.equals(denied) ? "denied" : "";
    Long exit = JsonValues.number(value(clause, "exit"));
    boolean failed = !kind.isEmpty() || Boolean.TRUE.equals(value(clause, "failed"));
    boolean ok = exit == null && Boolean.TRUE.equals(value(clause, "ok"));
    Boolean success = failed ? Boolean.FALSE : ok ? Boolean.TRUE : null;
    ReadingExpression said = clause.field("text");
    Object output = said == null ? null : said.value(scope, FAILED);
    if (output == FAILED) {
      calls.balance().countLostText();
      output = null;
    }
    return new Taken.Result(
        text(clause, "id"),
        text(clause, "tool"),
        new Outcome(JsonValues.resultText(output), success, exit, kind, value(clause, "content")));
  }

  private Taken message(Clause clause) {
    String speaker = clause.field("by") == null ? "assistant" : text(clause, "by");
    String said = JsonValues.contentText(value(clause, "text"));
    String key = text(clause, "key");
    boolean again = !key.isEmpty() && !seen.add(key + ' ' + said);
    return new Taken.Message(
        again ? "program" : speaker.isEmpty() ? "user" : speaker, text(clause, "agent"), said);
  }

  /** Joins the pieces so far to a message and to the arguments of the last call. */
  private void join(int line) {
    if (pieces.length() > 0) {
      calls.message(line, "assistant", pieces.toString(), "");
      pieces.setLength(0);
    }
    Taken.Call call = last;
    if (call != null && arguments.length() > 0) {
      Object joined = JsonValues.plain(JsonValues.arguments(arguments.toString()));
      CallFields whole =
          CallFields.ofPlain(String.valueOf(call.fields().map().get("tool")), joined);
      whole.map().forEach((name, value) -> calls.setField(call.id(), name, value));
    }
    arguments.setLength(0);
  }

  private void apply(int line) {
    if (!taken.isEmpty() && !(taken.get(0) instanceof Taken.Piece)) {
      join(line);
    }
    boolean answers =
        taken.stream().anyMatch(Taken.Result.class::isInstance)
            && taken.stream().noneMatch(Taken.Call.class::isInstance);
    String batch = "";
    int round = 0;
    int unnamed = 0; // calls of this entry without an id, which its next result ends
    for (int i = 0; i < taken.size(); i++) {
      Taken each = taken.get(i);
      if (i == 0 || endsRound(taken.get(i - 1)) || each instanceof Taken.Round) {
        round++;
        batch = callsOfRound(i) > 1 ? "line " + line + (round > 1 ? " " + round : "") : "";
      }
      if (each instanceof Taken.Call call) {
        if (!call.hasBatch()) {
          call.fields().with("batch", batch);
        }
        if (form.layout().hasResults()) {
          calls.begin(line, call.id(), call.fields(), call.once());
        } else {
          calls.addAlone(line, call.id(), call.fields());
        }
        last = call;
        unnamed += call.id().isEmpty() ? 1 : 0;
      } else if (each instanceof Taken.Result result) {
        String id = result.id();
        if (id.isEmpty() && unnamed > 0) {
          unnamed--;
          calls.endNewest(line, result.outcome()::of);
        } else if (id.isEmpty()) {
          calls.endOldest(line, result.tool(), result.outcome()::of);
        } else {
          calls.end(line, id, result.tool(), result.outcome()::of);
        }
      } else if (each instanceof Taken.Piece piece) {
        pieces.append(piece.text());
        arguments.append(piece.arguments());
      } else if (each instanceof Taken.Message message && !message.speaker().equals("program")) {
        boolean byUser = message.speaker().equals("user");
        boolean byTool = message.speaker().equals("tool");
        boolean isRead = byUser && answers;
        if (byUser || byTool) {
          isRead = isRead || texts.answer(line, message.text());
        }
        if (!isRead && !byTool) {
          calls.message(line, message.speaker(), message.text(), message.agent());
        }
        if (!byUser && !byTool) {
          texts.say(line, message.text());
        }
      }
    }
  }

  /** Ends the session: what came in pieces is complete. */
  void finish(int line) {
    join(line);
  }

  private int callsOfRound(int from) {
    int count = 0;
    for (int i = from; i < taken.size(); i++) {
      if (i > from && (taken.get(i) instanceof Taken.Round || endsRound(taken.get(i - 1)))) {
        break;
      }
      count += taken.get(i) instanceof Taken.Call ? 1 : 0;
    }
    return count;
  }

  /**
   * Tests for a result between calls, which were not made in parallel then unless the form says.
   */
  private boolean endsRound(Taken before) {
    return before instanceof Taken.Result && form.marks().rounds().isEmpty();
  }
}

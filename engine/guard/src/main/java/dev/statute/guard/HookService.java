package dev.statute.guard;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.statute.guard.internal.adapter.ClaudeCodeAdapter;
import dev.statute.guard.internal.adapter.CodexAdapter;
import dev.statute.guard.internal.adapter.CopilotAdapter;
import dev.statute.guard.internal.adapter.CursorAdapter;
import dev.statute.guard.internal.adapter.GeminiAdapter;
import dev.statute.guard.internal.adapter.HookAdapter;
import dev.statute.guard.internal.adapter.HookEvent;
import dev.statute.guard.internal.adapter.HookEvent.Kind;
import dev.statute.guard.internal.adapter.HookPayload;
import dev.statute.guard.internal.adapter.HookVerdict;
import dev.statute.guard.internal.adapter.OpenCodeAdapter;
import dev.statute.guard.internal.adapter.OpenHandsAdapter;
import dev.statute.guard.internal.session.GuardedSession;
import dev.statute.guard.internal.session.GuardedSessions;
import dev.statute.json.JsonText;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.Listener;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.ReportedFinding;
import dev.statute.step.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers of supervised sessions to the hooks of agent programs. Each session is one instance
 * {@code vendor:session} of a chart such as {@code supervised}: before a call it gets the event
 * {@code propose}, after it a record; what it denies is vetoed and recorded as evidence, and what
 * it emits as {@code hint} or {@code recover} is told to the model. Thread-safe.
 */
public final class HookService {
  /** State of a chart whose agent was halted and can be taken up again. */
  private static final String HALTED = "halted";

  private static final Map<String, HookAdapter> ADAPTERS =
      Stream.of(
              new ClaudeCodeAdapter(),
              new CodexAdapter(),
              new GeminiAdapter(),
              new OpenCodeAdapter(),
              new CopilotAdapter(),
              new CursorAdapter(),
              new OpenHandsAdapter())
          .collect(toMap(HookAdapter::vendor, each -> each, (a, b) -> a, LinkedHashMap::new));

  private final GuardedSessions sessions =
      new GuardedSessions(vendors(), (instance, session, emitted) -> {});
  private volatile @Nullable Engine engine;

  private HookService() {}

  /** Creates a service for the engine that the builder is going to build. */
  public static HookService on(EngineBuilder builder) {
    HookService service = new HookService();
    builder.listener(service.sessions).onBuilt(engine -> service.engine = engine);
    return service;
  }

  /**
   * Creates a listener of the engine that passes on the halts of supervised sessions, each on the
   * thread of its instance and before the hook that led to it is answered.
   */
  public static Listener haltListener(Consumer<? super AgentHalt> consumer) {
    return new GuardedSessions(
        vendors(),
        (instance, session, emitted) -> consumer.accept(halted(instance, session, emitted)));
  }

  /** Names of the supported agent programs. */
  public static Set<String> vendors() {
    return ADAPTERS.keySet();
  }

  /**
   * Handles a payload of a hook and completes with the body of the reply, which is empty if there
   * is nothing to say. Fails with a {@link HookException} if the call could not be judged.
   *
   * @param chart name of the chart of a new session
   * @throws IllegalArgumentException if the vendor is unknown or the payload cannot be read
   */
  public CompletableFuture<String> answer(String chart, String vendor, String payload) {
    HookAdapter adapter = ADAPTERS.get(vendor);
    if (adapter == null) {
      throw new IllegalArgumentException(
          "there are no hooks of '" + vendor + "'; there are " + String.join(", ", vendors()));
    }
    HookEvent event = adapter.read(HookPayload.parse(payload));
    String instance = vendor + ":" + event.session();
    GuardedSession session = sessions.session(instance);
    return handle(chart, instance, session, event)
        .thenApply(veto -> reply(adapter, event, instance, session, veto));
  }

  /** Handles an event and completes with the veto, if any. */
  private CompletableFuture<@Nullable String> handle(
      String chart, String instance, GuardedSession session, HookEvent event) {
    return switch (event.kind()) {
      case PROPOSAL -> propose(chart, instance, session, event);
      case CALL ->
          session.isRefused(event.call(), event.fields())
              ? CompletableFuture.completedFuture(null)
              : report(chart, instance, advised(session, event.fields()));
      case MESSAGE, CONDENSATION -> report(chart, instance, event.fields());
      case PROMPT -> prompt(chart, instance, event.fields());
      case END -> end(instance);
      case START, OTHER -> CompletableFuture.completedFuture(null);
    };
  }

  /** Returns a call, marked if the model made it before it was told all that there is to tell. */
  private static Map<String, Object> advised(GuardedSession session, Map<String, Object> call) {
    if (!session.hasTexts()) {
      return call;
    }
    Map<String, Object> marked = new LinkedHashMap<>(call);
    marked.put("advised", false);
    return marked;
  }

  private CompletableFuture<@Nullable String> propose(
      String chart, String instance, GuardedSession session, HookEvent event) {
    Map<String, Object> call = new LinkedHashMap<>(event.fields());
    call.remove("type");
    return engine()
        .sendOrSpawn(instance, chart, new Input.Event("propose", call))
        .thenCompose(
            outcome -> {
              String refusal = refusal(outcome);
              return refusal == null
                  ? CompletableFuture.<@Nullable String>completedFuture(null)
                  : refuse(instance, session, event, refusal);
            });
  }

  /** Returns the reason of a refusal, or null if the proposal was accepted. */
  private static @Nullable String refusal(Outcome outcome) {
    if (outcome instanceof Outcome.Denied || outcome instanceof Outcome.Blocked) {
      return Objects.requireNonNullElse(outcome.message(), outcome.kind());
    }
    if (outcome instanceof Outcome.Deferred deferred) {
      return "it can be made in " + String.join(" or ", deferred.until()) + " only";
    }
    requireHandled(outcome);
    return null;
  }

  /** Records a refused proposal as evidence. */
  private CompletableFuture<@Nullable String> refuse(
      String instance, GuardedSession session, HookEvent event, String refusal) {
    Map<String, Object> record = new LinkedHashMap<>(event.fields());
    record.put("success", false);
    record.put("error", refusal);
    record.put("error_kind", "veto");
    return engine()
        .instance(instance)
        .record(record)
        .thenApply(
            outcome -> {
              requireHandled(outcome);
              String veto = vetoText(instance, session, record, refusal);
              session.addRefusal(event.call(), veto);
              return veto;
            });
  }

  private String vetoText(
      String instance, GuardedSession session, Map<String, Object> record, String refusal) {
    String halt = halt(instance, session);
    if (halt != null) {
      return GuardedSession.PREFIX
          + "the agent was halted, and no further call is made: "
          + halt
          + ". End your turn.";
    }
    String reason = session.lastReason();
    return GuardedSession.PREFIX
        + "this call of '"
        + record.get("tool")
        + "' was refused and not made: "
        + refusal
        + (reason == null || refusal.contains(reason) ? "." : " (" + reason + ").");
  }

  private CompletableFuture<@Nullable String> report(
      String chart, String instance, Map<String, Object> record) {
    InstanceHandle handle = engine().instance(instance);
    Input.Report report = new Input.Report(record);
    return handle
        .send(report)
        .thenCompose(
            outcome ->
                "no-instance".equals(outcome.code())
                    ? engine().sendOrSpawn(instance, chart, report)
                    : CompletableFuture.completedFuture(outcome))
        .thenApply(
            outcome -> {
              if (!"finished".equals(outcome.code())) { // a late report of a session that ended
                requireHandled(outcome);
              }
              return null;
            });
  }

  /** Records a message of the user, who takes up a halted agent with it. */
  private CompletableFuture<@Nullable String> prompt(
      String chart, String instance, Map<String, Object> record) {
    CompletableFuture<?> resumed =
        haltedSnapshot(instance) != null
            ? engine().instance(instance).send("resume")
            : CompletableFuture.completedFuture(null);
    return resumed
        .thenCompose(done -> engine().sendOrSpawn(instance, chart, new Input.Report(record)))
        .thenApply(
            outcome -> {
              requireHandled(outcome);
              return null;
            });
  }

  private CompletableFuture<@Nullable String> end(String instance) {
    return engine().instance(instance).send("close").thenApply(outcome -> null);
  }

  /**
   * Checks that an input was judged.
   *
   * @throws HookException if it was not
   */
  private static void requireHandled(Outcome outcome) {
    if (outcome instanceof Outcome.Failed || outcome instanceof Outcome.Rejected) {
      throw new HookException(
          Objects.requireNonNullElse(outcome.code(), outcome.kind()),
          Objects.requireNonNullElse(outcome.message(), "the chart did not handle the event"));
    }
  }

  private String reply(
      HookAdapter adapter,
      HookEvent event,
      String instance,
      GuardedSession session,
      @Nullable String veto) {
    boolean ending = event.kind() == Kind.PROPOSAL || event.kind() == Kind.CALL;
    String halt = ending ? halt(instance, session) : null;
    List<String> advice = List.of();
    String full = veto;
    if (veto != null && halt == null) {
      full = Stream.concat(Stream.of(veto), session.takeTexts().stream()).collect(joining("\n"));
    } else if (adapter.advised().contains(event.name())) {
      advice = session.takeTexts();
    }
    HookVerdict verdict =
        new HookVerdict(full, advice, halt == null ? null : GuardedSession.PREFIX + halt);
    Map<String, Object> reply = adapter.reply(event, verdict);
    return reply.isEmpty() ? "" : JsonText.write(reply);
  }

  /**
   * Returns the reason of a session's halt, or null. After a restart it is that of the stored
   * instance, which is not kept in the session, as another process may resume it.
   */
  private @Nullable String halt(String instance, GuardedSession session) {
    String known = session.halted();
    if (known != null) {
      return known;
    }
    Snapshot snapshot = haltedSnapshot(instance);
    if (snapshot == null) {
      return null;
    }
    return snapshot.data().get("reason") instanceof String reason && !reason.isBlank()
        ? reason
        : "the chart halted it";
  }

  /** Returns the snapshot of an instance that is halted, or null. */
  private @Nullable Snapshot haltedSnapshot(String instance) {
    Snapshot snapshot = engine().instance(instance).snapshot();
    return snapshot != null && snapshot.configuration().contains(HALTED) ? snapshot : null;
  }

  private static AgentHalt halted(String instance, GuardedSession session, Map<String, ?> emitted) {
    String rule =
        emitted.get("finding") instanceof Map<?, ?> finding
                && finding.get("rule") instanceof String name
            ? name
            : "";
    ReportedFinding finding = session.finding(rule);
    long code = emitted.get("exit_code") instanceof Number number ? number.longValue() : 1;
    return new AgentHalt(
        instance,
        String.valueOf(emitted.get("reason")),
        rule,
        finding == null ? null : finding.place(),
        code >= 1 && code <= 255 ? (int) code : 1);
  }

  private Engine engine() {
    Engine built = engine;
    if (built == null) {
      throw new IllegalStateException("the engine is not built yet");
    }
    return built;
  }
}

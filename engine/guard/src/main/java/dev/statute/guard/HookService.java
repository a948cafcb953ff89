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
import dev.statute.guard.internal.session.HaltedStates;
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
  private final HaltedStates haltedStates = new HaltedStates();
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
      case CALL -> call(chart, instance, session, event);
      case MESSAGE, CONDENSATION -> {
        session.openCalls().endRound();
        yield report(chart, instance, event.fields());
      }
      case PROMPT -> prompt(chart, instance, event.fields());
      case END -> end(instance);
      case START, OTHER -> CompletableFuture.completedFuture(null);
    };
  }

  /**
   * Records a call that was made. It is marked if the model made it before it was told all that
   * there is to tell, and if others were made in parallel.
   */
  private CompletableFuture<@Nullable String> call(
      String chart, String instance, GuardedSession session, HookEvent event) {
    if (session.isRefused(event.call(), event.fields())) {
      return CompletableFuture.completedFuture(null);
    }
    Map<String, Object> record = new LinkedHashMap<>(event.fields());
    String batch = session.openCalls().remove(event.call(), record);
    if (batch != null) {
      record.put("batch", batch);
    }
    if (session.hasTexts()) {
      record.put("advised", false);
    }
    return report(chart, instance, record);
  }

  private CompletableFuture<@Nullable String> propose(
      String chart, String instance, GuardedSession session, HookEvent event) {
    Snapshot before = engine().instance(instance).snapshot();
    String ended = haltedStates.reason(before);
    if (before != null && before.isDone() && ended != null) { // a new life would make the call
      return CompletableFuture.completedFuture(haltText(ended));
    }
    Map<String, Object> call = new LinkedHashMap<>(event.fields());
    call.remove("type");
    return engine()
        .sendOrSpawn(instance, chart, new Input.Event("propose", call))
        .thenCompose(
            outcome -> {
              String refused = refusal(outcome);
              String refusal = refused == null ? halt(instance, session) : refused;
              if (refusal != null) {
                return refuse(instance, session, event, refusal);
              }
              session.openCalls().add(event.call(), event.fields());
              return CompletableFuture.<@Nullable String>completedFuture(null);
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
    session.openCalls().endRound();
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
      return haltText(halt);
    }
    String reason = session.lastReason();
    return GuardedSession.PREFIX
        + "this call of '"
        + record.get("tool")
        + "' was refused and not made: "
        + refusal
        + (reason == null || refusal.contains(reason) ? "." : " (" + reason + ").");
  }

  private static String haltText(String reason) {
    return GuardedSession.PREFIX
        + "the agent was halted, and no further call is made: "
        + reason
        + ". End your turn.";
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

  /**
   * Records a message of the user, who takes up a halted agent with it, and begins a session anew
   * that ended.
   */
  private CompletableFuture<@Nullable String> prompt(
      String chart, String instance, Map<String, Object> record) {
    Snapshot before = engine().instance(instance).snapshot();
    CompletableFuture<?> resumed =
        before != null && before.isDone()
            ? engine().spawn(instance, chart)
            : haltedStates.reason(before) != null
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
    return known == null ? storedHalt(instance) : known;
  }

  private @Nullable String storedHalt(String instance) {
    return haltedStates.reason(engine().instance(instance).snapshot());
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

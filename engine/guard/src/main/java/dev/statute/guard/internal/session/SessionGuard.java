package dev.statute.guard.internal.session;

import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.InstanceHandle;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.MemoryStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guard of tool calls, common to hooks and to agents in this process: proposals become the event
 * {@code propose}, results become records, and what a chart denies is refused and recorded as
 * evidence. Each future fails with an {@link UnjudgedException} if the engine did not judge the
 * input. Thread-safe.
 */
public final class SessionGuard {
  private static final Logger LOG = LoggerFactory.getLogger(SessionGuard.class);

  private final GuardedSessions sessions;
  private volatile @Nullable Engine engine;

  /** Creates a guard of these sessions. */
  public SessionGuard(GuardedSessions sessions) {
    this.sessions = sessions;
  }

  /** Makes the engine that the builder is going to build the one that judges. */
  public void attach(EngineBuilder builder) {
    builder.listener(sessions).onBuilt(built -> engine = built);
  }

  /** Returns the state of the session of an instance. */
  public GuardedSession session(String instance) {
    return sessions.session(instance);
  }

  /** Creates a report with an id of its own, by which a repeated one is recorded once. */
  public static Input.Report newReport(Map<String, ?> fields) {
    return new Input.Report(RecordSize.cut(fields), UUID.randomUUID().toString());
  }

  /**
   * Proposes a call and completes with the reason why it must not be made, or null if it may.
   *
   * @param chart name of the chart of a new session
   * @param call caller's id of the call; empty if it has none
   * @param given record of the call, without a result
   */
  public CompletableFuture<@Nullable String> propose(
      String chart, String instance, String call, Map<String, Object> given) {
    Map<String, Object> fields = RecordSize.cut(given);
    Snapshot before = engine().instance(instance).snapshot();
    String ended = HaltedStates.reason(before);
    if (before != null && before.isDone() && ended != null) { // a new life would make the call
      return CompletableFuture.completedFuture(haltText(ended));
    }
    Map<String, Object> proposal = new LinkedHashMap<>(fields);
    proposal.remove("type");
    return engine()
        .sendOrSpawn(instance, chart, new Input.Event("propose", proposal))
        .thenCompose(
            outcome -> {
              String aside = aside(outcome);
              if (aside != null) { // by a person, and no evidence can be recorded
                return CompletableFuture.<@Nullable String>completedFuture(
                    refusalText(fields, aside)
                        + ". A person must take it up again. End your turn.");
              }
              String refused = refusal(outcome);
              String refusal = refused == null ? halt(instance) : refused;
              if (refusal != null) {
                return refuse(instance, fields, refusal);
              }
              session(instance).openCalls().add(call, fields);
              session(instance).refusedCalls().remove(call, fields);
              return CompletableFuture.<@Nullable String>completedFuture(null);
            });
  }

  /** Returns why an instance is set aside, which is a decision and no fault; null if it is not. */
  private static @Nullable String aside(Outcome outcome) {
    return UnjudgedException.ASIDE.equals(outcome.code())
        ? Objects.requireNonNullElse(outcome.message(), "the session is set aside")
        : null;
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
      String instance, Map<String, Object> fields, String refusal) {
    Map<String, Object> record = new LinkedHashMap<>(fields);
    record.put("success", false);
    record.put("error", refusal);
    record.put("error_kind", "veto");
    session(instance).openCalls().endRound();
    return engine()
        .instance(instance)
        .record(record)
        .thenApply(
            outcome -> {
              requireHandled(outcome);
              return vetoText(instance, session(instance), record, refusal);
            });
  }

  private String vetoText(
      String instance, GuardedSession session, Map<String, Object> record, String refusal) {
    String halt = halt(instance);
    if (halt != null) {
      return haltText(halt);
    }
    String reason = session.lastReason();
    return refusalText(record, refusal)
        + (reason == null || refusal.contains(reason) ? "." : " (" + reason + ").");
  }

  private static String refusalText(Map<String, ?> call, String refusal) {
    return GuardedSession.PREFIX
        + "this call of '"
        + call.get("tool")
        + "' was refused and not made: "
        + refusal;
  }

  private static String haltText(String reason) {
    return GuardedSession.PREFIX
        + "the agent was halted, and no further call is made: "
        + reason
        + ". End your turn.";
  }

  /**
   * Records a call that was made. It is marked if the model made it before it was told all that
   * there is to tell, and if others were made in parallel.
   *
   * @param call caller's id of the call; empty if it has none
   * @param report record of the call; its {@code batch}, if any, names its round
   */
  public CompletableFuture<@Nullable Void> reportCall(
      String chart, String instance, String call, Input.Report report) {
    GuardedSession session = session(instance);
    Map<String, Object> record = new LinkedHashMap<>(report.fields());
    String batch = session.openCalls().remove(call, record);
    if (batch != null) {
      record.putIfAbsent("batch", batch);
    }
    if (!session.isTold(record.get("batch"))) {
      record.put("advised", false);
    }
    return send(chart, instance, new Input.Report(record, report.id()));
  }

  /** Records a message, or anything else but a call, which ends a round of parallel calls. */
  public CompletableFuture<@Nullable Void> report(
      String chart, String instance, Input.Report report) {
    session(instance).openCalls().endRound();
    return send(chart, instance, report);
  }

  /**
   * Records in order what could not be recorded before. A record that fails again stays the oldest,
   * unless it is refused for what it says, or fails by a fault of the engine for the third time: it
   * would fail each time, and all calls with it. Of an instance that is set aside, records wait
   * until it is not.
   */
  public CompletableFuture<@Nullable Void> recordLate(String chart, String instance) {
    GuardedSession session = session(instance);
    Input.Report late = session.takeUnrecorded();
    CompletableFuture<@Nullable Void> none = CompletableFuture.completedFuture(null);
    return late == null
        ? none
        : none.thenCompose(nothing -> report(chart, instance, late))
            .exceptionally(
                error -> {
                  Throwable cause = cause(error);
                  if (!(cause instanceof UnjudgedException refused)
                      || (refused.isTransient()
                          && !(refused.isFault() && session.isTriedOut(late)))) {
                    session.returnUnrecorded(late);
                    throw new CompletionException(cause);
                  }
                  LOG.warn("a late record of {} is dropped: {}", instance, refused.getMessage());
                  return null;
                })
            .thenCompose(done -> recordLate(chart, instance))
            .exceptionally(
                error -> {
                  if (cause(error) instanceof UnjudgedException unjudged && unjudged.isAside()) {
                    return null;
                  }
                  throw new CompletionException(cause(error));
                });
  }

  /** Returns what a stage failed with, without the wrapper of later stages. */
  public static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  /** Sends a record; a late one of a session that ended has no effect. */
  private CompletableFuture<@Nullable Void> send(
      String chart, String instance, Input.Report report) {
    InstanceHandle handle = engine().instance(instance);
    return handle
        .send(report)
        .thenCompose(
            outcome ->
                wasRejectedBefore(outcome)
                    ? handle.send(newReport(report.fields()))
                    : CompletableFuture.completedFuture(outcome))
        .thenCompose(
            outcome ->
                "no-instance".equals(outcome.code())
                    ? engine().sendOrSpawn(instance, chart, report)
                    : CompletableFuture.completedFuture(outcome))
        .thenAccept(
            outcome -> {
              if (!"finished".equals(outcome.code())) {
                requireHandled(outcome);
              }
            });
  }

  /** Tests for a record that was refused in an inbox, which remembers its id. */
  private static boolean wasRejectedBefore(Outcome outcome) {
    return outcome instanceof Outcome.Duplicate duplicate && duplicate.outcome().equals("rejected");
  }

  /**
   * Records a message of the user, who takes up a halted agent with it, and begins a session anew
   * that ended.
   */
  public CompletableFuture<@Nullable Void> prompt(
      String chart, String instance, Input.Report report) {
    session(instance).forgetTold();
    Snapshot before = engine().instance(instance).snapshot();
    CompletableFuture<?> resumed =
        before != null && before.isDone()
            ? engine().spawn(instance, chart)
            : HaltedStates.reason(before) != null
                ? engine().instance(instance).send("resume")
                : CompletableFuture.completedFuture(null);
    return resumed
        .thenCompose(done -> engine().sendOrSpawn(instance, chart, report))
        .thenAccept(SessionGuard::requireHandled);
  }

  /** Ends a session, if there is one, and its chart has an end. */
  public CompletableFuture<@Nullable Void> end(String instance) {
    return engine()
        .instance(instance)
        .send("close")
        .thenAccept(
            outcome -> {
              if (outcome instanceof Outcome.Failed) {
                requireHandled(outcome);
              }
            });
  }

  /**
   * Ends a session that is unused for long, unless it is halted, and removes it from an engine that
   * has no other store than its memory.
   */
  public CompletableFuture<?> drop(String instance) {
    Engine by = engine();
    CompletableFuture<?> ended =
        HaltedStates.reason(by.instance(instance).snapshot()) == null
            ? end(instance)
            : CompletableFuture.completedFuture(null);
    return by.store() instanceof MemoryStore
        ? ended.thenCompose(done -> by.forget(instance))
        : ended;
  }

  /**
   * Checks that an input was judged.
   *
   * @throws UnjudgedException if it was not
   */
  private static void requireHandled(Outcome outcome) {
    if (outcome instanceof Outcome.Failed || outcome instanceof Outcome.Rejected) {
      throw new UnjudgedException(
          Objects.requireNonNullElse(outcome.code(), outcome.kind()),
          Objects.requireNonNullElse(outcome.message(), "the chart did not handle the event"));
    }
  }

  /**
   * Returns the reason of a session's halt, or null. After a restart it is that of the stored
   * instance, which is not kept in the session, as another process may resume it.
   */
  public @Nullable String halt(String instance) {
    String known = session(instance).halted();
    return known == null ? HaltedStates.reason(engine().instance(instance).snapshot()) : known;
  }

  private Engine engine() {
    Engine built = engine;
    if (built == null) {
      throw new UnjudgedException("stopped", "the engine is not built yet");
    }
    return built;
  }
}

package dev.statute.guard.internal.session;

import dev.statute.collection.BoundedMap;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.runtime.Listener;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sessions by the id of their instance, at most {@value #MAX}; beyond that the one unused longest
 * is dropped. As a listener of the engine it collects what charts emit for the agents. Thread-safe.
 */
public final class GuardedSessions implements Listener {
  /** Maximum number of sessions. */
  public static final int MAX = 20_000;

  private final Set<String> vendors;
  private final HaltListener haltListener;
  private final Map<String, GuardedSession> sessions = BoundedMap.ofRecentlyUsed(MAX);

  /** Receiver of halts. */
  public interface HaltListener {
    /**
     * Receives a halt, on the thread of the instance and before the hook is answered.
     *
     * @param emitted data of the chart's event {@code halted}
     */
    void onHalted(String instance, GuardedSession session, Map<String, ?> emitted);
  }

  /**
   * Creates an empty set.
   *
   * @param vendors beginnings of the ids of supervised instances, before the colon
   */
  public GuardedSessions(Set<String> vendors, HaltListener haltListener) {
    this.vendors = vendors;
    this.haltListener = haltListener;
  }

  /** Returns a session, a new one if it is unknown. */
  public GuardedSession session(String instance) {
    synchronized (sessions) {
      return sessions.computeIfAbsent(instance, id -> new GuardedSession());
    }
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    if (vendors.contains(instance.substring(0, Math.max(0, instance.indexOf(':'))))) {
      steps.forEach(step -> collect(instance, step));
    }
  }

  private void collect(String instance, Step step) {
    List<ReportedFinding> findings = step.outcome().trace().findings();
    List<Effect> effects = step.outcome().trace().effects();
    boolean resumed = isResumption(step);
    if (findings.isEmpty() && effects.isEmpty() && !resumed) {
      return;
    }
    GuardedSession session = session(instance);
    findings.forEach(session::addFinding);
    if (resumed) {
      session.resume();
    }
    for (Effect effect : effects) {
      if (effect instanceof Effect.Emit emit) {
        collect(instance, session, emit);
      }
    }
  }

  private static boolean isResumption(Step step) {
    return step.outcome() instanceof Outcome.Taken
        && step.cause() instanceof Cause.External given
        && given.input() instanceof Input.Event event
        && (event.name().equals("resume") || event.name().equals("answer"));
  }

  private void collect(String instance, GuardedSession session, Effect.Emit emit) {
    switch (emit.type()) {
      case "hint", "recover", "advice" -> {
        if (emit.data().get("text") instanceof String text && !text.isBlank()) {
          session.addText(text);
        }
      }
      case "halted" -> {
        session.halt(emit.data());
        haltListener.onHalted(instance, session, emit.data());
      }
      default -> {}
    }
  }

  @Override
  public void onFinished(String instance, Snapshot snapshot) {
    synchronized (sessions) {
      sessions.remove(instance);
    }
  }
}

package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Place;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.StateSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Macrostep of the SCXML algorithm: microsteps until no eventless transition is enabled and the
 * internal queue is empty; then the invocations of entered states start. At the end of the
 * instance, {@code exitInterpreter}.
 */
public final class MacrostepAlgorithm {
  /** Maximum number of microsteps in one step; more indicate an endless loop. */
  private static final int MAX_MICROSTEPS = 1_000;

  private final StepTransaction transaction;
  private final CompiledChart model;
  private int microsteps;
  private @Nullable String moveReason;
  private @Nullable String ignoredReason;
  private boolean hasTransitioned;

  public MacrostepAlgorithm(StepTransaction step) {
    this.transaction = step;
    model = step.model();
  }

  /** Sets the reason given with a move, used if the transition has none itself. */
  public void moveReason(@Nullable String given) {
    moveReason = given;
  }

  /** Returns whether some transition was taken. */
  public boolean hasTransitioned() {
    return hasTransitioned;
  }

  /** Returns the reason why a rule had a transition ignored, or null. */
  @Nullable
  public String ignoredReason() {
    return ignoredReason;
  }

  /** Takes the selected transitions, runs until the instance is stable, and returns the outcome. */
  public static Outcome execute(StepTransaction step, TransitionSelection selection) {
    MacrostepAlgorithm macrostep = new MacrostepAlgorithm(step);
    macrostep.microstep(selection);
    macrostep.run();
    return macrostep.outcome(selection);
  }

  /** Judges and takes the selected transitions; returns whether any was taken. */
  public boolean microstep(TransitionSelection selection) {
    for (EnabledTransition lost : selection.preempted()) {
      transaction.trace().preempted.add(PolicyEvaluation.takenTransition(transaction, lost, null));
    }
    return microstep(selection.enabled());
  }

  /**
   * Judges and takes transitions that were not selected by a signal; returns whether any was taken.
   */
  public boolean microstep(List<EnabledTransition> enabled) {
    List<EnabledTransition> passed = enabled;
    if (requiresPolicy(enabled)) {
      PolicyEvaluation judgement = PolicyEvaluation.of(transaction, enabled);
      ignoredReason = judgement.ignoredReason() == null ? ignoredReason : judgement.ignoredReason();
      passed = ConflictResolution.removeConflicts(model, judgement.permitted(), new ArrayList<>());
    }
    if (passed.isEmpty()) {
      return false;
    }
    if (++microsteps > MAX_MICROSTEPS) {
      Place place = passed.get(0).transition().place();
      throw transaction.failure(
          "livelock",
          "more than " + MAX_MICROSTEPS + " microsteps: these transitions never rest",
          place);
    }
    transaction.budget().checkWork(passed.get(0).transition().place());
    MicrostepAlgorithm.execute(transaction, passed, moveReason);
    hasTransitioned = true;
    return true;
  }

  private boolean requiresPolicy(List<EnabledTransition> enabled) {
    return !enabled.isEmpty()
        && !(transaction.currentEvent().vetoExempt()
            && enabled.get(0).transition().kind() == CompiledTransition.Kind.EVENT)
        && (transaction.context().policy() != Policy.NONE || !enabled.get(0).listed());
  }

  /** Runs until the instance is stable or ends. */
  public void run() {
    do {
      runUntilStable();
      if (!transaction.configuration().isDone()) {
        InvocationEffects.start(transaction);
      }
    } while (!transaction.queue().isEmpty() && !transaction.configuration().isDone());
    transaction.budget().checkWork(null);
    if (!hasTransitioned) {
      transaction.timers().disarmInactive();
    }
    if (hasTransitioned || transaction.base().sequence() == 0) {
      checkRequirements(transaction);
    }
    if (transaction.configuration().isDone()) {
      exitInterpreter();
    }
  }

  /** Returns the outcome of the event for which these transitions were selected. */
  public Outcome outcome(TransitionSelection selection) {
    if (hasTransitioned) {
      return taken();
    }
    List<String> configuration = transaction.configuration().atomicIds();
    Trace trace = transaction.trace().build();
    return selection.isBlocked()
        ? new Outcome.Blocked(configuration, selection.blockedCandidates(), trace)
        : new Outcome.Ignored(
            configuration, transaction.configuration().acceptedEvents(model), ignoredReason, trace);
  }

  /** Returns the outcome of a step that took transitions, or whose timer did its work. */
  public Outcome taken() {
    return new Outcome.Taken(
        transaction.base().configuration(),
        transaction.configuration().atomicIds(),
        transaction.trace().build());
  }

  private void runUntilStable() {
    while (!transaction.configuration().isDone()) {
      if (runEventless()) {
        continue;
      }
      InternalEvent raised = transaction.queue().poll();
      if (raised == null) {
        return;
      }
      runInternal(raised);
    }
  }

  private boolean runEventless() {
    if (!transaction.configuration().hasEventless()) {
      return false;
    }
    TransitionSelection selection = TransitionSelection.eventless(transaction);
    return !selection.enabled().isEmpty() && microstep(selection);
  }

  private void runInternal(InternalEvent raised) {
    transaction.currentEvent(
        new CurrentEvent(
            raised.name(),
            model.eventIds().event(raised.name()),
            raised.data(),
            CurrentEvent.Kind.INTERNAL,
            false,
            raised.raisedByAction(),
            raised.sender()));
    TransitionSelection selection = TransitionSelection.of(transaction, false);
    if (raised.severity() != InternalEvent.Severity.EVENT
        && model.rollsBack()
        && !isHandled(selection, raised)) {
      if (raised.mustBeHandled()) {
        throw unhandledError(raised);
      }
      return;
    }
    microstep(selection);
  }

  private static boolean isHandled(TransitionSelection selection, InternalEvent raised) {
    return selection.enabled().stream()
        .map(EnabledTransition::transition)
        .anyMatch(candidate -> candidate.descriptors().matchesByName(raised.name()));
  }

  private StepAborted unhandledError(InternalEvent raised) {
    Object message = raised.data().get("message");
    String what = message == null ? "nobody handles '" + raised.name() + "'" : message.toString();
    return transaction.failure("error", what, raised.place());
  }

  /** Checks the {@code requires} conditions, which must hold in every stable configuration. */
  public static void checkRequirements(StepTransaction step) {
    CompiledChart model = step.model();
    StateSet active = step.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      for (CompiledCondition condition : model.state(n).requires()) {
        checkRequirements(step, model.state(n), condition);
      }
    }
  }

  private static void checkRequirements(
      StepTransaction step, CompiledState node, CompiledCondition condition) {
    String why;
    try {
      if (condition.holds(step.scope())) {
        return;
      }
      why = "it does not hold";
    } catch (ActionFailure failure) {
      if (step.isLenient()) {
        return;
      }
      why = failure.message();
    }
    throw step.failure(
        "requires",
        "'" + node.id() + "' requires " + condition.source() + ": " + why,
        condition.source().place());
  }

  /**
   * Cancels the instance in any configuration.
   *
   * @param acting whether exit actions run
   */
  public void cancel(boolean acting) {
    int[] states = transaction.active().toArray();
    for (int i = states.length - 1; i >= 0; i--) {
      CompiledState node = model.state(states[i]);
      if (states[i] > 0) {
        transaction.trace().exited.add(node.id());
      }
      if (acting) {
        transaction.run(node.exit());
      }
      InvocationEffects.cancel(transaction, node);
      transaction.states().deactivate(states[i]);
    }
    transaction.states().endMicrostep();
    transaction.timers().clear();
    transaction.states().toInvoke().clear();
    if (acting) {
      failOnUnhandledError();
    }
  }

  /**
   * Exits the interpreter: runs the exit actions of active states, cancels invocations, timers and
   * deferred events.
   */
  private void exitInterpreter() {
    int[] states = transaction.active().toArray();
    for (int i = states.length - 1; i >= 0; i--) {
      CompiledState node = model.state(states[i]);
      transaction.run(node.exit());
      InvocationEffects.cancel(transaction, node);
      if (node.isFinal() && node.parent() == 0 && node.output() != null) {
        transaction.setOutput(MicrostepAlgorithm.doneData(transaction, node));
      }
    }
    transaction.timers().clear();
    transaction.states().toInvoke().clear();
    failOnUnhandledError();
  }

  private void failOnUnhandledError() {
    if (model.rollsBack()) {
      for (InternalEvent raised : transaction.queue().pending()) {
        if (raised.mustBeHandled()) {
          throw unhandledError(raised);
        }
      }
    }
  }
}

package dev.statute.step.internal.run;

import dev.statute.policy.Policy;
import dev.statute.problem.Place;
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
 * The macrostep of the algorithm: microsteps until nothing is enabled without an event and the
 * internal queue is empty; then what was entered is invoked; at the end of the instance, {@code
 * exitInterpreter}.
 */
final class MacrostepAlgorithm {
  private final StepTransaction draft;
  private final CompiledChart model;
  private int microsteps;
  private @Nullable String reason;
  private @Nullable String ignored;
  private boolean ran;

  MacrostepAlgorithm(StepTransaction draft) {
    this.draft = draft;
    model = draft.model();
  }

  /** What a move was given as its reason: said where the transition says none itself. */
  void reason(@Nullable String given) {
    reason = given;
  }

  /** Whether some transition was taken. */
  boolean ran() {
    return ran;
  }

  /** The reason why a rule had a transition ignored, or null. */
  @Nullable String ignored() {
    return ignored;
  }

  /** Judges and takes what was selected; whether anything was taken. */
  boolean take(TransitionSelection selection) {
    List<EnabledTransition> enabled = selection.enabled();
    for (EnabledTransition lost : selection.preempted()) {
      draft.log().preempted.add(PolicyEvaluation.fired(draft, lost, null));
    }
    return take(enabled);
  }

  /** The same for transitions that were not selected by a signal. */
  boolean take(List<EnabledTransition> enabled) {
    List<EnabledTransition> passed = enabled;
    if (isJudged(enabled)) {
      PolicyEvaluation judgement = PolicyEvaluation.of(draft, enabled);
      passed = judgement.passed();
      ignored = judgement.ignored() == null ? ignored : judgement.ignored();
      passed = withoutConflicts(passed);
    }
    if (passed.isEmpty()) {
      return false;
    }
    if (++microsteps > InterpreterContext.MOST_MICROSTEPS) {
      Place place = passed.get(0).arrow().place();
      throw draft.failed(
          "livelock",
          "more than "
              + InterpreterContext.MOST_MICROSTEPS
              + " microsteps: these transitions never rest",
          place);
    }
    draft.budget().check(passed.get(0).arrow().place());
    MicrostepAlgorithm.take(draft, passed, reason);
    ran = true;
    return true;
  }

  private boolean isJudged(List<EnabledTransition> enabled) {
    return !enabled.isEmpty()
        && !(draft.cue().cannotBeVetoed()
            && enabled.get(0).arrow().kind() == CompiledTransition.Kind.EVENT)
        && (draft.machine().policy() != Policy.NONE || !enabled.get(0).listed());
  }

  private List<EnabledTransition> withoutConflicts(List<EnabledTransition> passed) {
    for (EnabledTransition enabled : passed) {
      if (enabled.arrow().number() < 0 && passed.size() > 1) {
        List<EnabledTransition> kept = new ArrayList<>();
        ConflictResolution.remove(model, passed, kept, new ArrayList<>());
        return kept;
      }
    }
    return passed;
  }

  /** Runs until the instance rests, or ends. */
  void run() {
    do {
      untilStable();
      if (!draft.configuration().isDone()) {
        InvocationEffects.begin(draft);
      }
    } while (!draft.queue().isEmpty() && !draft.configuration().isDone());
    draft.budget().check(null);
    if (ran || draft.base().sequence() == 0) {
      require(draft);
    }
    if (draft.configuration().isDone()) {
      exitInterpreter();
    }
  }

  private void untilStable() {
    while (!draft.configuration().isDone()) {
      if (eventless()) {
        continue;
      }
      InternalEvent raised = draft.queue().poll();
      if (raised == null) {
        return;
      }
      internal(raised);
    }
  }

  private boolean eventless() {
    if (!draft.configuration().hasEventless()) {
      return false;
    }
    TransitionSelection selection = TransitionSelection.of(draft, model.signals().always(), false);
    return !selection.enabled().isEmpty() && take(selection);
  }

  private void internal(InternalEvent raised) {
    int signal = model.signals().event(raised.name());
    draft.cue(
        new CurrentEvent(
            raised.name(),
            signal,
            raised.data(),
            CurrentEvent.Kind.INTERNAL,
            false,
            raised.byAction(),
            raised.sender()));
    TransitionSelection selection = TransitionSelection.of(draft, signal, false);
    if (raised.weight() != InternalEvent.Weight.EVENT
        && model.rollsBack()
        && !isHandled(selection, raised)) {
      if (raised.mustBeHandled()) {
        throw unhandled(raised);
      }
      return;
    }
    take(selection);
  }

  private static boolean isHandled(TransitionSelection selection, InternalEvent raised) {
    return selection.enabled().stream()
        .map(EnabledTransition::arrow)
        .anyMatch(arrow -> arrow.descriptors().name(raised.name()));
  }

  private StepAborted unhandled(InternalEvent raised) {
    Object message = raised.data().get("message");
    String what = message == null ? "nobody handles '" + raised.name() + "'" : message.toString();
    return draft.failed("error", what, raised.place());
  }

  /** What must hold wherever the instance rests. */
  static void require(StepTransaction draft) {
    CompiledChart model = draft.model();
    StateSet active = draft.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      for (CompiledCondition condition : model.node(n).requires()) {
        require(draft, model.node(n), condition);
      }
    }
  }

  private static void require(
      StepTransaction draft, CompiledState node, CompiledCondition condition) {
    String why;
    try {
      if (condition.holds(draft.scope())) {
        return;
      }
      why = "it does not hold";
    } catch (ActionFailure failure) {
      if (draft.isLenient()) {
        return;
      }
      why = failure.message();
    }
    throw draft.failed(
        "requires",
        "'" + node.id() + "' requires " + condition.source() + ": " + why,
        condition.source().place());
  }

  /**
   * Ends the instance wherever it is.
   *
   * @param acting whether exit actions run
   */
  void cancel(boolean acting) {
    int[] states = draft.active().toArray();
    for (int i = states.length - 1; i >= 0; i--) {
      CompiledState node = model.node(states[i]);
      if (states[i] > 0) {
        draft.log().exited.add(node.id());
      }
      if (acting) {
        draft.run(node.exit());
      }
      InvocationEffects.cancel(draft, node);
      draft.deactivate(states[i]);
    }
    draft.settle();
    draft.agenda().clear();
    draft.toInvoke().clear();
    if (acting) {
      refuseUnhandled();
    }
  }

  /** The instance ends: exit actions of what is active, nothing runs on, nothing waits. */
  private void exitInterpreter() {
    int[] states = draft.active().toArray();
    for (int i = states.length - 1; i >= 0; i--) {
      CompiledState node = model.node(states[i]);
      draft.run(node.exit());
      InvocationEffects.cancel(draft, node);
      if (node.isFinal() && node.parent() == 0 && node.output() != null) {
        draft.finish(MicrostepAlgorithm.output(draft, node));
      }
    }
    draft.agenda().clear();
    draft.toInvoke().clear();
    refuseUnhandled();
  }

  private void refuseUnhandled() {
    if (model.rollsBack()) {
      for (InternalEvent raised : draft.queue().waiting()) {
        if (raised.mustBeHandled()) {
          throw unhandled(raised);
        }
      }
    }
  }
}

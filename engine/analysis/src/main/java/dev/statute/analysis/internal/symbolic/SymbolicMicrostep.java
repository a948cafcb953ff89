package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.EventDescriptor;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.TransitionCandidates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One microstep without data: the algorithm of the interpreter, in which a {@link ChoiceEnumerator}
 * decides unknown conditions and failures, and {@link SymbolicPolicy} the verdicts. Used once.
 */
final class SymbolicMicrostep {
  /** Error of an action: the step is rolled back unless a transition names it. */
  static final String ERROR = "error.execution";

  /** Error of a condition: the same event, which never rolls the step back. */
  static final String CONDITION_ERROR = "?" + ERROR;

  private static final String INTERNAL = "internal";

  /** Event of the engine itself; its transitions cannot be vetoed. */
  private static final String STOP = "stuck.stop";

  private final SymbolicChart chart;
  private final CompiledChart model;
  private final ChoiceEnumerator choices;
  private final SymbolicConditions conditions;
  private final SymbolicPolicy policy;
  private final SymbolicQueue queue;
  private final ConfigurationUpdate update;
  private final List<CompiledTransition> transitions = new ArrayList<>();
  private String event;
  private @Nullable String kind = INTERNAL;
  private @Nullable List<String> before;
  private boolean rolledBack;

  SymbolicMicrostep(
      SymbolicChart chart, StaticConditions known, ChoiceEnumerator choices, MicrostepState from) {
    this.chart = chart;
    this.choices = choices;
    model = chart.model();
    policy = new SymbolicPolicy(chart, choices);
    queue = new SymbolicQueue(from.queue());
    event = from.event();
    boolean failing = !model.rollsBack() || model.namesEvent(ERROR);
    conditions = new SymbolicConditions(chart, known, choices, queue);
    SymbolicActions executor = new SymbolicActions(choices, failing, queue::add);
    update = new ConfigurationUpdate(chart, from, executor, queue::add);
  }

  /** Returns whether the step is rolled back, as no transition handles an error. */
  boolean isRolledBack() {
    return rolledBack;
  }

  /** Returns the transitions taken, in order. */
  List<CompiledTransition> transitions() {
    return transitions;
  }

  /** Returns the rules that can have vetoed a transition. */
  Set<String> vetoing() {
    return policy.vetoing();
  }

  /** Enters the initial states. */
  MicrostepState start() {
    update.enterInitial();
    return result();
  }

  /** Performs the first microstep of an input; returns null if no transition is taken. */
  @Nullable MicrostepState handle(InputClass input) {
    event = input.event();
    kind = input.kind();
    before = model.configuration(update.active().copy()).ids();
    if (input.source() >= 0 && !update.active().contains(input.source())) {
      return null;
    }
    List<EnabledTransition> selected =
        input.source() >= 0
            ? select(timerCandidates(input.source(), input.alternatives()))
            : select(candidates(input.signal(), input.isDeferrable()));
    boolean unlisted = input.target() >= 0 && !chart.isHandled(input.signal(), update.active());
    EnabledTransition move = unlisted ? policy.unlistedMove(input.target(), context()) : null;
    return take(move == null ? selected : List.of(move));
  }

  /**
   * Performs the next microstep, eventless or of a raised event; returns null if the step rests or
   * is rolled back.
   */
  @Nullable MicrostepState next() {
    MicrostepState next = take(select(candidates(model.eventIds().always(), false)));
    kind = INTERNAL;
    while (next == null && !queue.isEmpty() && !rolledBack) {
      List<String> repeated = queue.repeatedFirst();
      next = repeated.isEmpty() ? take(selectRaised(queue.remove())) : takeRepeated(repeated);
    }
    return rolledBack ? null : next;
  }

  /** Takes a transition on one of the events that a loop raised, or goes on without them. */
  private @Nullable MicrostepState takeRepeated(List<String> names) {
    for (String name : names) {
      MicrostepState next = choices.decide("another " + name) ? take(selectRaised(name)) : null;
      if (next != null || rolledBack) {
        return next;
      }
    }
    queue.remove();
    return null;
  }

  private List<EnabledTransition> selectRaised(String name) {
    boolean conditionError = name.equals(CONDITION_ERROR);
    event = conditionError ? ERROR : name;
    List<EnabledTransition> selected = select(candidates(model.eventIds().event(event), false));
    rolledBack =
        !conditionError
            && model.rollsBack()
            && EventDescriptor.matches("error", event)
            && selected.stream()
                .noneMatch(one -> one.transition().descriptors().matchesByName(event));
    return selected;
  }

  /** Takes the transitions that the policy leaves; returns null if none is left. */
  private @Nullable MicrostepState take(List<EnabledTransition> selected) {
    boolean vetoable =
        !event.equals(STOP) || selected.stream().anyMatch(SymbolicMicrostep::isEventless);
    List<EnabledTransition> passed =
        selected.isEmpty() || !vetoable ? selected : policy.judge(selected, context());
    rolledBack |= passed == null;
    if (passed == null || passed.isEmpty()) {
      return null;
    }
    passed.forEach(transition -> transitions.add(transition.transition()));
    update.take(passed, event);
    return result();
  }

  private static boolean isEventless(EnabledTransition transition) {
    return transition.transition().kind() == CompiledTransition.Kind.ALWAYS;
  }

  private MicrostepContext context() {
    String known = event.startsWith("(") ? null : event;
    return new MicrostepContext(update.active(), update.history(), known, kind, before);
  }

  private MicrostepState result() {
    return update.result(queue.names(), event);
  }

  /** Returns the alternatives of a timer for the first atomic state inside its source. */
  private Map<Integer, TransitionCandidates> timerCandidates(
      int source, List<CompiledTransition> alternatives) {
    for (int atomic : chart.atomicStates(update.active())) {
      if (atomic >= update.active().next(source)) {
        return Map.of(atomic, new TransitionCandidates(alternatives, -1));
      }
    }
    return Map.of();
  }

  /** Returns the transitions that handle a signal, by atomic state. */
  private Map<Integer, TransitionCandidates> candidates(int signal, boolean deferrable) {
    Map<Integer, TransitionCandidates> all = new LinkedHashMap<>();
    for (int atomic : chart.atomicStates(update.active())) {
      TransitionCandidates found = model.candidates(signal, atomic);
      all.put(
          atomic,
          deferrable && found.deferAt() >= 0
              ? new TransitionCandidates(found.transitions().subList(0, found.deferAt()), -1)
              : found);
    }
    return all;
  }

  private List<EnabledTransition> select(Map<Integer, TransitionCandidates> candidates) {
    conditions.begin(update.active(), event);
    Map<CompiledTransition, EnabledTransition> first = new LinkedHashMap<>();
    candidates.forEach(
        (atomic, found) -> {
          for (CompiledTransition transition : found.transitions()) {
            EnabledTransition enabled =
                EnabledTransition.of(model, update.history(), transition, atomic);
            if (conditions.isEnabled(transition, () -> policy.mayGrant(enabled, context()))) {
              first.putIfAbsent(transition, enabled);
              break;
            }
          }
        });
    return ConflictResolution.removeConflicts(
        model, new ArrayList<>(first.values()), new ArrayList<>());
  }
}

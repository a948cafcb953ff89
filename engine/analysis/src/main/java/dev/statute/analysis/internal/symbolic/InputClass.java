package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.EventDescriptor;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Class of inputs that a chart and its rules cannot tell apart.
 *
 * @param label {@code event Pause}, {@code move RUNNING} or {@code time idle.after.10s}
 * @param event its name, of elapsed time that of the timer; empty for a move
 * @param events declared events of the class
 * @param signal its number in the model; -1 for elapsed time
 * @param target the state that a move requests, else -1
 * @param kind the kind of proposal that rules see; null if unknown
 * @param source the state of the timer that fires, else -1
 * @param alternatives the transitions of that timer
 */
record InputClass(
    String label,
    String event,
    Set<String> events,
    int signal,
    int target,
    @Nullable String kind,
    int source,
    List<CompiledTransition> alternatives) {
  private static final List<String> ANSWERS =
      List.of("done.call", "error.call", "done.invoke", "error.invoke");

  /** Returns whether the input is offered again after a veto, as no sender would repeat it. */
  boolean isRedelivered() {
    return kind == null || kind.equals("timer");
  }

  /** Returns whether the name stands for other events too, with which conditions may compare. */
  boolean isAmbiguous() {
    return target < 0 && source < 0 && events.size() != 1;
  }

  /**
   * Returns whether a state can defer the input. Events that the engine raises are not deferred;
   * answers are, as they come from outside.
   */
  boolean isDeferrable() {
    return !InputClasses.isPlatform(event)
        || ANSWERS.stream().anyMatch(family -> EventDescriptor.matches(family, event));
  }

  static InputClass event(String name, Set<String> events, int signal, @Nullable String kind) {
    return new InputClass("event " + name, name, events, signal, -1, kind, -1, List.of());
  }

  static InputClass move(String state, int signal, int target) {
    return new InputClass("move " + state, "", Set.of(), signal, target, "move", -1, List.of());
  }

  static InputClass time(String timer, int source, List<CompiledTransition> alternatives) {
    return new InputClass("time " + timer, timer, Set.of(), -1, -1, "timer", source, alternatives);
  }
}

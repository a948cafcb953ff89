package dev.statute.analysis.internal;

import dev.statute.step.internal.model.CompiledTransition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can happen to a resting instance.
 *
 * @param label for people
 * @param event its name; empty for a move or the passing of time
 * @param signal its number in the model; -1 for the passing of time
 * @param target the state that a move asks for, else -1
 * @param kind as rules see it; null = not known
 * @param source the state whose time has passed, else -1
 * @param alternatives what that time enables
 */
record InputClass(
    String label,
    String event,
    int signal,
    int target,
    @Nullable String kind,
    int source,
    List<CompiledTransition> alternatives) {
  /** Whether nobody outside would try it again: it is offered again after a veto. */
  boolean isOwed() {
    return kind == null || kind.equals("timer");
  }

  static InputClass event(String name, int signal, @Nullable String kind) {
    return new InputClass("event " + name, name, signal, -1, kind, -1, List.of());
  }

  static InputClass move(String state, int signal, int target) {
    return new InputClass("move " + state, "", signal, target, "move", -1, List.of());
  }

  static InputClass time(String timer, int source, List<CompiledTransition> alternatives) {
    return new InputClass("time " + timer, "", -1, -1, "timer", source, alternatives);
  }
}

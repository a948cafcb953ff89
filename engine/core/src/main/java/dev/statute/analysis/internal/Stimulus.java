package dev.statute.analysis.internal;

import dev.statute.step.internal.model.Arrow;
import java.util.List;

/**
 * Something that can happen to a resting instance.
 *
 * @param label for people
 * @param event its name; empty for a move or the passing of time
 * @param signal its number in the model; -1 for the passing of time
 * @param source the state whose time has passed, else -1
 * @param alternatives what that time enables
 */
record Stimulus(String label, String event, int signal, int source, List<Arrow> alternatives) {
  static Stimulus event(String name, int signal) {
    return new Stimulus("event " + name, name, signal, -1, List.of());
  }

  static Stimulus move(String state, int signal) {
    return new Stimulus("move " + state, "", signal, -1, List.of());
  }

  static Stimulus time(String timer, int source, List<Arrow> alternatives) {
    return new Stimulus("time " + timer, "", -1, source, alternatives);
  }
}

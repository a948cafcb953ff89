package dev.statute.step.internal.process;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.List;

/** States in which a deferred event is handled. */
final class DeferralStates {
  private DeferralStates() {}

  /** Returns the states with transitions of their own for the event, in document order. */
  static List<String> states(CompiledChart model, int signal) {
    String name = model.eventIds().name(signal);
    List<String> states = new ArrayList<>();
    for (CompiledState node : model.states()) {
      for (CompiledTransition transition : node.on()) {
        if (transition.descriptors().matches(name)) {
          states.add(node.id());
          break;
        }
      }
    }
    return states;
  }
}

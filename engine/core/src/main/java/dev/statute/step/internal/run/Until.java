package dev.statute.step.internal.run;

import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.Node;
import java.util.ArrayList;
import java.util.List;

/** Tells until when a deferred event waits. */
final class Until {
  private Until() {}

  /** The states that listen to it themselves, in document order. */
  static List<String> states(Model model, int signal) {
    String name = model.signals().name(signal);
    List<String> states = new ArrayList<>();
    for (Node node : model.nodes()) {
      for (Arrow arrow : node.on()) {
        if (arrow.descriptors().match(name)) {
          states.add(node.id());
          break;
        }
      }
    }
    return states;
  }
}

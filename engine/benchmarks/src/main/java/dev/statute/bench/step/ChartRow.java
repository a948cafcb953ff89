package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Node;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A row of the table.
 *
 * @param title what is measured
 * @param byHand makes an instance of the machine written by hand, which is held to be right
 */
record ChartRow(String name, String title, ChartPlan plan, Supplier<ChartMachine> byHand) {

  /** Whether some transition listens to this event, guards aside. */
  boolean hears(String where, int event) {
    String name = plan.events().get(event).event();
    Map<String, Node> states = plan.states();
    Map<String, Node> parents = plan.parents();
    for (String atomic : where.split("\\+", -1)) {
      for (Node node = states.get(atomic); node != null; node = parents.get(node.id())) {
        if (node.arcs().stream().anyMatch(arc -> arc.event().equals(name))) {
          return true;
        }
      }
    }
    return false;
  }
}

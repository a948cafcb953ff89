package dev.statute.bench.step;

import dev.statute.bench.step.ChartPlan.Node;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Row of the table.
 *
 * @param title measured chart
 * @param byHand creates an instance of the hand-written machine, which defines the correct results
 */
record ChartRow(String name, String title, ChartPlan plan, Supplier<ChartMachine> byHand) {

  /** Tests for a transition on this event, ignoring guards. */
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

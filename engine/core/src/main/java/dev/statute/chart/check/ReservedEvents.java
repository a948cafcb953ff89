package dev.statute.chart.check;

import dev.statute.chart.EventDescriptor;
import java.util.List;

/**
 * The events that the platform raises: declared in every chart, refused from outside (answers to
 * calls excepted), and never declared by a chart itself.
 */
public final class ReservedEvents {
  /** What the names of the platform's events begin with. */
  public static final List<String> FAMILIES =
      List.of(
          "done.state",
          "done.call",
          "error.call",
          "done.invoke",
          "error.invoke",
          "error.execution",
          "error.communication",
          "stuck",
          "record");

  private ReservedEvents() {}

  /** Whether an event of this name is the platform's. */
  public static boolean test(String event) {
    for (int i = 0; i < FAMILIES.size(); i++) { // asked of every event from outside
      if (EventDescriptor.matches(FAMILIES.get(i), event)) {
        return true;
      }
    }
    return false;
  }
}

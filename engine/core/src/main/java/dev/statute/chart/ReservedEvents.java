package dev.statute.chart;

import java.util.List;

/**
 * The events that the platform raises: declared in every chart, refused from outside (answers to
 * calls excepted), and never declared by a chart itself.
 */
public final class ReservedEvents {
  /** What the names of the platform's events begin with. */
  public static final List<String> PREFIXES =
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
  public static boolean isReserved(String event) {
    for (int i = 0; i < PREFIXES.size(); i++) { // asked of every event from outside
      if (EventDescriptor.matches(PREFIXES.get(i), event)) {
        return true;
      }
    }
    return false;
  }
}

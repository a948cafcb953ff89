package dev.statute.chart;

import java.util.List;

/**
 * Events raised by the engine: declared implicitly in every chart, rejected from outside (except
 * replies to calls), never declared by a chart.
 */
public final class ReservedEvents {
  /** Name prefixes of reserved events. */
  public static final List<String> PREFIXES =
      List.of(
          "done.state",
          "done.call",
          "error.call",
          "done.invoke",
          "error.invoke",
          "error.execution",
          "error.communication",
          "error.move",
          "stuck",
          "record");

  private ReservedEvents() {}

  /** Returns true if the event name is reserved. */
  public static boolean isReserved(String event) {
    for (int i = 0; i < PREFIXES.size(); i++) { // hot path: every external event
      if (EventDescriptor.matches(PREFIXES.get(i), event)) {
        return true;
      }
    }
    return false;
  }
}

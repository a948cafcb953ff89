package dev.statute.session;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Options of a new instance.
 *
 * @param id its id
 * @param at active states at the start; empty: the chart's initial states
 * @param data merged over the chart's initial data, item by item
 * @param when start of its clock
 */
public record StartOptions(String id, List<String> at, Map<String, ?> data, Instant when) {
  public StartOptions {
    at = List.copyOf(at);
  }

  /** Options of an instance with the chart's name as its id. */
  public static StartOptions of(Chart chart, List<String> at, Map<String, ?> data, Instant when) {
    return new StartOptions(chart.name(), at, data, when);
  }
}

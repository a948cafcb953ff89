package dev.statute.session;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How an instance begins.
 *
 * @param id what it is called
 * @param at the states it begins to rest in; empty: where the chart begins
 * @param data put over the chart's initial data, item by item
 * @param when where its clock begins
 */
public record StartOptions(String id, List<String> at, Map<String, ?> data, Instant when) {
  public StartOptions {
    at = List.copyOf(at);
  }

  /** Of an instance that is called as its chart is. */
  public static StartOptions of(Chart chart, List<String> at, Map<String, ?> data, Instant when) {
    return new StartOptions(chart.name(), at, data, when);
  }
}

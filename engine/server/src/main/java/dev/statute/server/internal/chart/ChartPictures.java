package dev.statute.server.internal.chart;

import dev.statute.collection.BoundedMap;
import dev.statute.render.DiagramNotation;
import dev.statute.step.Chart;
import java.util.Collections;
import java.util.Map;

/**
 * Pictures of charts that were asked for last, as the layout of a large chart takes longer than a
 * page waits. Thread-safe.
 */
final class ChartPictures {
  private final Map<String, String> byHash;

  ChartPictures(int most) {
    byHash = Collections.synchronizedMap(BoundedMap.ofRecentlyUsed(most));
  }

  String svg(Chart chart) {
    String known = byHash.get(chart.hash());
    if (known != null) {
      return known;
    }
    String made = DiagramNotation.SVG.render(chart.definition());
    byHash.put(chart.hash(), made);
    return made;
  }
}

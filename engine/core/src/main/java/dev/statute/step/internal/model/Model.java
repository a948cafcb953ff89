package dev.statute.step.internal.model;

import dev.statute.chart.ChartIndex;
import dev.statute.step.Edge;
import java.util.List;

/** A compiled chart, without what only loading needs. Thread-safe. */
public record Model(ChartIndex index) {
  /** Ids of all states in document order, without the root. */
  public List<String> ids() {
    return List.copyOf(index().ids());
  }

  /** All transitions, state by state, in the order in which they are tried. */
  public List<Edge> edges() {
    return List.of();
  }
}

package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.reload.ChartRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Instances of the store whose chart is not registered: they are reported once, and not tried again
 * before other charts are registered. Thread-safe.
 */
final class UnknownCharts {
  private final ChartRegistry charts;
  private final Set<String> instances = ConcurrentHashMap.newKeySet();
  private volatile int generation;

  UnknownCharts(ChartRegistry charts) {
    this.charts = charts;
    generation = charts.generation();
  }

  /** Adds an instance; returns whether it is new. */
  boolean add(String id) {
    forgetOutdated();
    return instances.add(id);
  }

  boolean contains(String id) {
    forgetOutdated();
    return instances.contains(id);
  }

  private void forgetOutdated() {
    int now = charts.generation();
    if (generation != now) {
      generation = now;
      instances.clear();
    }
  }
}

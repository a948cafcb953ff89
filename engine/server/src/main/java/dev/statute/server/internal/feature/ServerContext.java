package dev.statute.server.internal.feature;

import dev.statute.Statute;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.server.ServerSettings;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the server that features share.
 *
 * @param executor runs work that may block for a store access
 */
public record ServerContext(
    ServerSettings settings, Statute statute, Engine engine, Clock clock, Executor executor) {
  private static final int BATCH = 5_000;
  private static final Comparator<InstanceSummary> NEWEST_FIRST =
      Comparator.comparing(InstanceSummary::changed).reversed().thenComparing(InstanceSummary::id);

  /** Store of the engine. */
  public InstanceStore store() {
    return engine.store();
  }

  /**
   * Calls an action with the rows of the store, by id.
   *
   * @param statuses empty = all
   * @param chart null = all
   */
  public void forEachInstance(
      List<Status> statuses, @Nullable String chart, Consumer<InstanceSummary> action) {
    String after = "";
    List<InstanceSummary> batch;
    do {
      batch = store().list(new Filter(statuses, chart, after, BATCH));
      batch.forEach(action);
      after = batch.isEmpty() ? after : batch.get(batch.size() - 1).id();
    } while (batch.size() == BATCH);
  }

  /** Returns rows of the store, those changed last first; see {@link #forEachInstance}. */
  public List<InstanceSummary> newestFirst(List<Status> statuses, @Nullable String chart) {
    List<InstanceSummary> rows = new ArrayList<>();
    forEachInstance(statuses, chart, rows::add);
    rows.sort(NEWEST_FIRST);
    return rows;
  }

  /** Returns the wanted one of the loaded versions of a chart, else another one; null = none. */
  public @Nullable Interpreter nearest(String chart, Predicate<Chart> isWanted) {
    Interpreter found = null;
    for (Interpreter each : statute.charts()) {
      if (each.chart().name().equals(chart) && (found == null || isWanted.test(each.chart()))) {
        found = each;
      }
    }
    return found;
  }
}

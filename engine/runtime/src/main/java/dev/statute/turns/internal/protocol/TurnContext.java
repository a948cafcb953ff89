package dev.statute.turns.internal.protocol;

import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.turns.Resources;
import dev.statute.turns.RowIds;
import dev.statute.turns.TurnCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a protocol is made of. Immutable. */
public record TurnContext(
    Clock clock,
    RowIds ids,
    TurnCodec codec,
    List<Interpreter> charts,
    Function<String, Resources> resources) {
  public TurnContext(Clock clock, RowIds ids, TurnCodec codec, List<Interpreter> charts) {
    this(clock, ids, codec, charts, agent -> Resources.NONE);
  }

  public TurnContext {
    charts = new CopyOnWriteArrayList<>(charts);
  }

  /** The time, as rows have it. */
  public Instant now() {
    return clock.now().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Makes a chart that of new agents, or gives one that is known other rules. */
  public synchronized void register(Interpreter chart) {
    for (int i = 0; i < charts.size(); i++) {
      if (charts.get(i).chart().hash().equals(chart.chart().hash())) {
        charts.set(i, chart);
        return;
      }
    }
    charts.add(chart);
  }

  /** The chart of new agents. */
  Interpreter newest() {
    return charts.get(charts.size() - 1);
  }

  @Nullable Interpreter chart(String hash) {
    for (Interpreter each : charts) {
      if (each.chart().hash().equals(hash)) {
        return each;
      }
    }
    return null;
  }
}

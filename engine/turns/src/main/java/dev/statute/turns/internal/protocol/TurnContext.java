package dev.statute.turns.internal.protocol;

import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.turns.Resources;
import dev.statute.turns.TurnCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Configuration of a protocol. Immutable. */
public record TurnContext(
    Clock clock,
    RowIds ids,
    TurnCodec codec,
    List<Interpreter> charts,
    Function<String, Resources> resources) {
  public TurnContext {
    charts = new CopyOnWriteArrayList<>(charts);
  }

  /** Returns the time in the precision of rows. */
  public Instant now() {
    return clock.now().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Decodes values; none if the text cannot be read, which makes its subject malformed. */
  public Map<String, @Nullable Object> readLeniently(String text) {
    try {
      return codec.read(text);
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
  }

  /** Makes a chart the one of new agents, or updates the rules of a known one. */
  public synchronized void register(Interpreter chart) {
    for (int i = 0; i < charts.size(); i++) {
      if (charts.get(i).chart().hash().equals(chart.chart().hash())) {
        charts.set(i, chart);
        return;
      }
    }
    charts.add(chart);
  }

  /** Returns the chart of new agents. */
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

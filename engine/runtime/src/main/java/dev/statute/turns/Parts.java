package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a protocol is made of. Immutable. */
record Parts(Clock clock, Ids ids, TurnCodec codec, List<Interpreter> charts) {
  Parts {
    charts = List.copyOf(charts);
  }

  /** The time, as rows have it. */
  Instant now() {
    return clock.now().truncatedTo(ChronoUnit.MILLIS);
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

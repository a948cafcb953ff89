package dev.statute.jdbc;

import dev.statute.ChartLoader;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.Ack;
import dev.statute.turns.RowIds;
import dev.statute.turns.Turns;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The protocol of turns over a store, with the shipped chart and rules, and little patience. */
final class Agents {
  static final Duration LEASE = Duration.ofMillis(1000);

  private static final int MOST_TRIES = 10_000;

  private static final Path CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml");

  private Agents() {}

  static Turns turns(JdbcStore store) {
    ChartLoader plain = ChartLoader.plain();
    Map<String, String> hasty =
        Map.of(
            "lease", LEASE.toMillis() + "ms",
            "dispatch_patience", "500ms",
            "resume_patience", "30s");
    Interpreter chart =
        new ChartLoader(
                plain.finder(), plain.rules(), false, plain.profile(), hasty, plain.listener())
            .open(CHART)
            .get();
    Clock clock = Clock.system();
    return Turns.of(
            new Turns.TurnDependencies(
                store.turns(),
                clock,
                RowIds.timeOrdered(clock, new SecureRandom()),
                JdbcStore.codec(),
                new LocalDoorbell(),
                Runnable::run),
            List.of(chart))
        .get();
  }

  /** Where the store does not answer nobody knows: it is told again, which is always safe. */
  static Ack told(Supplier<CompletionStage<Ack>> what) {
    for (int n = 0; ; n++) {
      try {
        return what.get().toCompletableFuture().join();
      } catch (CompletionException e) {
        if (n == MOST_TRIES) {
          throw e;
        }
        Child.pause();
      }
    }
  }
}

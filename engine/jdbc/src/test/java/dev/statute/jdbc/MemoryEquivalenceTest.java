package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.RandomTransactions;
import dev.statute.jdbc.fixture.RandomTransactions.Drawn;
import dev.statute.store.Durability;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random transactions, many at a time: a database answers each like memory, from either of two
 * programs.
 */
@Tag("long")
class MemoryEquivalenceTest {
  private static final List<String> AGENTS = List.of("a", "b", "c");
  private static final int AT_ONCE = 12;

  @TempDir Path folder;

  static LongStream seeds() {
    long first = Long.getLong("seed", System.nanoTime());
    return LongStream.range(first, first + Integer.getInteger("seeds", 10));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sqlite(long seed) {
    Path file = folder.resolve("store.db");
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY);
        JdbcStore other = JdbcStore.sqlite(file, Durability.MEMORY)) {
      compare(seed, store.turns(), other.turns());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void postgres(long seed) {
    PostgresSettings settings = PostgresSettings.DEFAULT.withSchema("like_memory");
    JdbcStore.postgres(PostgresServer.url(), settings).close();
    PostgresServer.clear(settings);
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), settings);
        JdbcStore other = JdbcStore.postgres(PostgresServer.url(), settings)) {
      compare(seed, store.turns(), other.turns());
    }
  }

  /** The cache helps an agent that continues alone; some rounds are the other's. */
  private static void compare(long seed, TurnStore store, TurnStore other) {
    MemoryTurnStore memory = new MemoryTurnStore();
    RandomTransactions random = new RandomTransactions(seed);
    for (int round = 0; round < 40; round++) {
      // with many, most concern an agent with a transaction under way
      int atOnce = round % 2 == 0 ? AT_ONCE : 1 + round % 3;
      TurnStore now = round % 4 == 3 ? other : store;
      List<CompletableFuture<String>> answers = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < atOnce; i++) {
        Drawn drawn = random.next(AGENTS);
        answers.add(said(now, drawn));
        expected.add(said(memory, drawn).join());
      }
      for (int i = 0; i < atOnce; i++) {
        assertThat(answers.get(i).join())
            .as("seed %d, round %d, transaction %d", seed, round, i)
            .isEqualTo(expected.get(i));
      }
    }
    for (String agent : AGENTS) {
      assertThat(store.events(agent, 0, 1000)).isEqualTo(memory.events(agent, 0, 1000));
    }
    assertThat(store.unpublished(1000)).hasSameElementsAs(memory.unpublished(1000));
  }

  private static CompletableFuture<String> said(TurnStore store, Drawn drawn) {
    return store
        .transact(drawn.agent(), drawn.readHints(), drawn.work())
        .toCompletableFuture()
        .thenApply(said -> String.join("\n", said))
        .exceptionally(e -> "threw " + (e.getCause() == null ? e : e.getCause()).getMessage());
  }
}

package dev.statute.jdbc.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.IdleHeads;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.RequestMessages;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.fixture.UncheckedLatches;
import dev.statute.store.Durability;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invalidation of the cache of an agent by changes of other programs. */
class AgentCacheTest {
  @TempDir Path folder;

  private static <T> CompletableFuture<T> run(
      TurnStore store, String agent, Function<TurnTransaction, T> work) {
    return store.transact(agent, work).toCompletableFuture();
  }

  private static long firstQueued(TurnStore store) {
    return run(
            store,
            "a",
            tx -> {
              Message first = tx.firstQueued();
              return first == null ? 0 : first.id();
            })
        .join();
  }

  private static boolean skip(TurnStore store, long id) {
    Message skipped = RequestMessages.of(id, "k" + id, InboxStatus.SKIPPED);
    return run(store, "a", tx -> tx.update(skipped, InboxStatus.QUEUED)).join();
  }

  /** Fills the cache of the agent, which is used from the third time on. */
  private static void seen(TurnStore store) {
    for (int rev = 1; rev < 5; rev++) {
      long next = rev;
      assertThat(run(store, "a", tx -> tx.update(IdleHeads.head("a", next, 0), 0, next - 1)).join())
          .isTrue();
    }
  }

  private static void changed(TurnStore store, TurnStore other) {
    assertThat(run(store, "a", tx -> tx.create(IdleHeads.head("a", 0))).join()).isTrue();
    seen(store);
    assertThat(firstQueued(store)).isZero();
    // neither this nor the next one changes anything in the head itself
    run(other, "a", tx -> tx.add(RequestMessages.of(7, "k7", InboxStatus.QUEUED))).join();
    assertThat(firstQueued(store)).isEqualTo(7);
    assertThat(firstQueued(store)).isEqualTo(7);
    run(store, "a", tx -> tx.add(RequestMessages.of(8, "k8", InboxStatus.QUEUED))).join();
    assertThat(firstQueued(store)).isEqualTo(7);
    assertThat(skip(other, 7)).isTrue();
    assertThat(firstQueued(store)).isEqualTo(8);
    run(store, "a", tx -> tx.add(RequestMessages.of(9, "k9", InboxStatus.QUEUED))).join();
    assertThat(skip(store, 8)).isTrue();
    assertThat(firstQueued(store)).isEqualTo(9);
  }

  @Test
  void sqlite_detects_changes_of_another_program() {
    Path file = folder.resolve("store.db");
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY);
        JdbcStore other = JdbcStore.sqlite(file, Durability.MEMORY)) {
      changed(store.turns(), other.turns());
    }
  }

  @Test
  void postgres_detects_changes_of_another_program() {
    PostgresSettings settings = PostgresServer.newSchema();
    try (JdbcStore store = JdbcStore.postgres(PostgresServer.url(), settings);
        JdbcStore other = JdbcStore.postgres(PostgresServer.url(), settings)) {
      changed(store.turns(), other.turns());
    }
  }

  @Test
  void a_damaged_number_of_changes_is_found() throws Exception {
    Path file = folder.resolve("store.db");
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      assertThat(run(store.turns(), "a", tx -> tx.create(IdleHeads.head("a", 0))).join()).isTrue();
    }
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      assertThat(store.check()).isEmpty();
      seen(store.turns());
      assertThat(store.check()).isEmpty();
      assertThat(SqliteFiles.queryNumber(file, "SELECT changes FROM agent_state_head"))
          .isEqualTo(5);
    }
    assertThat(SqliteFiles.execute(file, "UPDATE agent_state_head SET changes = 6")).isEqualTo(1);
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      assertThat(store.check()).hasSize(1);
    }
  }

  @Test
  void a_completion_may_wait_until_the_next_transaction_is_under_way() throws Exception {
    try (JdbcStore store = JdbcStore.sqlite(folder.resolve("store.db"), Durability.MEMORY)) {
      TurnStore turns = store.turns();
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch next = new CountDownLatch(1);
      CompletableFuture<Boolean> first = run(turns, "x", tx -> UncheckedLatches.await(begun));
      // these two are a group, as they arrive while the first one is under way
      CompletableFuture<Boolean> other = run(turns, "c", tx -> tx.create(IdleHeads.head("c", 0)));
      CompletableFuture<Boolean> told =
          run(turns, "b", tx -> tx.create(IdleHeads.head("b", 0)))
              .thenApply(created -> created && isBegun(turns, next));
      begun.countDown();
      assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(other.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(told.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean isBegun(TurnStore turns, CountDownLatch next) {
    var unused =
        run(
            turns,
            "d",
            tx -> {
              next.countDown();
              return true;
            });
    return UncheckedLatches.await(next);
  }
}

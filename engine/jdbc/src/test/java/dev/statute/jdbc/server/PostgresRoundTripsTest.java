package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.IdleHeads;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.UncheckedLatches;
import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import dev.statute.turns.store.TurnRecords.Head;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Number of round trips to the server. */
class PostgresRoundTripsTest {
  private final AtomicInteger trips = new AtomicInteger();
  private final AtomicInteger statements = new AtomicInteger();

  private final PostgresSettings settings =
      new PostgresSettings(
          Durability.POWER_SAFE, PostgresServer.newSchema().schema(), 1, 1, Duration.ofSeconds(30));

  @Test
  void a_transaction_of_an_agent_that_is_known_reads_writes_and_commits() {
    try (JdbcStore store = JdbcStore.postgres(counted(), settings)) {
      put(store, 0);
      assertThat(during(trips, () -> put(store, 1))).isEqualTo(3);
      try (JdbcStore other = JdbcStore.postgres(PostgresServer.url(), settings)) {
        put(other, 2);
      }
      assertThat(during(trips, () -> put(store, 3))).as("somebody else was there").isEqualTo(4);
    }
  }

  @Test
  void an_unchanged_agent_is_not_read() {
    try (JdbcStore store = JdbcStore.postgres(counted(), settings)) {
      put(store, 0, 0);
      put(store, 1, 0);
      put(store, 2, 0);
      trips.set(0);
      assertThat(during(statements, () -> put(store, 3, 0)))
          .as("whether it is so, the head, the commit")
          .isEqualTo(3);
      assertThat(trips).as("all in one message").hasValue(1);
      try (JdbcStore other = JdbcStore.postgres(PostgresServer.url(), settings)) {
        put(other, 4, 0);
      }
      trips.set(0);
      assertThat(during(statements, () -> put(store, 5, 0)))
          .as("in vain, then what waits for the agent is read, too")
          .isEqualTo(2 + 3);
      assertThat(trips).as("in vain, the head, the rest, written, committed").hasValue(5);
      assertThat(during(trips, () -> put(store, 6, 0))).as("not again at once").isEqualTo(3);
      assertThat(during(trips, () -> put(store, 7, 0))).isEqualTo(1);
    }
  }

  @Test
  void what_is_remembered_and_what_is_not_are_written_each_by_itself() throws Exception {
    try (JdbcStore store = JdbcStore.postgres(counted(), settings)) {
      for (int rev = 0; rev < 3; rev++) {
        put(store, rev, 0);
      }
      CountDownLatch begun = new CountDownLatch(1);
      CompletableFuture<Boolean> first =
          store.turns().transact("x", tx -> UncheckedLatches.await(begun)).toCompletableFuture();
      // these are a group, as they arrive while the first one is under way; only the first of an
      // agent uses the cache, and not b, which is not cached
      List<CompletableFuture<Boolean>> all = new ArrayList<>();
      all.add(transact(store, "a", 3));
      all.add(transact(store, "b", 0));
      all.add(transact(store, "a", 4));
      begun.countDown();
      assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
      for (CompletableFuture<Boolean> each : all) {
        assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void two_programs_in_turn_do_not_go_by_what_each_remembers() {
    try (JdbcStore store = JdbcStore.postgres(counted(), settings);
        JdbcStore other = JdbcStore.postgres(PostgresServer.url(), settings)) {
      for (int rev = 0; rev < 4; rev++) {
        put(store, rev, 0);
      }
      put(other, 4, 0);
      put(store, 5, 0);
      put(other, 6, 0);
      assertThat(during(trips, () -> put(store, 7, 0))).as("it asks for all at once").isEqualTo(3);
    }
  }

  @Test
  void an_event_that_is_alone_is_written_and_committed_and_nothing_of_it_if_it_comes_too_late() {
    Worker worker = new Worker("w", "s");
    Snapshot start = CounterInstances.start("i");
    Snapshot next = CounterInstances.next(start);
    try (JdbcStore store = JdbcStore.postgres(counted(), settings)) {
      assertThat(CounterInstances.write(store, start, 0, 0, worker).join())
          .isEqualTo(Committed.DONE);
      int taken =
          during(
              trips,
              () ->
                  assertThat(CounterInstances.write(store, next, 1, 1, worker).join())
                      .isEqualTo(Committed.DONE));
      assertThat(taken).isEqualTo(2);
      // its event has the number of the one before, so a statement after the deciding one fails
      assertThat(CounterInstances.write(store, next, 1, 1, worker).join())
          .isEqualTo(Committed.LOST);
      // here none fails, but the deciding one changes nothing
      assertThat(CounterInstances.write(store, next, 1, 7, worker).join())
          .isEqualTo(Committed.LOST);
      assertThat(store.events("i", 0, 9)).hasSize(2);
      assertThat(CounterInstances.write(store, next, 1, 2, worker).join())
          .isEqualTo(Committed.DONE);
    }
  }

  @Test
  void a_step_with_many_changes_is_written_like_one_with_few() {
    Worker worker = new Worker("w", "s");
    Snapshot start = CounterInstances.start("i");
    Snapshot next = CounterInstances.next(start);
    Commit one = CounterInstances.commit(next, 1, 1, worker);
    List<StreamEvent> stream = new ArrayList<>();
    List<Pending> effects = new ArrayList<>();
    for (long n = 0; n < 9; n++) {
      stream.add(new StreamEvent(2 + n, one.at(), "counted", Map.of("n", n)));
      effects.add(new Pending("i/2/" + n, new Effect.Emit("out", Map.of("n", n)), one.at()));
    }
    Commit many = with(one, stream, effects, Set.of(), one.handled());
    Commit settling =
        with(
            CounterInstances.commit(CounterInstances.next(next), 1, 2, worker),
            List.of(new StreamEvent(11, one.at(), "counted", Map.of())),
            List.of(),
            Set.of("i/2/0", "i/2/1", "i/2/5"),
            List.of(
                new Handled("e2", "taken", null, null), new Handled("e3", "taken", null, null)));
    try (JdbcStore store = JdbcStore.postgres(counted(), settings)) {
      assertThat(CounterInstances.write(store, start, 0, 0, worker).join())
          .isEqualTo(Committed.DONE);
      assertThat(during(trips, () -> assertThat(write(store, many)).isEqualTo(Committed.DONE)))
          .as("written, committed")
          .isEqualTo(2);
      assertThat(store.events("i", 0, 99)).hasSize(10);
      assertThat(pending(store)).hasSize(9);
      assertThat(during(trips, () -> assertThat(write(store, settling)).isEqualTo(Committed.DONE)))
          .isEqualTo(2);
      assertThat(pending(store))
          .containsExactly("i/2/2", "i/2/3", "i/2/4", "i/2/6", "i/2/7", "i/2/8");
      // one of its two events was handled before: nothing of it happens
      Commit again =
          with(
              CounterInstances.commit(start, 1, 3, worker),
              List.of(new StreamEvent(12, one.at(), "counted", Map.of())),
              List.of(),
              Set.of("i/2/2"),
              List.of(
                  new Handled("e3", "taken", null, null), new Handled("e4", "taken", null, null)));
      assertThat(write(store, again)).isEqualTo(Committed.LOST);
      assertThat(pending(store)).contains("i/2/2");
      assertThat(store.handled("i", "e4")).isNull();
      assertThat(store.events("i", 0, 99)).hasSize(11);
    }
  }

  private static Commit with(
      Commit commit,
      List<StreamEvent> stream,
      List<Pending> effects,
      Set<String> settled,
      List<Handled> handled) {
    return new Commit(
        commit.id(),
        commit.epoch(),
        commit.expected(),
        commit.snapshot(),
        commit.begins(),
        commit.parent(),
        commit.worker(),
        commit.at(),
        stream,
        effects,
        settled,
        handled,
        commit.ended());
  }

  private static Committed write(JdbcStore store, Commit commit) {
    return store.commit(commit).toCompletableFuture().join();
  }

  private static List<String> pending(JdbcStore store) {
    return Objects.requireNonNull(store.load("i", CounterInstances::chartOf)).pending().stream()
        .map(Pending::key)
        .toList();
  }

  private static int during(AtomicInteger counter, Runnable what) {
    int before = counter.get();
    what.run();
    return counter.get() - before;
  }

  /** Writes a head that refers to its last event. */
  private static void put(JdbcStore store, long rev) {
    put(store, rev, rev);
  }

  private static void put(JdbcStore store, long rev, long events) {
    assertThat(transact(store, "a", rev, events).join()).isTrue();
  }

  private static CompletableFuture<Boolean> transact(JdbcStore store, String agent, long rev) {
    return transact(store, agent, rev, 0);
  }

  private static CompletableFuture<Boolean> transact(
      JdbcStore store, String agent, long rev, long events) {
    return store
        .turns()
        .transact(
            agent,
            tx -> {
              Head head = tx.head();
              return head == null
                  ? tx.create(IdleHeads.head(agent, rev, events))
                  : tx.update(IdleHeads.head(agent, rev, events), 0, rev - 1);
            })
        .toCompletableFuture();
  }

  private DataSource counted() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(PostgresServer.url());
    return proxy(DataSource.class, source);
  }

  /** Returns a proxy that counts executions, including those of returned objects. */
  private <T> T proxy(Class<T> type, T to) {
    return proxy(type, to, 0);
  }

  private <T> T proxy(Class<T> type, T to, int size) {
    return type.cast(
        Proxy.newProxyInstance(
            PostgresRoundTripsTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              if (method.getName().startsWith("execute") || method.getName().equals("commit")) {
                trips.incrementAndGet();
                statements.addAndGet(size);
              }
              try {
                Object result = method.invoke(to, args);
                if (result instanceof PreparedStatement statement) {
                  int joined = String.valueOf(args[0]).split(";", -1).length;
                  return proxy(PreparedStatement.class, statement, joined);
                }
                return result instanceof Connection c ? proxy(Connection.class, c) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            }));
  }
}

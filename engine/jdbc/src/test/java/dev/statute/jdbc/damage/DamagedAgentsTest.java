package dev.statute.jdbc.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.fixture.TestTurns;
import dev.statute.runtime.Reply;
import dev.statute.turns.ToolCall;
import dev.statute.turns.TurnHandler;
import dev.statute.turns.TurnHandler.Deliver;
import dev.statute.turns.TurnHandler.Next;
import dev.statute.turns.TurnHandler.RoundInput;
import dev.statute.turns.TurnHandler.Wait;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.TurnWorker;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged rows of agent ann: her requests end, and carl's work continues. */
class DamagedAgentsTest {
  private static final int MOST_LOOKS = 20_000;

  @TempDir Path folder;

  enum Where {
    SQLITE,
    POSTGRES
  }

  /** Database with access to its rows. */
  private final class Place {
    private final Where where;
    private final PostgresSettings settings = PostgresServer.newSchema();

    Place(Where where) {
      this.where = where;
    }

    JdbcStore open() {
      return where == Where.SQLITE
          ? SqliteFiles.open(folder.resolve("store.db"))
          : JdbcStore.postgres(PostgresServer.url(), settings);
    }

    void damage(String sql) throws SQLException {
      String url =
          where == Where.SQLITE
              ? "jdbc:sqlite:" + folder.resolve("store.db")
              : PostgresServer.url();
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        if (where == Where.POSTGRES) {
          statement.execute("SET search_path TO " + settings.schema());
        }
        assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
      }
    }
  }

  /** Calls a tool, waits for it, and delivers. */
  private static final TurnHandler ROUNDS =
      new TurnHandler() {
        @Override
        public Next next(RoundInput asked) {
          String call = "call-of-" + asked.turn().lease().turn();
          return asked.turn().calls().isEmpty()
              ? new Wait("s", List.of(new ToolCall(call, "tool", Map.of())))
              : new Deliver(Map.of("done", true));
        }
      };

  private static void ask(Turns turns, String agent, String key) {
    TestTurns.await(() -> turns.enqueue(new TurnRequest(agent, key, Map.of("task", key))));
  }

  /** Returns the end of a request's turn; null = not ended. */
  private static @Nullable Deliverable end(TurnStore store, String agent, String key) {
    return store
        .transact(
            agent,
            tx -> {
              tx.abandon();
              var row = Objects.requireNonNull(tx.message(key));
              var turn = tx.turnOf(row.id());
              return Optional.ofNullable(turn == null ? null : tx.deliverable(turn.id()));
            })
        .exceptionally(stillDamaged -> Optional.empty())
        .toCompletableFuture()
        .join()
        .orElse(null);
  }

  private static TurnStatus await(TurnStore store, String agent, String key) {
    for (int n = 0; n < MOST_LOOKS; n++) {
      Deliverable end = end(store, agent, key);
      if (end != null) {
        return end.outcome();
      }
      ChildProcess.pause();
    }
    throw new AssertionError(agent + "'s " + key + " never ends");
  }

  private static TurnWorker worker(Turns turns) {
    return TurnWorker.builder(turns)
        .name("w")
        .poll(Duration.ofMillis(20))
        .handler(ROUNDS)
        .tool("tool", call -> Reply.of(7))
        .start();
  }

  static Stream<Arguments> damages() {
    return Stream.of(Where.values())
        .flatMap(
            where ->
                Stream.of(
                        "UPDATE agent_inbox SET payload = 'x' WHERE agent_id = 'ann'"
                            + " AND dedup_key = 'first'",
                        "UPDATE agent_state_head SET data = 'x' WHERE agent_id = 'ann'",
                        "UPDATE turns SET attempt = 77 WHERE agent_id = 'ann'")
                    .map(sql -> Arguments.of(where, sql)));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void a_turn_that_hangs_on_a_damaged_row_ends_and_the_next_request_is_done(
      Where where, String damage) throws SQLException {
    Place place = new Place(where);
    try (JdbcStore store = place.open()) {
      Turns turns = TestTurns.turns(store);
      for (String agent : List.of("ann", "carl")) {
        TestTurns.await(() -> turns.open(agent));
      }
      ask(turns, "ann", "first");
      ask(turns, "ann", "second");
      ask(turns, "carl", "first");
    }
    place.damage(damage);
    try (JdbcStore store = place.open()) {
      try (TurnWorker worker = worker(TestTurns.turns(store))) {
        assertThat(await(store.turns(), "carl", "first")).isEqualTo(TurnStatus.SUCCESS);
        assertThat(await(store.turns(), "ann", "first")).isEqualTo(TurnStatus.FAILED);
        assertThat(await(store.turns(), "ann", "second")).isEqualTo(TurnStatus.SUCCESS);
        assertThat(worker).isNotNull();
      }
      assertThat(store.check()).isEmpty();
      assertThat(store.turns().events("ann", 0, 99))
          .filteredOn(event -> event.type().equals(Event.TASK))
          .hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(Where.class)
  void a_damaged_queued_request_is_over_as_an_error_and_the_others_are_done(Where where)
      throws SQLException {
    Place place = new Place(where);
    try (JdbcStore store = place.open()) {
      Turns turns = TestTurns.turns(store);
      TestTurns.await(() -> turns.open("ann"));
      for (String key : List.of("first", "second", "third")) {
        ask(turns, "ann", key);
      }
    }
    place.damage(
        "UPDATE agent_inbox SET payload = 'x' WHERE agent_id = 'ann' AND dedup_key = 'second'");
    try (JdbcStore store = place.open()) {
      try (TurnWorker worker = worker(TestTurns.turns(store))) {
        assertThat(await(store.turns(), "ann", "first")).isEqualTo(TurnStatus.SUCCESS);
        assertThat(await(store.turns(), "ann", "third")).isEqualTo(TurnStatus.SUCCESS);
        assertThat(worker).isNotNull();
      }
      place.damage(
          "UPDATE agent_inbox SET tries = tries WHERE dedup_key = 'second' AND status = 'error'"
              + " AND outcome LIKE 'damaged: %'");
      assertThat(store.check()).isEmpty();
    }
  }
}

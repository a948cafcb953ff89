package dev.statute.jdbc.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.RandomTransactions;
import dev.statute.jdbc.internal.postgres.PostgresDatabase;
import dev.statute.jdbc.internal.sql.BatchStatement;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.StatementBatches;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnRecords.Timer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Execution plans of the prepared statements of a writer's session. */
class PostgresPlansTest {
  private static final int ROWS = 10_000;

  private static final Map<String, String> STATUS =
      Map.of(
          "agent_state_head", "idle",
          "agent_inbox", "consumed",
          "turns", "success",
          "turn_waiting_tools", "applied");

  private final PostgresSettings settings = PostgresServer.newSchema();
  private final AgentCache remembered = new AgentCache();
  private PostgresDatabase database;
  private JdbcSession session;

  @BeforeEach
  void open() throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(PostgresServer.url());
    source.setPrepareThreshold(1);
    database = new PostgresDatabase("test", source, settings);
    database.open();
    session = database.session(true);
  }

  @AfterEach
  void close() {
    session.close();
  }

  /** Prepared statement of the session on the server. */
  private record Prepared(String name, int parameters, long custom, String text) {}

  private List<Prepared> prepared() throws SQLException {
    return session.query(
        "SELECT name, cardinality(parameter_types), custom_plans, statement"
            + " FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared%'"
            + " AND statement ~ 'agent|turn|box'",
        row -> new Prepared(row.getString(1), row.getInt(2), row.getLong(3), row.getString(4)));
  }

  private String plan(Prepared statement) throws SQLException {
    String values = "NULL" + ", NULL".repeat(Math.max(0, statement.parameters - 1));
    String given = statement.parameters == 0 ? "" : "(" + values + ")";
    return String.join(
        "\n",
        session.query(
            "EXPLAIN EXECUTE \"" + statement.name + "\"" + given, row -> row.getString(1)));
  }

  @Test
  void what_was_planned_on_empty_tables_finds_by_keys_when_they_are_large() throws SQLException {
    RandomTransactions random = new RandomTransactions(1);
    for (int i = 0; i < 40; i++) {
      turns(random, i % 2 == 0 ? 1 : 4);
    }
    List<Prepared> before = prepared();
    for (RecordTable<?> table : TurnTables.ALL) {
      fill(table.name());
    }
    assertThat(before).hasSizeGreaterThan(60);
    assertThat(prepared()).containsAll(before);
    for (Prepared each : before) {
      String plan = plan(each);
      assertThat(plan).as(each.text).doesNotContain("Seq Scan").doesNotContain("Function Scan");
      assertThat(count(plan, "Index Cond: ")).as(plan).isEqualTo(count(plan, "Index (Only )?Scan"));
      assertThat(each.custom).as(each.text).isZero();
    }
  }

  private static long count(String plan, String what) {
    return plan.lines().filter(line -> line.matches(".*" + what + ".*")).count();
  }

  /** Runs random transactions of agents in one transaction. */
  private void turns(RandomTransactions random, int agents) throws SQLException {
    List<TurnWrite<?>> writes = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      var drawn = random.next(List.of("a" + i));
      writes.add(new TurnWrite<>(drawn.agent(), drawn.readHints(), drawn.work()));
    }
    try {
      new TurnGroup(session, database, remembered).execute(writes, new ArrayList<>());
      session.commit();
    } catch (StoreWrite.GroupRestart e) {
      session.rollback();
    }
  }

  private void fill(String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    String values =
        session
            .query(
                "SELECT column_name, data_type FROM information_schema.columns"
                    + " WHERE is_nullable = 'NO' AND table_name = ? AND table_schema = ?",
                row -> {
                  columns.add(row.getString(1));
                  return value(table, row.getString(1), row.getString(2));
                },
                table,
                settings.schema())
            .stream()
            .collect(Collectors.joining(", "));
    int added =
        session.update(
            "INSERT INTO "
                + table
                + "("
                + String.join(", ", columns)
                + ") SELECT "
                + values
                + " FROM generate_series(1000, ?) n",
            1000 + ROWS);
    assertThat(added).isGreaterThan(ROWS);
    session.commit();
  }

  private static @Nullable String value(String table, String column, String type) {
    if (column.equals("status")) {
      return "'" + STATUS.get(table) + "'";
    }
    return type.equals("text") ? "'x' || n" : "n";
  }

  @Test
  void a_value_that_is_missing_now_and_then_has_nothing_prepared_anew() throws SQLException {
    arm("why");
    List<Prepared> before = prepared();
    for (int i = 0; i < 10; i++) {
      arm(i % 3 == 0 ? null : "why");
    }
    assertThat(prepared()).isEqualTo(before).hasSize(1);
  }

  private void arm(@Nullable String why) throws SQLException {
    BatchStatement form = RowMapping.TIMERS.insert();
    StatementBatches<String> batches = new StatementBatches<>();
    Timer timer = new Timer("a", "n", Instant.EPOCH, why);
    batches.add(form, true, "it", CardTables.TIMERS.values(timer));
    batches.execute(session, true, of -> assertThat(of).isEmpty());
    session.commit();
  }
}

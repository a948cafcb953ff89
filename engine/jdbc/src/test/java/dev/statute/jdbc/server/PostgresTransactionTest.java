package dev.statute.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.JdbcTransactions;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.problem.Source;
import dev.statute.runtime.Engine;
import dev.statute.runtime.Listener;
import dev.statute.runtime.Reply;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.yaml.YamlCharts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Steps in transactions of the application: its rows and the steps are one commit. */
class PostgresTransactionTest {
  private static final Chart CHART =
      Chart.compile(
              YamlCharts.load(
                      new Source(
                          "order.yaml",
                          """
                          chart: order
                          initial: open
                          data: { lines: 0 }
                          states:
                            open:
                              on:
                                add: { do: [ { assign: { lines: data.lines + 1 } } ] }
                                pay: { to: paid, do: [ { call: { handler: charge } } ] }
                            paid: {}
                          """))
                  .get())
          .get();

  private final PostgresSettings settings = PostgresServer.newSchema();
  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final JdbcTransactions transactions = new JdbcTransactions(source);
  private final String table = "orders_" + settings.schema();
  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private JdbcStore store;
  private Engine engine;

  @BeforeEach
  void open() throws SQLException {
    source.setUrl(PostgresServer.url());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE " + table + "(id TEXT PRIMARY KEY)");
    }
    store = JdbcStore.postgres(source, settings, transactions);
    engine = engine(store);
  }

  private Engine engine(JdbcStore at) {
    Listener listener =
        new Listener() {
          @Override
          public void onStateChanged(String id, String from, String to, String reason) {
            changes.add(id + " " + to);
          }
        };
    return Engine.builder()
        .chart(CHART)
        .store(at)
        .handler(
            "charge",
            call -> {
              calls.add(call.instance());
              return Reply.of(null);
            })
        .listener(listener)
        .build();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private @Nullable Void insert(Connection connection, String id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO " + table + " VALUES ('" + id + "')");
    }
    return null;
  }

  private String rows() throws SQLException {
    try (Connection connection = source.getConnection()) {
      return first(connection, "SELECT coalesce(string_agg(id, ','), '') FROM " + table);
    }
  }

  private static String first(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private @Nullable Snapshot stored(String id) {
    var found = store.load(id, hash -> hash.equals(CHART.hash()) ? CHART : null);
    return found == null ? null : found.snapshot();
  }

  private Snapshot now(String id) {
    return Objects.requireNonNull(engine.instance(id).snapshot());
  }

  @Test
  void a_row_and_the_steps_of_two_instances_are_committed_together() throws Exception {
    transactions.run(
        connection -> {
          insert(connection, "o1");
          assertThat(engine.spawn("o1", "order").join().kind()).isEqualTo("started");
          assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
          assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
          assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
          assertThat(engine.sendOrSpawn("o2", "order", new Input.Event("add")).join().kind())
              .isEqualTo("taken");
          assertThat(rows()).isEmpty();
          assertThat(stored("o1")).isNull();
          assertThat(calls).isEmpty();
          assertThat(changes).isEmpty();
          return null;
        });
    assertThat(rows()).isEqualTo("o1");
    assertThat(stored("o1")).isNotNull();
    assertThat(stored("o2")).isNotNull();
    assertThat(calls.poll(30, TimeUnit.SECONDS)).isEqualTo("o1");
    assertThat(changes.poll(30, TimeUnit.SECONDS)).isNotNull();
    assertThat(now("o1").configuration()).containsExactly("paid");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 2L));
    assertThat(now("o2").data()).isEqualTo(Map.of("lines", 1L));
  }

  @Test
  void a_row_and_a_step_are_rolled_back_together() throws Exception {
    engine.spawn("o1", "order").join();
    changes.clear();
    assertThatThrownBy(
            () ->
                transactions.run(
                    connection -> {
                      insert(connection, "o1");
                      assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
                      assertThat(engine.spawn("o2", "order").join().kind()).isEqualTo("started");
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(rows()).isEmpty();
    assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
    assertThat(engine.instance("o2").ask("add").code()).isEqualTo("no-instance");
    assertThat(now("o1").configuration()).containsExactly("open");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 1L));
    assertThat(calls).isEmpty();
    assertThat(changes).isEmpty();
  }

  @Test
  void other_inputs_wait_for_the_end_of_the_transaction() throws Exception {
    engine.spawn("o1", "order").join();
    CompletableFuture<Outcome> other =
        transactions.run(
            connection -> {
              engine.instance("o1").ask("add");
              CompletableFuture<CompletableFuture<Outcome>> sent = new CompletableFuture<>();
              Thread thread = new Thread(() -> sent.complete(engine.instance("o1").send("add")));
              thread.start();
              assertThat(sent.get(30, TimeUnit.SECONDS)).isNotDone();
              return sent.join();
            });
    assertThat(other.get(30, TimeUnit.SECONDS).kind()).isEqualTo("taken");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 2L));
  }

  @Test
  void an_event_is_posted_with_the_transaction_or_not_at_all() throws Exception {
    engine.spawn("o1", "order").join();
    Input.Event add = new Input.Event("add", Map.of(), "e1");
    assertThatThrownBy(
            () ->
                transactions.run(
                    connection -> {
                      assertThat(engine.instance("o1").post(add).join().isNew()).isTrue();
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(store.readInbox("o1", 9)).isEmpty();
    assertThat(store.handled("o1", "e1")).isNull();
    boolean isNew = transactions.run(connection -> engine.instance("o1").post(add).join().isNew());
    assertThat(isNew).isTrue();
    assertThat(engine.instance("o1").ask(add).kind()).isEqualTo("duplicate");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 1L));
  }

  @Test
  void a_transaction_does_not_take_an_instance_from_another_worker() throws Exception {
    engine.spawn("o1", "order").join();
    try (JdbcStore second = JdbcStore.postgres(source, settings, transactions);
        Engine other = engine(second)) {
      Outcome outcome = transactions.run(connection -> other.instance("o1").ask("add"));
      assertThat(outcome.code()).isEqualTo("held");
      assertThat(outcome.message()).contains("post the event instead");
    }
  }

  @Test
  void a_step_that_another_worker_overtook_is_refused_and_the_transaction_continues()
      throws Exception {
    engine.spawn("o1", "order").join();
    try (Connection elsewhere = source.getConnection();
        Statement statement = elsewhere.createStatement()) {
      statement.execute("UPDATE " + settings.schema() + ".instances SET rev = rev + 7");
    }
    List<String> codes =
        transactions.run(
            connection -> {
              insert(connection, "o1");
              return List.of(
                  String.valueOf(engine.instance("o1").ask("add").code()),
                  String.valueOf(engine.instance("o1").ask("add").code()));
            });
    assertThat(codes).containsExactly("fenced", "fenced");
    assertThat(rows()).isEqualTo("o1");
  }

  @Test
  void steps_after_a_savepoint_that_is_rolled_back_happen_not_and_later_ones_do() throws Exception {
    engine.spawn("o1", "order").join();
    changes.clear();
    transactions.run(
        connection -> {
          assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
          Savepoint outer = connection.setSavepoint();
          assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
          Savepoint inner = connection.setSavepoint();
          assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
          assertThat(engine.spawn("o2", "order").join().kind()).isEqualTo("started");
          assertThat(engine.instance("o1").post(new Input.Event("add", Map.of(), "e1")).join())
              .isNotNull();
          connection.rollback(inner);
          connection.rollback(outer);
          assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
          Savepoint last = connection.setSavepoint();
          assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
          connection.rollback(last);
          return null;
        });
    assertThat(now("o1").configuration()).containsExactly("open");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 2L));
    assertThat(stored("o2")).isNull();
    assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 3L));
    assertThat(engine.instance("o2").ask("add").code()).isEqualTo("no-instance");
    assertThat(calls).isEmpty();
    assertThat(changes).isEmpty();
  }

  @Test
  void a_step_before_the_first_savepoint_that_is_rolled_back_stays() throws Exception {
    engine.spawn("o1", "order").join();
    transactions.run(
        connection -> {
          assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
          Savepoint point = connection.setSavepoint();
          insert(connection, "o1");
          connection.rollback(point);
          return null;
        });
    assertThat(now("o1").configuration()).containsExactly("paid");
    assertThat(calls.poll(30, TimeUnit.SECONDS)).isEqualTo("o1");
    assertThat(rows()).isEmpty();
  }

  @Test
  void the_thread_of_a_transaction_reads_what_it_committed() throws Exception {
    engine.spawn("o1", "order").join();
    for (long i = 1; i <= 200; i++) {
      transactions.run(connection -> engine.instance("o1").ask("add"));
      assertThat(now("o1").data()).isEqualTo(Map.of("lines", i));
    }
  }

  @Test
  void an_event_that_was_handled_is_a_duplicate_in_a_transaction_too() throws Exception {
    engine.spawn("o1", "order").join();
    for (int i = 0; i < 300; i++) {
      engine.instance("o1").ask(new Input.Event("add", Map.of(), "e" + i));
    }
    List<String> kinds =
        transactions.run(
            connection -> {
              List<String> outcomes = new ArrayList<>();
              for (int i = 0; i < 300; i++) {
                Input again = new Input.Event("add", Map.of(), "e" + i);
                outcomes.add(engine.instance("o1").ask(again).kind());
              }
              outcomes.add(engine.instance("o1").ask("add").kind());
              return outcomes;
            });
    assertThat(kinds.subList(0, 300)).containsOnly("duplicate");
    assertThat(kinds.get(300)).isEqualTo("taken");
    assertThat(now("o1").data()).isEqualTo(Map.of("lines", 301L));
  }

  @Test
  void the_search_path_of_the_connection_stays_as_it_was() throws Exception {
    transactions.run(
        connection -> {
          String before = first(connection, "SHOW search_path");
          engine.spawn("o1", "order").join();
          assertThat(first(connection, "SHOW search_path")).isEqualTo(before);
          return null;
        });
    assertThat(stored("o1")).isNotNull();
  }
}

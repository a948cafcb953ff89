package dev.statute.jdbc.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.internal.instance.AcceptWrite;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The filter of the inbox never denies an existing row. */
class InboxBloomFilterTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
  }

  private JdbcSession session() throws SQLException {
    return new SqliteDatabase(file, Durability.MEMORY, 1_000).session(true);
  }

  private static Entry entry(String instance, String event) {
    return new Entry(
        instance, event, new Input.Event("Add", Map.of(), event), CounterInstances.NOW);
  }

  private static AcceptWrite accept(String instance, String event) {
    return new AcceptWrite(entry(instance, event), EventLayout.CHAINED);
  }

  private static boolean mayHave(InboxBloomFilter filter, String instance, String event)
      throws SQLException {
    return filter.mightContain(new RowChange(WriteStatement.FIND_INBOX_ROW, instance, event));
  }

  /** Starts a transaction with another write. */
  private static void begin(InboxBloomFilter filter, JdbcSession session) throws SQLException {
    filter.begin(session, List.of(SimpleWrite.unconditional("nothing", List.of())));
  }

  private void add(String instance, int from, int to) {
    try (JdbcStore other = SqliteFiles.open(file)) {
      for (int n = from; n < to; n++) {
        assertThat(other.accept(entry(instance, "e" + n)).toCompletableFuture().join().isNew())
            .isTrue();
      }
    }
  }

  @Test
  void every_insertion_has_the_index_of_its_event() {
    for (WriteStatement sql : WriteStatement.values()) {
      assertThat(sql.eventParameter() >= 0)
          .as(sql.name())
          .isEqualTo(sql.sql.contains("INSERT INTO inbox"));
    }
    RowChange change = accept("i", "e").decisiveChange();
    assertThat(change).isNotNull();
    assertThat(change.values[change.statement.eventParameter()]).isEqualTo("e");
  }

  @Test
  void registered_rows_may_exist_and_others_do_not() throws SQLException {
    Random random = new Random(7);
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.CHAINED);
    Set<String> told = new HashSet<>();
    try (JdbcSession session = session()) {
      for (int n = 0; n < 20_000; n++) {
        String instance = "i" + random.nextInt(50);
        String event = "e" + random.nextInt(1_000_000);
        filter.begin(session, List.of(accept(instance, event)));
        told.add(instance + "/" + event);
        assertThat(mayHave(filter, instance, event)).isTrue();
      }
      for (String each : told) {
        String[] parts = each.split("/", 2);
        assertThat(mayHave(filter, parts[0], parts[1])).as(each).isTrue();
      }
      int wrong = 0;
      for (int n = 0; n < 20_000; n++) {
        wrong += mayHave(filter, "i" + n % 50, "f" + n) ? 1 : 0;
      }
      assertThat(wrong).as("events of 20,000 that are asked for in vain").isLessThan(20);
    }
  }

  @Test
  void rows_that_were_there_before_may_be_there() throws SQLException {
    add("i", 0, InboxBloomFilter.MAX_LEARNED_ROWS);
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.CHAINED);
    try (JdbcSession session = session()) {
      begin(filter, session);
      for (int n = 0; n < InboxBloomFilter.MAX_LEARNED_ROWS; n++) {
        assertThat(mayHave(filter, "i", "e" + n)).isTrue();
      }
      assertThat(mayHave(filter, "i", "other")).isFalse();
    }
  }

  @Test
  void of_an_instance_with_many_rows_every_event_is_looked_for() throws SQLException {
    add("i", 0, InboxBloomFilter.MAX_LEARNED_ROWS + 1);
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.CHAINED);
    try (JdbcSession session = session()) {
      begin(filter, session);
      assertThat(mayHave(filter, "i", "other")).isTrue();
      assertThat(mayHave(filter, "j", "other")).isFalse();
    }
  }

  @Test
  void after_a_foreign_write_every_event_is_queried_until_quiet() throws SQLException {
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.CHAINED);
    try (JdbcSession session = session()) {
      begin(filter, session);
      assertThat(mayHave(filter, "i", "e0")).isFalse();
      add("i", 0, 1);
      for (int n = 0; n < InboxBloomFilter.QUIET_GROUPS; n++) {
        begin(filter, session);
        assertThat(mayHave(filter, "i", "other")).isTrue();
      }
      begin(filter, session);
      assertThat(mayHave(filter, "i", "e0")).isTrue();
      assertThat(mayHave(filter, "i", "other")).isFalse();
    }
  }

  @Test
  void another_own_connection_counts_as_foreign() throws SQLException {
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.CHAINED);
    try (JdbcSession one = session()) {
      begin(filter, one);
      assertThat(mayHave(filter, "i", "e0")).isFalse();
    }
    add("i", 0, 1);
    try (JdbcSession two = session()) {
      begin(filter, two);
      assertThat(mayHave(filter, "i", "e0")).isTrue();
    }
  }

  @Test
  void where_several_write_it_knows_nothing() throws SQLException {
    InboxBloomFilter filter = new InboxBloomFilter(EventLayout.INDEXED);
    try (JdbcSession session = session()) {
      begin(filter, session);
      assertThat(mayHave(filter, "i", "e0")).isTrue();
    }
  }

  @Test
  void what_another_store_accepted_is_handled_in_its_row() throws SQLException {
    try (JdbcStore one = SqliteFiles.open(file);
        JdbcStore two = SqliteFiles.open(file)) {
      Snapshot snapshot = CounterInstances.start("i");
      assertThat(commit(one, snapshot, 0, List.of())).isEqualTo(Committed.DONE);
      for (int n = 1; n <= 60; n++) {
        String id = "e" + n;
        boolean accepted = n % 20 == 0;
        if (accepted) {
          assertThat(two.accept(entry("i", id)).toCompletableFuture().join())
              .isEqualTo(new Accepted(true, null));
        }
        snapshot = CounterInstances.next(snapshot, id);
        Handled taken = new Handled(id, "taken", null, null);
        assertThat(commit(one, snapshot, n, List.of(taken))).isEqualTo(Committed.DONE);
        assertThat(two.readInbox("i", 10)).as("after %s", id).isEmpty();
        assertThat(two.handled("i", id)).isEqualTo(taken);
      }
      assertThat(one.check()).isEmpty();
    }
  }

  @Test
  void an_event_that_was_handled_long_ago_is_not_handled_again() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = CounterInstances.start("i");
      commit(store, snapshot, 0, List.of());
      for (int n = 1; n <= 100; n++) {
        snapshot = CounterInstances.next(snapshot, "e" + n);
        Handled taken = new Handled("e" + n, "taken", null, null);
        assertThat(commit(store, snapshot, n, List.of(taken))).isEqualTo(Committed.DONE);
      }
      snapshot = CounterInstances.next(snapshot, "e1");
      Handled again = new Handled("e1", "taken", null, null);
      assertThat(commit(store, snapshot, 101, List.of(again))).isEqualTo(Committed.LOST);
      assertThat(store.handled("i", "e1")).isEqualTo(again);
    }
  }

  private static Committed commit(
      JdbcStore store, Snapshot snapshot, long revision, List<Handled> handled) {
    return CounterInstances.handle(store, snapshot, revision, ANN, handled).join();
  }
}

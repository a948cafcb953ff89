package dev.statute.jdbc.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SchemaDowngrade;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.step.Snapshot;
import dev.statute.store.Durability;
import dev.statute.store.InstanceAdministration.Pruned;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of linked events. */
class EventChainTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private static final Instant NOW = CounterInstances.NOW;
  private static final List<String> IDS = List.of("a", "b", "c");

  @TempDir Path folder;
  private Path file = Path.of("");
  private final Map<String, List<StreamEvent>> told = new HashMap<>();
  private final Map<String, Long> revisions = new HashMap<>();

  @BeforeEach
  void name() {
    file = folder.resolve("store.db");
  }

  /** Commits so many stream events. */
  private void tell(JdbcStore store, String id, int many, Instant at) {
    List<StreamEvent> before = told.computeIfAbsent(id, key -> new ArrayList<>());
    List<StreamEvent> stream = new ArrayList<>();
    for (int n = 1; n <= many; n++) {
      long number = before.size() + n;
      stream.add(new StreamEvent(number, at, "told", Map.of("n", number)));
    }
    long revision = revisions.getOrDefault(id, 0L);
    Snapshot snapshot = CounterInstances.start(id);
    Commit commit =
        new Commit(
            id,
            revision == 0 ? 0 : 1,
            revision,
            snapshot,
            revision == 0,
            null,
            ANN,
            at,
            stream,
            List.of(),
            Set.of(),
            List.of());
    assertThat(store.commit(commit).toCompletableFuture().join()).isEqualTo(Committed.DONE);
    before.addAll(stream);
    revisions.put(id, revision + 1);
  }

  private List<StreamEvent> expected(String id, long after, int atMost, long keptFrom) {
    return told.get(id).stream()
        .filter(event -> event.number() > after && event.number() >= keptFrom)
        .limit(atMost)
        .toList();
  }

  @Test
  void events_are_read_from_any_number_on_and_as_many_as_are_asked_for() {
    Random random = new Random(Long.getLong("seed", 5));
    try (JdbcStore one = SqliteFiles.open(file);
        JdbcStore two = SqliteFiles.open(file)) {
      for (int n = 0; n < 150; n++) {
        tell(random.nextBoolean() ? one : two, IDS.get(random.nextInt(3)), random.nextInt(4), NOW);
      }
      for (String id : IDS) {
        int last = told.get(id).size();
        assertThat(last).isGreaterThan(40);
        for (int after = 0; after <= last + 1; after++) {
          for (int atMost : new int[] {1, 2, 15, 16, 17, 40, Integer.MAX_VALUE}) {
            assertThat(one.events(id, after, atMost))
                .as("%s after %d, at most %d", id, after, atMost)
                .isEqualTo(expected(id, after, atMost, 0));
          }
        }
      }
      assertThat(one.check()).isEmpty();
    }
  }

  @Test
  void one_in_sixteen_has_a_place_in_an_index_and_none_is_searched_for() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      tell(store, "a", 100, NOW);
    }
    assertThat(SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM events WHERE number % 16 = 0"))
        .isEqualTo(6);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery(
                "EXPLAIN QUERY PLAN SELECT number, event_row FROM events WHERE instance_id = 'a'"
                    + " AND number >= 17 AND number % 16 = 0 ORDER BY number LIMIT 1")) {
      assertThat(plan.next()).isTrue();
      assertThat(plan.getString("detail")).contains("SEARCH").contains("ix_events_block");
    }
  }

  @Test
  void what_is_old_goes_from_the_first_on_and_the_rest_is_read_as_before() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      for (int n = 0; n < 60; n++) {
        tell(store, "a", 1, NOW.plusSeconds(n));
        tell(store, "b", 1, NOW.plusSeconds(60));
      }
      assertThat(store.prune(NOW.plusSeconds(37))).isEqualTo(new Pruned(0, 0, 37));
      for (int after = 0; after <= 60; after++) {
        for (int atMost : new int[] {1, 16, 100}) {
          assertThat(store.events("a", after, atMost)).isEqualTo(expected("a", after, atMost, 38));
        }
      }
      assertThat(store.events("b", 0, 100)).hasSize(60);
      assertThat(store.prune(NOW.plusSeconds(37))).isEqualTo(new Pruned(0, 0, 0));
      tell(store, "a", 1, NOW.plusSeconds(60));
      assertThat(store.events("a", 0, 100)).isEqualTo(expected("a", 0, 100, 38));
      assertThat(store.check()).isEmpty();
    }
  }

  @Test
  void reused_row_numbers_cause_no_confusion() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      tell(store, "a", 20, NOW);
      tell(store, "b", 20, NOW);
      assertThat(store.prune(NOW.plusSeconds(1)).events()).isEqualTo(40);
      assertThat(store.events("a", 0, 100)).isEmpty();
      tell(store, "c", 50, NOW.plusSeconds(2));
      tell(store, "b", 3, NOW.plusSeconds(2));
      assertThat(SqliteFiles.queryNumber(file, "SELECT MIN(event_row) FROM events")).isEqualTo(1);
      assertThat(store.events("a", 0, 100)).isEmpty();
      assertThat(store.events("b", 0, 100)).isEqualTo(expected("b", 20, 100, 0));
      assertThat(store.events("c", 0, 100)).hasSize(50);
      store.remove("b");
      assertThat(store.events("c", 0, 100)).hasSize(50);
      assertThat(SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM events")).isEqualTo(50);
    }
  }

  @Test
  void one_that_looks_old_behind_one_that_does_not_stays() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      tell(store, "a", 1, NOW);
      tell(store, "a", 1, NOW.plusSeconds(10));
      tell(store, "a", 1, NOW);
      tell(store, "b", 1, NOW);
      assertThat(store.prune(NOW.plusSeconds(5)).events()).isEqualTo(2);
      assertThat(store.events("a", 0, 100)).isEqualTo(expected("a", 1, 100, 0));
      assertThat(store.events("b", 0, 100)).isEmpty();
      assertThat(store.prune(NOW.plusSeconds(11)).events()).isEqualTo(2);
    }
  }

  @Test
  void an_instance_that_is_removed_and_begun_anew_has_only_its_new_events() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      tell(store, "a", 20, NOW);
      store.remove("a");
      assertThat(store.events("a", 0, 100)).isEmpty();
      revisions.put("a", 1L);
      Commit again =
          new Commit(
              "a",
              2,
              1,
              CounterInstances.start("a"),
              true,
              null,
              ANN,
              NOW,
              List.of(new StreamEvent(21, NOW, "told", Map.of())),
              List.of(),
              Set.of(),
              List.of());
      assertThat(store.commit(again).toCompletableFuture().join()).isEqualTo(Committed.DONE);
      assertThat(store.events("a", 0, 100)).extracting(StreamEvent::number).containsExactly(21L);
      assertThat(store.check()).isEmpty();
    }
  }

  @Test
  void an_event_that_is_missing_or_leads_elsewhere_is_named_and_removing_leaves_nothing()
      throws SQLException {
    Map<String, String> damages = new HashMap<>();
    damages.put("DELETE FROM events WHERE instance_id = 'a' AND number = 7", "'a/7'");
    damages.put("UPDATE events SET before_row = 1 WHERE instance_id = 'a' AND number = 7", "'a/7'");
    damages.put("UPDATE events SET payload = '{}' WHERE instance_id = 'a' AND number = 7", "'a/7'");
    damages.put("UPDATE events SET event_row = 99 WHERE instance_id = 'a' AND number = 7", "'a/7'");
    damages.put("UPDATE instances SET event_row = 2 WHERE instance_id = 'a'", "'a'");
    damages.put("UPDATE instances SET kept_from = 5 WHERE instance_id = 'a'", "'a'");
    int n = 0;
    for (Map.Entry<String, String> damage : damages.entrySet()) {
      file = folder.resolve("damaged" + n++ + ".db");
      told.clear();
      revisions.clear();
      try (JdbcStore store = SqliteFiles.open(file)) {
        for (int k = 0; k < 10; k++) {
          tell(store, "a", 1, NOW);
          tell(store, "b", 1, NOW);
        }
        assertThat(SqliteFiles.execute(file, damage.getKey())).isPositive();
        assertThatThrownBy(() -> store.events("a", 0, 100))
            .as(damage.getKey())
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("row " + damage.getValue())
            .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo("corrupted"));
        assertThat(store.events("b", 0, 100)).hasSize(10);
        store.remove("a");
        assertThat(
                SqliteFiles.queryNumber(
                    file, "SELECT COUNT(*) FROM events WHERE instance_id = 'a'"))
            .as(damage.getKey())
            .isZero();
        assertThat(store.events("b", 0, 100)).hasSize(10);
        assertThat(store.check()).isEmpty();
      }
    }
  }

  @Test
  void a_file_with_indexed_events_is_read_and_continued() throws Exception {
    try (JdbcStore store = SqliteFiles.open(file)) {
      for (int n = 0; n < 40; n++) {
        tell(store, "a", 1, NOW.plusSeconds(n));
        tell(store, "b", 1, NOW.plusSeconds(n));
      }
    }
    SchemaDowngrade.downgrade(file, 6);
    // as after the pruning of the first ones
    assertThat(
            SqliteFiles.execute(file, "DELETE FROM events WHERE number < 5 AND instance_id = 'b'"))
        .isPositive();
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE)) {
      assertThat(store.check()).isEmpty();
      tell(store, "a", 1, NOW.plusSeconds(40));
      tell(store, "b", 1, NOW.plusSeconds(40));
      for (int after = 0; after <= 41; after++) {
        for (int atMost : new int[] {1, 16, 100}) {
          assertThat(store.events("a", after, atMost)).isEqualTo(expected("a", after, atMost, 0));
          assertThat(store.events("b", after, atMost)).isEqualTo(expected("b", after, atMost, 5));
        }
      }
      assertThat(store.prune(NOW.plusSeconds(20)).events()).isEqualTo(36);
      assertThat(store.events("a", 0, 100)).isEqualTo(expected("a", 20, 100, 0));
      store.remove("a");
      assertThat(
              SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM events WHERE instance_id = 'a'"))
          .isZero();
      assertThat(store.check()).isEmpty();
    }
  }
}

package dev.statute.jdbc.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.internal.maintenance.StrandedInboxRow;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handled ids in the instance's own row, before they get a row in the inbox. */
class InlineHandledIdsTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("store.db");
  }

  private static Committed write(
      JdbcStore store, Snapshot snapshot, long revision, List<Handled> handled) {
    return CounterInstances.handle(store, snapshot, revision, ANN, handled).join();
  }

  private static Handled taken(String id) {
    return new Handled(id, "taken", null, null);
  }

  /** Starts an instance and handles so many events, each with an id. */
  private static Snapshot fill(JdbcStore store, int events) {
    Snapshot snapshot = CounterInstances.start("i");
    assertThat(write(store, snapshot, 0, List.of())).isEqualTo(Committed.DONE);
    for (int n = 1; n <= events; n++) {
      snapshot = CounterInstances.next(snapshot, "e" + n);
      assertThat(write(store, snapshot, n, List.of(taken("e" + n)))).isEqualTo(Committed.DONE);
    }
    return snapshot;
  }

  private static Accepted accept(JdbcStore store, String id) {
    Entry entry = new Entry("i", id, new Input.Event("Add", Map.of(), id), CounterInstances.NOW);
    return store.accept(entry).toCompletableFuture().join();
  }

  private long rows() throws SQLException {
    return SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM inbox");
  }

  @Test
  void sixteen_wait_and_the_seventeenth_takes_all_of_them_along() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(store, 16);
      assertThat(rows()).isZero();
      write(store, CounterInstances.next(snapshot, "e17"), 17, List.of(taken("e17")));
      assertThat(rows()).isEqualTo(17);
    }
  }

  @Test
  void each_is_known_wherever_it_lies() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(store, 100);
      for (int n = 1; n <= 100; n++) {
        String id = "e" + n;
        assertThat(store.handled("i", id)).isEqualTo(taken(id));
        assertThat(accept(store, id)).isEqualTo(new Accepted(false, taken(id)));
      }
      assertThat(store.readInbox("i", 10)).isEmpty();
      assertThat(write(store, CounterInstances.next(snapshot, "e1"), 101, List.of(taken("e1"))))
          .as("an id that the snapshot has long forgotten")
          .isEqualTo(Committed.LOST);
    }
  }

  @Test
  void similar_ids_are_distinguished() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      List<String> ids = List.of("a", "a\",\"b", "\n[\"c\",", "taken", "d\\", "e]\n[\"f\"");
      Snapshot snapshot = CounterInstances.start("i");
      write(store, snapshot, 0, List.of());
      for (int n = 0; n < ids.size(); n++) {
        snapshot = CounterInstances.next(snapshot, ids.get(n));
        write(store, snapshot, n + 1, List.of(taken(ids.get(n))));
      }
      for (String id : ids) {
        assertThat(accept(store, id).isNew()).as(id).isFalse();
      }
      for (String id : List.of("b", "c", "\",\"b", "d", "f", "A", ",", "1", "[")) {
        assertThat(store.handled("i", id)).as(id).isNull();
        assertThat(accept(store, id).isNew()).as(id).isTrue();
      }
    }
  }

  @Test
  void one_that_was_accepted_is_handled_in_its_row() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(store, 3);
      assertThat(accept(store, "e4").isNew()).isTrue();
      write(store, CounterInstances.next(snapshot, "e4"), 4, List.of(taken("e4")));
      assertThat(rows()).isEqualTo(1);
      assertThat(store.readInbox("i", 10)).isEmpty();
      assertThat(accept(store, "e4")).isEqualTo(new Accepted(false, taken("e4")));
    }
  }

  /**
   * Creates an answer that arrived both ways: it waits in the inbox, and the row contains its id.
   */
  private Snapshot broughtTwice(JdbcStore store) {
    Snapshot snapshot = fill(store, 3);
    assertThat(accept(store, "answer").isNew()).isTrue();
    Snapshot answered = CounterInstances.next(snapshot, "answer");
    assertThat(write(store, answered, 4, List.of())).isEqualTo(Committed.DONE);
    assertThat(store.readInbox("i", 10)).extracting(Entry::event).containsExactly("answer");
    return answered;
  }

  @Test
  void one_that_waits_though_it_is_among_the_latest_is_settled_once() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = broughtTwice(store);
      Handled duplicate = new Handled("answer", "duplicate", null, null);
      assertThat(write(store, snapshot, 5, List.of(duplicate))).isEqualTo(Committed.DONE);
      assertThat(store.readInbox("i", 10)).isEmpty();
      assertThat(write(store, snapshot, 6, List.of(duplicate))).isEqualTo(Committed.LOST);
      assertThat(store.check()).isEmpty();
    }
  }

  @Test
  void one_that_waits_though_it_is_among_the_latest_is_named_and_repaired() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      broughtTwice(store);
      Damage damage = new Damage("inbox", "i/answer", StrandedInboxRow.MESSAGE);
      assertThat(store.check()).containsExactly(damage);
      assertThat(store.repair(CounterInstances.NOW)).containsExactly(damage);
      assertThat(store.readInbox("i", 10)).isEmpty();
      assertThat(store.check()).isEmpty();
      assertThat(store.repair(CounterInstances.NOW)).isEmpty();
      assertThat(accept(store, "answer")).isEqualTo(new Accepted(false, taken("answer")));
    }
  }

  @Test
  void a_result_is_kept_if_the_snapshot_lacks_it() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(store, 3);
      Handled denied = new Handled("e4", "denied", "P1", "not today");
      Handled other = new Handled("e5", "ignored", null, null);
      write(
          store,
          CounterInstances.next(CounterInstances.next(snapshot, "e4"), "e5"),
          4,
          List.of(denied, other));
      assertThat(rows()).isEqualTo(2);
      assertThat(store.handled("i", "e4")).isEqualTo(denied);
      assertThat(store.handled("i", "e5")).isEqualTo(other);
    }
  }

  @Test
  void more_than_a_snapshot_remembers_at_once_pushes_none_out() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(store, 10);
      List<String> many = IntStream.range(0, 100).mapToObj(n -> "m" + n).toList();
      for (String id : many) {
        snapshot = CounterInstances.next(snapshot, id);
      }
      write(store, snapshot, 11, many.stream().map(InlineHandledIdsTest::taken).toList());
      Stream.concat(IntStream.rangeClosed(1, 10).mapToObj(n -> "e" + n), many.stream())
          .forEach(id -> assertThat(store.handled("i", id)).as(id).isEqualTo(taken(id)));
    }
  }

  @Test
  void a_snapshot_that_has_forgotten_them_leaves_them_to_the_inbox() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      fill(store, 10);
      // as a host might: its commits contain no ids
      write(store, CounterInstances.start("i"), 11, List.of());
      for (int n = 1; n <= 10; n++) {
        assertThat(store.handled("i", "e" + n)).isEqualTo(taken("e" + n));
      }
    }
    try (JdbcStore store = SqliteFiles.open(file)) {
      assertThat(store.check()).isEmpty();
      assertThat(accept(store, "e3").isNew()).isFalse();
    }
  }

  @Test
  void another_process_knows_them_too() {
    try (JdbcStore one = SqliteFiles.open(file);
        JdbcStore two = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(one, 10);
      for (int n = 11; n <= 200; n++) {
        String id = "e" + n;
        JdbcStore store = n / 7 % 2 == 0 ? one : two;
        snapshot = CounterInstances.next(snapshot, id);
        write(store, snapshot, n, List.of(taken(id)));
        JdbcStore other = store == one ? two : one;
        assertThat(other.handled("i", id)).isEqualTo(taken(id));
        assertThat(accept(other, "e" + (n - 8)).isNew()).isFalse();
      }
      assertThat(one.check()).isEmpty();
    }
  }

  @Test
  void an_instance_that_is_removed_has_forgotten_them() {
    try (JdbcStore store = SqliteFiles.open(file)) {
      fill(store, 5);
      store.remove("i");
      assertThat(store.handled("i", "e5")).isNull();
      assertThat(accept(store, "e5").isNew()).isTrue();
    }
  }

  @Test
  void a_completion_may_commit_at_once() throws Exception {
    Snapshot snapshot;
    try (JdbcStore store = SqliteFiles.open(file)) {
      snapshot = fill(store, 3);
    }
    // after a restart nothing is cached, and it must read
    try (JdbcStore store = SqliteFiles.open(file)) {
      Entry entry =
          new Entry("i", "w", new Input.Event("Add", Map.of(), "w"), CounterInstances.NOW);
      CompletableFuture<Committed> done =
          store
              .accept(entry)
              .thenCompose(
                  accepted -> {
                    store.settle("i", Set.of("i/1/0"));
                    Snapshot next = CounterInstances.next(snapshot, "e4");
                    return CounterInstances.handle(store, next, 4, ANN, List.of(taken("e4")));
                  })
              .toCompletableFuture();
      assertThat(done.get(30, TimeUnit.SECONDS)).isEqualTo(Committed.DONE);
    }
  }
}

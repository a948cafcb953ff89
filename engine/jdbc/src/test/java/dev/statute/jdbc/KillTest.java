package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.crash.CommitProcess;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.step.Snapshot;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that are killed, or stopped for longer than their lease. {@code
 * -Dstatute.kills=200} kills more often.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class KillTest {
  private static final int INSTANCES = 8;

  @TempDir Path folder;

  private static ChildProcess committer(
      String name, int instances, StoreAddress place, Map<String, Long> acked) {
    List<String> arguments = new ArrayList<>(List.of(name, String.valueOf(instances)));
    arguments.addAll(place.arguments());
    return new ChildProcess(
        CommitProcess.class,
        arguments,
        words -> {
          if (words[0].equals("acked")) {
            acked.put(words[1], Long.parseLong(words[2]));
          }
        });
  }

  private static void killed(int rounds, StoreAddress place) {
    Random random = new Random(rounds);
    Map<String, Long> acked = new ConcurrentHashMap<>();
    long commits = 0;
    for (int n = 0; n < rounds; n++) {
      try (ChildProcess child = committer("w" + n, INSTANCES, place, acked)) {
        child.await("acked", 1 + random.nextInt(400));
        child.kill();
      }
      try (JdbcStore store = place.open()) {
        assertThat(store.check()).isEmpty();
        commits = 0;
        for (int k = 0; k < INSTANCES; k++) {
          commits += CounterInstances.check(store, "i" + k, acked.getOrDefault("i" + k, 0L));
        }
        // the lease of a killed worker is not awaited
        store.workers().forEach(each -> store.retire(each.worker()));
      }
    }
    assertThat(commits).as("the children did commit").isGreaterThan(rounds);
  }

  @Test
  void what_sqlite_acknowledged_outlives_kill_9() {
    killed(Integer.getInteger("statute.kills", 3), StoreAddress.sqlite(folder.resolve("store.db")));
  }

  @Test
  void what_sqlite_acknowledged_without_a_flush_outlives_kill_9_too() {
    killed(
        Integer.getInteger("statute.kills", 2),
        StoreAddress.sqlite(folder.resolve("store.db"), Durability.PROCESS_SAFE));
  }

  @Test
  void what_postgres_acknowledged_outlives_kill_9_of_the_client() {
    killed(
        Integer.getInteger("statute.kills", 2), StoreAddress.postgres(PostgresServer.newSchema()));
  }

  @Test
  void a_process_that_was_stopped_beyond_its_lease_is_fenced_sqlite() {
    Path file = folder.resolve("store.db");
    // often stopped within a transaction; then retried soon
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE, 200)) {
      fenced(store, StoreAddress.sqlite(file));
    }
  }

  @Test
  void a_process_that_was_stopped_beyond_its_lease_is_fenced_postgres() {
    StoreAddress place = StoreAddress.postgres(PostgresServer.newSchema());
    try (JdbcStore store = place.open()) {
      fenced(store, place);
    }
  }

  private static void fenced(JdbcStore store, StoreAddress place) {
    Map<String, Long> acked = new ConcurrentHashMap<>();
    Worker other = new Worker("other", "other-1");
    Instant later = Instant.now().plus(Duration.ofHours(1));
    store.enlist(other, later, later.plusSeconds(30));
    try (ChildProcess child = committer("zombie", 1, place, acked)) {
      child.await("acked", 10);
      Stored taken = null;
      while (taken == null) {
        child.signal("STOP");
        try {
          taken =
              ((Claim.Taken) store.claim("i0", other, later, CounterInstances::chartOf)).stored();
        } catch (StoreException e) {
          // stopped within a transaction, which excludes others from the file
          assertThat(e.code()).isEqualTo("busy");
          child.signal("CONT");
        }
      }
      Snapshot next = CounterInstances.next(taken.snapshot());
      assertThat(CounterInstances.write(store, next, taken.epoch(), taken.revision(), other).join())
          .isEqualTo(Committed.DONE);
      child.signal("CONT");
      child.awaitEnd();
      assertThat(child.count("fenced")).as("the fence took effect").isEqualTo(1);
      assertThat(CounterInstances.check(store, "i0", acked.get("i0")))
          .isEqualTo(taken.revision() + 1);
    }
  }
}

package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Real processes that are killed, and stopped for longer than their lease. {@code
 * -Dstatute.kills=200} kills more often.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class KillTest {
  private static final int INSTANCES = 8;

  @TempDir Path folder;

  private static Child committer(String name, int instances, Place place, Map<String, Long> acked) {
    List<String> arguments = new ArrayList<>(List.of(name, String.valueOf(instances)));
    arguments.addAll(place.words());
    return new Child(
        Committer.class,
        arguments,
        words -> {
          if (words[0].equals("acked")) {
            acked.put(words[1], Long.parseLong(words[2]));
          }
        });
  }

  private static void killed(int rounds, Place place) {
    Random random = new Random(rounds);
    Map<String, Long> acked = new ConcurrentHashMap<>();
    long commits = 0;
    for (int n = 0; n < rounds; n++) {
      try (Child child = committer("w" + n, INSTANCES, place, acked)) {
        child.await("acked", 1 + random.nextInt(400));
        child.kill();
      }
      try (JdbcStore store = place.open()) {
        assertThat(store.check()).isEmpty();
        commits = 0;
        for (int k = 0; k < INSTANCES; k++) {
          commits += Counters.check(store, "i" + k, acked.getOrDefault("i" + k, 0L));
        }
        // the lease of whoever was killed is not waited for
        store.workers().forEach(each -> store.retire(each.worker()));
      }
    }
    assertThat(commits).as("the children did commit").isGreaterThan(rounds);
  }

  @Test
  void what_sqlite_acknowledged_outlives_kill_9() {
    killed(Integer.getInteger("statute.kills", 3), Place.sqlite(folder.resolve("store.db")));
  }

  @Test
  void what_sqlite_acknowledged_without_a_flush_outlives_kill_9_too() {
    killed(
        Integer.getInteger("statute.kills", 2),
        Place.sqlite(folder.resolve("store.db"), Durability.PROCESS_SAFE));
  }

  @Test
  void what_postgres_acknowledged_outlives_kill_9_of_the_client() {
    killed(Integer.getInteger("statute.kills", 2), Place.postgres(Postgres.settings()));
  }

  @Test
  void a_process_that_was_stopped_beyond_its_lease_is_fenced_sqlite() {
    Path file = folder.resolve("store.db");
    // it is often stopped within a transaction; then it is tried again, and soon
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE, 200)) {
      fenced(store, Place.sqlite(file));
    }
  }

  @Test
  void a_process_that_was_stopped_beyond_its_lease_is_fenced_postgres() {
    Place place = Place.postgres(Postgres.settings());
    try (JdbcStore store = place.open()) {
      fenced(store, place);
    }
  }

  private static void fenced(JdbcStore store, Place place) {
    Map<String, Long> acked = new ConcurrentHashMap<>();
    Worker other = new Worker("other", "other-1");
    Instant later = Instant.now().plus(Duration.ofHours(1));
    store.enlist(other, later, later.plusSeconds(30));
    try (Child child = committer("zombie", 1, place, acked)) {
      child.await("acked", 10);
      Stored taken = null;
      while (taken == null) {
        child.signal("STOP");
        try {
          taken = ((Claim.Taken) store.claim("i0", other, later, Counters::known)).stored();
        } catch (StoreException e) {
          // it was stopped within a transaction, which keeps others out of the file
          assertThat(e.code()).isEqualTo("busy");
          child.signal("CONT");
        }
      }
      Snapshot next = Counters.next(taken.snapshot());
      assertThat(Counters.write(store, next, taken.epoch(), taken.revision(), other).join())
          .isEqualTo(Committed.DONE);
      child.signal("CONT");
      child.awaitEnd();
      assertThat(child.said("fenced")).as("the fence took effect").isEqualTo(1);
      assertThat(Counters.check(store, "i0", acked.get("i0"))).isEqualTo(taken.revision() + 1);
    }
  }
}

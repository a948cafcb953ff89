package dev.statute.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Server stopped as by {@code pg_ctl stop -m immediate}, in the middle of commits. */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class PostgresCrashTest {
  private static final int INSTANCES = 4;
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;

  private EmbeddedPostgres start(int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .setServerConfig("fsync", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  /** Stops the server at once; returns the dying process. */
  private String crash() throws IOException, InterruptedException {
    String pid = Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0);
    new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
    return pid;
  }

  private EmbeddedPostgres again(int port, String pid) throws IOException {
    while (ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent()) {
      ChildProcess.pause();
    }
    Files.deleteIfExists(folder.resolve("data/epg-lock"));
    return start(port);
  }

  /** Counts up until the store fails, then records that. */
  private static void count(
      JdbcStore store, String id, Map<String, Long> acked, CountDownLatch failed) {
    Snapshot snapshot = CounterInstances.start(id);
    try {
      for (long revision = 0; ; revision++) {
        assertThat(
                CounterInstances.write(store, snapshot, Math.min(revision, 1), revision, ANN)
                    .join())
            .isEqualTo(Committed.DONE);
        acked.put(id, revision + 1);
        snapshot = CounterInstances.next(snapshot);
      }
    } catch (CompletionException e) {
      assertThat(((StoreException) e.getCause()).code()).isEqualTo("unreachable");
      failed.countDown();
    }
  }

  @Test
  void what_was_acknowledged_is_there_when_the_server_is_back_and_the_store_goes_on()
      throws IOException, InterruptedException {
    Map<String, Long> acked = new ConcurrentHashMap<>();
    CountDownLatch failed = new CountDownLatch(INSTANCES);
    EmbeddedPostgres server = start(0);
    String url = server.getJdbcUrl("postgres", "postgres");
    try (JdbcStore store = JdbcStore.postgres(url, PostgresSettings.DEFAULT)) {
      for (int k = 0; k < INSTANCES; k++) {
        String id = "i" + k;
        new Thread(() -> count(store, id, acked, failed)).start();
      }
      while (acked.size() < INSTANCES || acked.values().stream().mapToLong(n -> n).sum() < 200) {
        ChildProcess.pause();
      }
      String pid = crash();
      assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
      EmbeddedPostgres back = again(server.getPort(), pid);
      try {
        for (int k = 0; k < INSTANCES; k++) {
          CounterInstances.check(store, "i" + k, acked.getOrDefault("i" + k, 0L));
        }
        assertThat(store.check()).isEmpty();
        assertThat(CounterInstances.write(store, CounterInstances.start("new"), 0, 0, ANN).join())
            .isEqualTo(Committed.DONE);
      } finally {
        back.close();
      }
    }
  }

  @Test
  void turns_that_were_under_way_end_once_when_the_server_is_back()
      throws IOException, InterruptedException {
    EmbeddedPostgres server = start(0);
    StoreAddress place =
        StoreAddress.postgres(server.getJdbcUrl("postgres", "postgres"), PostgresSettings.DEFAULT);
    try (TurnClient client = new TurnClient(place.open());
        TurnWorkerProcesses hands = new TurnWorkerProcesses(place)) {
      ChildProcess one = hands.start();
      ChildProcess two = hands.start();
      for (int k = 0; k < 40; k++) {
        client.requestTurn("agent-" + k % INSTANCES);
      }
      client.serve(() -> client.ended() >= 8, one, two);
      EmbeddedPostgres back = again(server.getPort(), crash());
      try {
        client.serve(() -> client.ended() == client.requests(), one, two);
        client.check(hands.delivered());
        assertThat(hands.delivered()).isNotEmpty();
      } finally {
        back.close();
      }
    }
  }
}

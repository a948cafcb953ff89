package dev.statute.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.jdbc.fixture.TestTurns;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers of agents' turns in processes of their own, which are killed at any moment, or stopped
 * for longer than their lease and then resumed. {@code -Dstatute.kills=200} does so more often,
 * {@code -Dseed=N} at other moments.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class TurnKillTest {
  private static final int AGENTS = 4;
  private static final int MOST_TRIES = 20;

  /** The aim is a second more than the lease; a loaded machine needs more. */
  private static final Duration LATE = TestTurns.LEASE.plusSeconds(10);

  @TempDir Path folder;

  private void hurt(StoreAddress place, int times) {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    try (TurnClient client = new TurnClient(place.open());
        TurnWorkerProcesses hands = new TurnWorkerProcesses(place)) {
      ChildProcess survivor = hands.start();
      for (int n = 0; n < times; n++) {
        hurt(client, survivor, hands.start(), n % 2 == 0, 1 + random.nextInt(3));
      }
      overtake(client, survivor, hands);
      client.check(hands.delivered());
      System.out.printf(
          "%s, seed %d: %d workers hurt, %d requests: %d turns a success, %d failed; %d writes"
              + " fenced; turns of who was killed ended after %d ms at the latest%n",
          place.arguments().get(0),
          seed,
          times + 1,
          client.requests(),
          client.ended(TurnStatus.SUCCESS),
          client.ended(TurnStatus.FAILED),
          hands.fenced(),
          client.longestDelay().toMillis());
      assertThat(client.ended(TurnStatus.SUCCESS)).as("seed %d", seed).isPositive();
      assertThat(client.ended(TurnStatus.SUCCESS) + client.ended(TurnStatus.FAILED))
          .isEqualTo(client.requests());
      assertThat(hands.fenced()).as("the fence took effect").isPositive();
      assertThat(client.longestDelay()).as("given up too late").isLessThan(LATE);
    }
  }

  /** Kills or stops one worker, after it claimed so many turns. */
  private static void hurt(
      TurnClient client, ChildProcess survivor, ChildProcess victim, boolean kills, long claims) {
    ask(client);
    client.serve(
        () -> victim.count("claimed") >= claims || client.ended() == client.requests(),
        survivor,
        victim);
    if (kills) {
      victim.kill();
    } else {
      victim.signal("STOP");
    }
    // a worker stopped within a transaction excludes others from the file until it resumes
    client.killedAt(kills ? Instant.now() : Instant.MAX);
    if (!kills) {
      letGoOn(client, survivor, victim);
    }
    client.serve(() -> client.ended() == client.requests(), survivor);
    client.killedAt(Instant.MAX); // later failures are not the victim's
    victim.kill();
  }

  /** Stops one worker beyond its lease, and then resumes it with a pending write. */
  private static void overtake(
      TurnClient client, ChildProcess survivor, TurnWorkerProcesses hands) {
    ChildProcess victim = hands.start(true);
    long before = hands.fenced();
    for (int n = 0; victim.count("stands") == 0; n++) {
      assertThat(n).as("requests of which it claimed none").isLessThan(MOST_TRIES);
      ask(client);
      client.serve(
          () -> victim.count("stands") > 0 || client.ended() == client.requests(),
          survivor,
          victim);
    }
    letGoOn(client, survivor, victim);
    client.serve(() -> hands.fenced() > before, survivor, victim);
    client.serve(() -> client.ended() == client.requests(), survivor, victim);
    victim.kill();
  }

  private static void ask(TurnClient client) {
    for (int k = 0; k < 2 * AGENTS; k++) {
      client.requestTurn("agent-" + k % AGENTS);
    }
  }

  /** Resumes a stopped worker after others have claimed its turns. */
  private static void letGoOn(TurnClient client, ChildProcess survivor, ChildProcess victim) {
    // on another thread: this one may wait for the file that the victim holds
    CompletableFuture<Void> goesOn =
        CompletableFuture.runAsync(
            () -> victim.signal("CONT"),
            CompletableFuture.delayedExecutor(
                TestTurns.LEASE.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS));
    client.serve(goesOn::isDone, survivor);
    goesOn.join();
  }

  @Test
  void after_kills_and_stops_every_turn_ends_once_sqlite() {
    hurt(StoreAddress.sqlite(folder.resolve("store.db")), Integer.getInteger("statute.kills", 2));
  }

  @Test
  void after_kills_and_stops_every_turn_ends_once_postgres() {
    hurt(StoreAddress.postgres(PostgresServer.newSchema()), Integer.getInteger("statute.kills", 2));
  }
}

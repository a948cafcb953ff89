package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Words.TurnStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers of agents' turns in processes of their own, which are killed at any moment, or stopped
 * for longer than their lease and then let go on. {@code -Dstatute.kills=200} hurts more of them,
 * {@code -Dseed=N} at other moments.
 */
@DisabledOnOs(OS.WINDOWS)
class TurnKillTest {
  private static final int AGENTS = 4;
  private static final int MOST_TRIES = 20;
  private static final Duration STUCK = Duration.ofSeconds(60);

  /** A second more than the lease is the aim; a machine with much to do needs more. */
  private static final Duration LATE = Agents.LEASE.plusSeconds(10);

  @TempDir Path folder;
  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private final AtomicLong fenced = new AtomicLong();
  private final List<Child> hands = new ArrayList<>();
  private int named;

  private Child hand(Place place) {
    List<String> arguments = new ArrayList<>(List.of("hand-" + named++));
    arguments.addAll(place.words());
    Child child =
        new Child(
            Hand.class,
            arguments,
            words -> {
              if (words[0].equals("delivered")) {
                delivered.add(words[1]);
              } else if (words[0].equals("lost")) {
                fenced.incrementAndGet();
              }
            });
    hands.add(child);
    return child;
  }

  /** The client goes on with its work until something is so. */
  private static void serve(Client client, BooleanSupplier until, Child... living) {
    Instant end = Instant.now().plus(STUCK);
    while (!until.getAsBoolean()) {
      client.serve();
      for (Child each : living) {
        each.mustLive();
      }
      assertThat(Instant.now())
          .as("stuck: %d of %d turns are over", client.ended(), client.requests())
          .isBefore(end);
      Child.pause();
    }
  }

  private void hurt(Place place, int times) {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    try (Client client = new Client(place.open())) {
      Child survivor = hand(place);
      survivor.await("ready", 1);
      int n = 0;
      // the last one is stopped until it was overtaken with a write to make
      for (; n < times || (fenced.get() == 0 && n < times + MOST_TRIES); n++) {
        boolean kills = n % 2 == 0 && n < times;
        hurt(client, survivor, hand(place), kills, 1 + random.nextInt(3));
      }
      client.check(delivered);
      System.out.printf(
          "seed %d: %d workers hurt, %d requests: %d turns a success, %d failed; %d writes fenced;"
              + " turns of who was killed ended after %d ms at the latest%n",
          seed,
          n,
          client.requests(),
          client.ended(TurnStatus.SUCCESS),
          client.ended(TurnStatus.FAILED),
          fenced.get(),
          client.latest().toMillis());
      assertThat(client.ended(TurnStatus.SUCCESS)).as("seed %d", seed).isPositive();
      assertThat(client.ended(TurnStatus.SUCCESS) + client.ended(TurnStatus.FAILED))
          .isEqualTo(client.requests());
      assertThat(fenced).as("the fence took effect").hasPositiveValue();
      assertThat(client.latest()).as("given up too late").isLessThan(LATE);
    } finally {
      hands.forEach(Child::close);
    }
  }

  /** One worker, after it claimed so many turns. */
  private static void hurt(
      Client client, Child survivor, Child victim, boolean kills, long claims) {
    victim.await("ready", 1);
    for (int k = 0; k < 2 * AGENTS; k++) {
      client.ask("agent-" + k % AGENTS);
    }
    serve(
        client,
        () -> victim.said("claimed") >= claims || client.ended() == client.requests(),
        survivor,
        victim);
    if (kills) {
      victim.kill();
    } else {
      victim.signal("STOP");
    }
    // who was stopped within a transaction keeps others out of the file until it goes on
    client.killed(kills ? Instant.now() : Instant.MAX);
    if (!kills) {
      Instant over = Instant.now().plus(Agents.LEASE.multipliedBy(2));
      serve(client, () -> Instant.now().isAfter(over), survivor);
      victim.signal("CONT");
    }
    serve(client, () -> client.ended() == client.requests(), survivor);
    victim.kill();
  }

  @Test
  void whoever_is_killed_or_stopped_every_turn_ends_once_sqlite() {
    hurt(Place.sqlite(folder.resolve("store.db")), Integer.getInteger("statute.kills", 4));
  }

  @Test
  void whoever_is_killed_or_stopped_every_turn_ends_once_postgres() {
    hurt(Place.postgres(Postgres.settings()), Integer.getInteger("statute.kills", 4));
  }
}

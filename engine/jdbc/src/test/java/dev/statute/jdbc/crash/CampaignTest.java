package dev.statute.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.policy.spi.Policy;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StreamEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Long trials at a small size: migrations that are killed ({@code -Dstatute.kills=500}), clocks
 * that are set ({@code -Dclock.jumps=1000}), many events and streams ({@code
 * -Dstatute.events=1000000 -Dstatute.streams=10000}).
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("long")
class CampaignTest {
  private static final long SEED = Long.getLong("seed", 17);

  /** Instances that each killed process moves at most, and adds on the way. */
  private static final int BATCH = 40;

  @TempDir Path folder;

  private static void start(JdbcStore store, int from) {
    try (Engine engine =
        Engine.builder()
            .store(store)
            .chart(Interpreter.of(MigrationProcess.FROM, Policy.NONE))
            .build()) {
      for (int n = from; n < from + BATCH; n++) {
        engine.spawn(MigrationProcess.id(n), "order").join();
        for (int line = 0; line < n % 4; line++) {
          engine.instance(MigrationProcess.id(n)).ask("add");
        }
      }
    }
  }

  private static void requireWhole(JdbcStore store, int number, boolean moved) {
    String id = MigrationProcess.id(number);
    Stored stored = store.load(id, MigrationProcess::chartOf);
    assertThat(stored).as(id).isNotNull();
    Snapshot snapshot = stored.snapshot();
    boolean isMoved = snapshot.chart().hash().equals(MigrationProcess.TO.hash());
    assertThat(isMoved || !moved).as("%s was acknowledged as moved", id).isTrue();
    assertThat(snapshot.configuration()).containsExactly(isMoved ? "started" : "open");
    assertThat(snapshot.data().get("lines")).isEqualTo((long) (number % 4));
    List<StreamEvent> events = store.events(id, 0, 1000);
    assertThat(events.stream().filter(event -> event.type().equals("migrated")))
        .hasSize(isMoved ? 1 : 0);
    assertThat(stored.events()).isEqualTo(events.size());
  }

  private static void migrate(int kills, StoreAddress place) {
    Random random = new Random(SEED);
    Set<String> acked = ConcurrentHashMap.newKeySet();
    int cut = 0;
    for (int n = 0; n < kills; n++) {
      int from = n * BATCH;
      try (JdbcStore store = place.open()) {
        start(store, from);
      }
      List<String> arguments =
          new ArrayList<>(List.of("m" + n, String.valueOf(from), String.valueOf(BATCH)));
      arguments.addAll(place.arguments());
      try (ChildProcess child =
          new ChildProcess(
              MigrationProcess.class,
              arguments,
              words -> {
                if (words[0].equals("moved")) {
                  acked.add(words[1]);
                }
              })) {
        child.await("moved", 1 + random.nextInt(BATCH - 5));
        child.kill();
      }
      try (JdbcStore store = place.open()) {
        store.workers().forEach(each -> store.retire(each.worker()));
        assertThat(store.check()).isEmpty();
        for (int k = from; k < from + BATCH; k++) {
          boolean moved = acked.contains(MigrationProcess.id(k));
          requireWhole(store, k, moved);
          cut += moved ? 0 : 1;
        }
      }
    }
    assertThat(cut).as("instances that a kill kept from moving").isPositive();
    rest(kills, place).awaitEnd();
    try (JdbcStore store = place.open()) {
      for (int k = 0; k < kills * BATCH; k++) {
        requireWhole(store, k, true);
      }
    }
  }

  /** Starts a process that moves the rest. */
  private static ChildProcess rest(int kills, StoreAddress place) {
    List<String> arguments = new ArrayList<>(List.of("rest", "0", String.valueOf(kills * BATCH)));
    arguments.addAll(place.arguments());
    return new ChildProcess(MigrationProcess.class, arguments, words -> {});
  }

  @Test
  void migrations_that_are_killed_lose_nothing_and_go_on_sqlite() {
    migrate(Integer.getInteger("statute.kills", 2), StoreAddress.sqlite(folder.resolve("s.db")));
  }

  @Test
  void migrations_that_are_killed_lose_nothing_and_go_on_postgres() {
    migrate(
        Integer.getInteger("statute.kills", 2), StoreAddress.postgres(PostgresServer.newSchema()));
  }

  /** Clock of the machine that is set at will. */
  private static final class SetClock implements Clock {
    private final List<SetAlarm> alarms = new ArrayList<>();
    private volatile Duration offset = Duration.ZERO;

    @Override
    public Instant now() {
      return Clock.system().now().plus(offset);
    }

    @Override
    public Clock steady() {
      return Clock.system().steady();
    }

    void set(Duration offset) {
      this.offset = offset;
      List<SetAlarm> all;
      synchronized (alarms) {
        all = List.copyOf(alarms);
      }
      all.forEach(SetAlarm::arm);
    }

    @Override
    public Alarm alarm(Runnable ring) {
      SetAlarm alarm = new SetAlarm(ring);
      synchronized (alarms) {
        alarms.add(alarm);
      }
      return alarm;
    }

    private final class SetAlarm implements Alarm {
      private final AtomicReference<@Nullable Instant> at = new AtomicReference<>();
      private final Alarm alarm;

      SetAlarm(Runnable ring) {
        alarm =
            Clock.system()
                .alarm(
                    () -> {
                      if (at.getAndSet(null) != null) {
                        ring.run();
                      }
                    });
      }

      void arm() {
        Instant instant = at.get();
        if (instant != null) {
          alarm.set(instant.minus(offset));
        }
      }

      @Override
      public void set(Instant instant) {
        at.set(instant);
        arm();
      }

      @Override
      public void clear() {
        at.set(null);
        alarm.clear();
      }
    }
  }

  @Test
  void two_workers_whose_clocks_are_set_lose_and_repeat_nothing_on_postgres() throws Exception {
    int jumps = Integer.getInteger("clock.jumps", 40);
    Random random = new Random(SEED);
    var schema = PostgresServer.newSchema();
    List<SetClock> clocks = List.of(new SetClock(), new SetClock());
    Map<String, Long> sent = new ConcurrentHashMap<>();
    try (JdbcStore first = StoreAddress.postgres(schema).open();
        JdbcStore second = StoreAddress.postgres(schema).open();
        Engine one = worker(first, clocks.get(0));
        Engine two = worker(second, clocks.get(1))) {
      List<Engine> engines = List.of(one, two);
      for (int k = 0; k < 8; k++) {
        one.spawn("o" + k, "order").get(30, TimeUnit.SECONDS);
      }
      for (int n = 0; n < jumps; n++) {
        clocks.get(random.nextInt(2)).set(Duration.ofSeconds(random.nextInt(14_400) - 7_200));
        for (int k = 0; k < 8; k++) {
          String id = "o" + k;
          Input input = new Input.Event("add", Map.of(), "e" + n);
          Engine by = engines.get(random.nextInt(2));
          Outcome outcome = by.instance(id).send(input).get(60, TimeUnit.SECONDS);
          assertThat(outcome.kind()).as("jump %d, %s: %s", n, id, outcome).isEqualTo("taken");
          sent.merge(id, 1L, Long::sum);
          Outcome again =
              engines.get(random.nextInt(2)).instance(id).send(input).get(60, TimeUnit.SECONDS);
          assertThat(again.kind()).as("jump %d, %s: %s", n, id, again).isEqualTo("duplicate");
        }
      }
      assertThat(first.check()).isEmpty();
      for (int k = 0; k < 8; k++) {
        Stored stored = first.load("o" + k, MigrationProcess::chartOf);
        assertThat(stored).isNotNull();
        assertThat(stored.snapshot().data().get("lines")).isEqualTo(sent.get("o" + k));
      }
    }
  }

  private static Engine worker(JdbcStore store, Clock clock) {
    return Engine.builder()
        .store(store)
        .clock(clock)
        .poll(Duration.ofMillis(20))
        .chart(Interpreter.of(MigrationProcess.FROM, Policy.NONE))
        .build();
  }

  /** Returns the heap in use after a collection, in bytes. */
  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void many_streams_get_every_event_and_many_events_leave_nothing_in_memory() throws Exception {
    int streams = Integer.getInteger("statute.streams", 500);
    int events = Integer.getInteger("statute.events", 40_000);
    try (JdbcStore store = StoreAddress.sqlite(folder.resolve("many.db")).open();
        Engine engine =
            Engine.builder()
                .store(store)
                .chart(Interpreter.of(MigrationProcess.FROM, Policy.NONE))
                .build()) {
      CountDownLatch received = new CountDownLatch(streams);
      for (int n = 0; n < streams; n++) {
        String id = "s" + n;
        var unused = engine.instance(id).subscribe(0, event -> received.countDown());
      }
      for (int n = 0; n < streams; n++) {
        engine.spawn("s" + n, "order").get(60, TimeUnit.SECONDS);
      }
      assertThat(received.await(300, TimeUnit.SECONDS))
          .as("%d streams got nothing", received.getCount())
          .isTrue();
      long before = 0;
      for (int n = 0; n < events; n += 100) {
        List<CompletableFuture<Outcome>> sent = new ArrayList<>();
        for (int k = 0; k < 100; k++) {
          Input input = new Input.Event("add", Map.of(), "e" + (n + k));
          sent.add(engine.instance("s" + (n + k) % 50).send(input));
        }
        for (var each : sent) {
          assertThat(each.get(60, TimeUnit.SECONDS).kind()).isEqualTo("taken");
        }
        if (n == events / 4 / 100 * 100) {
          before = usedHeap();
        }
      }
      long growth = usedHeap() - before;
      assertThat(growth).as("bytes that three quarters of the events left").isLessThan(16_000_000);
      System.out.printf(
          "%d streams, %d events: heap grew by %d KiB over the last three quarters%n",
          streams, events, growth / 1024);
    }
  }
}

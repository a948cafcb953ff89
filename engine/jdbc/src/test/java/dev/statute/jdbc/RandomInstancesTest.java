package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.MemoryStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random lives of a few instances, written by two processes in turn, which are also restarted: a
 * database answers for each like memory.
 */
@Tag("long")
class RandomInstancesTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Chart CHART =
      Chart.compile(
              YamlCharts.load(
                      new Source(
                          "drawn.yaml",
                          """
                          chart: drawn
                          states:
                            a: { on: { Go: b, End: done } }
                            b: { on: { Go: a, End: done } }
                            done: { final: true }
                          """))
                  .get())
          .get();
  private static final Interpreter BY = Interpreter.of(CHART, Policy.NONE);
  private static final List<String> INSTANCES = List.of("i", "i/1", "j");
  private static final int IDS = 120;

  @TempDir Path folder;

  private final InstanceStore memory = new MemoryStore();
  private final List<JdbcStore> files = new ArrayList<>();

  static LongStream seeds() {
    long first = Long.getLong("seed", System.nanoTime());
    return LongStream.range(first, first + Integer.getInteger("seeds", 4));
  }

  /** Asks both stores, which must agree; returns the answer. */
  private <T> T same(String what, Random random, Function<InstanceStore, T> question) {
    T said = question.apply(files.get(random.nextInt(files.size())));
    assertThat(said).as(what).isEqualTo(question.apply(memory));
    return said;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sqlite(long seed) {
    live(seed, () -> JdbcStore.sqlite(folder.resolve("store.db"), Durability.MEMORY));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void postgres(long seed) {
    PostgresSettings settings = PostgresSettings.DEFAULT.withSchema("drawn_instances");
    JdbcStore.postgres(PostgresServer.url(), settings).close();
    PostgresServer.clear(settings);
    live(seed, () -> JdbcStore.postgres(PostgresServer.url(), settings));
  }

  private void live(long seed, Supplier<JdbcStore> store) {
    Random random = new Random(seed);
    files.add(store.get());
    files.add(store.get());
    try {
      for (int n = 0; n < 400; n++) {
        String id = INSTANCES.get(random.nextInt(INSTANCES.size()));
        String what = "seed " + seed + ", number " + n;
        switch (random.nextInt(20)) {
          case 0 -> {
            int which = random.nextInt(2);
            files.get(which).close();
            files.set(which, store.get());
          }
          case 1, 2, 3 -> {
            String event = "e" + random.nextInt(IDS);
            Entry entry = new Entry(id, event, new Input.Event("Go", Map.of(), event), NOW);
            same(what, random, it -> it.accept(entry).toCompletableFuture().join());
          }
          case 4 -> {
            // without an instance there are no numbers that could go back
            if (random.nextInt(6) == 0 && memory.load(id, hash -> CHART) != null) {
              same(
                  what,
                  random,
                  it -> {
                    it.remove(id);
                    return true;
                  });
            }
          }
          default -> commit(random, id, what);
        }
        if (n % 20 == 0) {
          compare(random, what);
        }
      }
      compare(random, "seed " + seed);
      assertThat(files.get(0).check()).isEmpty();
    } finally {
      files.forEach(JdbcStore::close);
    }
  }

  /** Expectation of a commit, for an existing or removed instance. */
  private record Place(
      long epoch,
      long revision,
      long events,
      @Nullable Map<String, ?> snapshot,
      List<Entry> inbox) {
    static Place of(Claim claim) {
      if (claim instanceof Claim.Taken taken) {
        Stored stored = taken.stored();
        return new Place(
            stored.epoch(),
            stored.revision(),
            stored.events(),
            stored.snapshot().toMap(),
            stored.inbox());
      }
      Claim.Absent none = (Claim.Absent) claim;
      return new Place(none.epoch(), none.revision(), none.events(), null, none.inbox());
    }
  }

  private void commit(Random random, String id, String what) {
    Place place = same(what, random, store -> Place.of(store.claim(id, ANN, NOW, hash -> CHART)));
    Map<String, ?> stored = place.snapshot;
    Snapshot snapshot = stored == null ? null : Snapshot.fromMap(CHART, stored);
    boolean begins = snapshot == null || (snapshot.isDone() && random.nextInt(3) == 0);
    if (begins) {
      snapshot = BY.start(id, Map.of(), NOW).snapshot();
    }
    List<Handled> handled = new ArrayList<>();
    int events = random.nextInt(12) == 0 ? 70 : random.nextInt(3);
    for (int n = 0; n < events; n++) {
      boolean fromInbox = n < place.inbox.size() && random.nextInt(3) > 0;
      String event = fromInbox ? place.inbox.get(n).event() : "e" + random.nextInt(IDS);
      String name = random.nextInt(25) == 0 ? "End" : "Go";
      Step step = BY.step(snapshot, new Input.Event(name, Map.of(), event), NOW);
      snapshot = step.snapshot();
      boolean hasCode = random.nextInt(10) == 0;
      handled.add(
          new Handled(event, step.outcome().kind(), hasCode ? "C1" : null, hasCode ? "why" : null));
    }
    List<StreamEvent> stream = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      long number = place.events + stream.size() + 1;
      stream.add(new StreamEvent(number, NOW, "told", Map.of("n", number)));
    }
    Commit commit =
        new Commit(
            id,
            place.epoch,
            place.revision,
            snapshot,
            begins,
            null,
            ANN,
            NOW,
            stream,
            List.of(),
            Set.of(),
            handled,
            null);
    same(what, random, store -> store.commit(commit).toCompletableFuture().join());
  }

  private void compare(Random random, String what) {
    for (String id : INSTANCES) {
      same(what, random, store -> store.readInbox(id, 1_000));
      long after = random.nextInt(100);
      int atMost = 1 + random.nextInt(40);
      same(what, random, store -> store.events(id, after, atMost));
      same(what, random, store -> store.events(id, 0, 10_000));
      same(
          what,
          random,
          store ->
              IntStream.range(0, IDS)
                  .mapToObj(n -> store.handled(id, "e" + n))
                  .filter(Objects::nonNull)
                  .toList());
    }
  }
}

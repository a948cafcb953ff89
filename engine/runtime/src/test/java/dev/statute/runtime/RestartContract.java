package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random charts on random paths: an engine that restarts after every step, on a store that is
 * closed and opened again, against one that never stops. After every step all stored data must be
 * equal. {@code -Drestart.charts=1000} runs more, {@code -Dseed=…} others.
 */
@Tag("long")
public abstract class RestartContract {
  private static final long SEED = Long.getLong("seed", 11);

  /** Opens an empty store. */
  protected abstract InstanceStore open();

  /** Opens the store again as in a new process; returns the same one if that is impossible. */
  protected InstanceStore reopen(InstanceStore store) {
    return store;
  }

  /** Returns the default number of charts. */
  protected int charts() {
    return 40;
  }

  private final ManualClock clock = new ManualClock();

  /** Engine on a store, with the unanswered calls of handlers. */
  private final class Host {
    private final Chart chart;
    private InstanceStore store;
    private Engine engine;
    private final List<String> unanswered = new ArrayList<>();

    Host(Chart chart, InstanceStore store) {
      this.chart = chart;
      this.store = store;
      this.engine = build();
    }

    private Engine build() {
      return Engine.builder()
          .clock(clock)
          .sameThread()
          .store(store)
          .random(new SplittableRandom(1))
          .chart(chart)
          .chart(RandomDurableCharts.child())
          .handler("quick", call -> Reply.of(call.key()))
          .asyncHandler(
              "slow",
              call -> {
                if (!unanswered.contains(call.key())) {
                  unanswered.add(call.key());
                }
                return new CompletableFuture<>();
              })
          .build();
    }

    void restart() {
      engine.close();
      store = reopen(store);
      engine = build();
    }

    Map<String, Object> all() {
      Map<String, Object> all = new LinkedHashMap<>();
      for (InstanceSummary each : store.list(Filter.all(1000))) {
        InstanceSummary free =
            new InstanceSummary(
                each.id(),
                each.status(),
                each.chart(),
                each.version(),
                each.configuration(),
                each.revision(),
                each.changed(),
                each.due(),
                each.waiting(),
                each.owing(),
                null,
                each.reason(),
                each.denied());
        Map<String, @Nullable Object> kept =
            new LinkedHashMap<>(store.inspect(each.id()) == null ? Map.of() : kept(each.id()));
        all.put(each.id(), List.of(free, kept, store.events(each.id(), 0, 1000)));
      }
      return all;
    }

    private Map<String, @Nullable Object> kept(String id) {
      Map<String, @Nullable Object> kept = new LinkedHashMap<>();
      Map<String, @Nullable Object> all = store.inspect(id);
      if (all != null) {
        kept.put("snapshot", all.get("snapshot"));
      }
      return kept;
    }
  }

  @Test
  void an_engine_that_restarts_after_every_step_does_what_one_does_that_never_stops() {
    int charts = Integer.getInteger("restart.charts", charts());
    int revisions = 0;
    int pending = 0;
    for (int i = 0; i < charts; i++) {
      long seed = SEED * 1_000_003 + i;
      Random random = new Random(seed);
      Chart chart = RandomDurableCharts.chart(random);
      Host steady = new Host(chart, new MemoryStore());
      Host restarted = new Host(chart, open());
      List<String> path = new ArrayList<>();
      for (int step = 0; step < 12; step++) {
        String what = act(random, step, List.of(steady, restarted));
        path.add(what);
        restarted.restart();
        assertThat(restarted.all()).as("seed %d, after %s", seed, path).isEqualTo(steady.all());
      }
      for (InstanceSummary each : steady.store.list(Filter.all(1000))) {
        revisions += (int) each.revision();
        pending += each.owing();
      }
      steady.engine.close();
      restarted.engine.close();
      restarted.store.close();
    }
    assertThat(revisions).as("commits compared").isGreaterThan(charts * 8);
    assertThat(pending).as("effects that were owed at the end").isGreaterThan(charts / 4);
  }

  private String act(Random random, int step, List<Host> hosts) {
    clock.advance(
        Duration.ofMillis(7 + 10L * step)); // so that no two timers are due at one instant
    if (step == 0) {
      hosts.forEach(host -> host.engine.spawn("i", "random").join());
      return "spawn i";
    }
    if (step == 1) {
      hosts.forEach(host -> host.engine.spawn("other", "random").join());
      return "spawn other";
    }
    switch (random.nextInt(6)) {
      case 0 -> {
        Duration by = Duration.ofMillis(500 + random.nextInt(8000));
        clock.advance(by);
        return "wait " + by;
      }
      case 1 -> {
        String event = "e" + step;
        Input input =
            new Input.Event(RandomDurableCharts.EVENTS.get(random.nextInt(4)), null, event);
        hosts.forEach(host -> host.engine.instance("i").post(input).join());
        hosts.forEach(host -> host.engine.instance("i").post(input).join());
        return "post " + input;
      }
      case 2 -> {
        List<String> keys = hosts.get(0).unanswered;
        if (keys.isEmpty()) {
          return "nothing";
        }
        String key = keys.remove(0);
        hosts.get(1).unanswered.remove(key);
        String id = key.substring(0, key.indexOf('/'));
        Input answer = new Input.Event("done.call.slow", Map.of("value", key), key);
        hosts.forEach(host -> host.engine.instance(id).ask(answer));
        return "answer " + key;
      }
      default -> {
        String event = RandomDurableCharts.EVENTS.get(random.nextInt(4));
        hosts.forEach(host -> host.engine.instance("i").ask(event));
        return event;
      }
    }
  }
}

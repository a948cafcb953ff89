package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Properties of many threads and instances that hold for every schedule. */
class ConcurrencyTest {
  private static final int SENDERS = 6;
  private static final int INSTANCES = 20;
  private static final int EACH = 200;
  private static final int PER_SENDER = 1_000_000;

  /** Store that commits on another thread, like a group commit. */
  private static final class SlowStore extends ForwardingInstanceStore {
    private final ExecutorService writer = Executors.newSingleThreadExecutor();

    SlowStore() {
      super(new MemoryStore());
    }

    @Override
    public CompletionStage<Committed> commit(Commit commit) {
      return CompletableFuture.supplyAsync(
          () -> super.commit(commit).toCompletableFuture().join(), writer);
    }

    @Override
    public void close() {
      writer.shutdown();
    }
  }

  @Test
  void every_input_is_one_step_in_the_order_of_its_sender() throws InterruptedException {
    try (MemoryStore store = new MemoryStore()) {
      run(store);
    }
  }

  @Test
  void the_same_holds_when_commits_take_their_time() throws InterruptedException {
    try (SlowStore store = new SlowStore()) {
      run(store);
    }
  }

  private static void run(InstanceStore store) throws InterruptedException {
    Map<String, List<Long>> told = new ConcurrentHashMap<>();
    List<String> early = Collections.synchronizedList(new ArrayList<>());
    Engine[] built = new Engine[1];
    Listener listener =
        new Listener() {
          @Override
          public void onEmit(String instance, String type, Map<String, ?> data) {
            List<Long> all = told.computeIfAbsent(instance, same -> new ArrayList<>());
            all.add((Long) data.get("i"));
            Object committed = built[0].instance(instance).snapshot().data().get("n");
            if (!committed.equals((long) all.size())) {
              early.add(instance + ": told of " + all.size() + ", committed " + committed);
            }
          }
        };
    try (Engine engine =
        Engine.builder()
            .store(store)
            .listener(listener)
            .mailboxCapacity(Integer.MAX_VALUE)
            .chart(RuntimeTestCharts.counter())
            .build()) {
      built[0] = engine;
      for (int i = 0; i < INSTANCES; i++) {
        assertThat(engine.spawn("c" + i, "counter").join().kind()).isEqualTo("started");
      }
      AtomicInteger taken = new AtomicInteger();
      CountDownLatch answered = new CountDownLatch(SENDERS * INSTANCES * EACH);
      for (int s = 0; s < SENDERS; s++) {
        int sender = s;
        new Thread(() -> send(engine, sender, taken, answered)).start();
      }
      assertThat(answered.await(120, TimeUnit.SECONDS)).as("%s left", answered.getCount()).isTrue();
      assertThat(taken.get()).isEqualTo(SENDERS * INSTANCES * EACH);
      assertThat(early).isEmpty();
      for (int i = 0; i < INSTANCES; i++) {
        assertThat(engine.instance("c" + i).snapshot().data().get("n"))
            .isEqualTo((long) SENDERS * EACH);
        inOrder(told.getOrDefault("c" + i, List.of()));
      }
    }
  }

  private static void send(
      Engine engine, int sender, AtomicInteger taken, CountDownLatch answered) {
    for (int n = 0; n < EACH; n++) {
      for (int i = 0; i < INSTANCES; i++) {
        engine
            .instance("c" + i)
            .send(new Input.Event("Next", Map.of("i", sender * PER_SENDER + n)))
            .thenAccept(
                outcome -> {
                  if (outcome instanceof Outcome.Taken) {
                    taken.incrementAndGet();
                  }
                  answered.countDown();
                });
      }
    }
  }

  private static void inOrder(List<Long> told) {
    assertThat(told).hasSize(SENDERS * EACH);
    Map<Long, Long> last = new HashMap<>();
    for (long each : told) {
      long sender = each / PER_SENDER;
      long number = each % PER_SENDER;
      assertThat(number).isEqualTo(last.getOrDefault(sender, -1L) + 1);
      last.put(sender, number);
    }
  }

  @Test
  void spawning_the_same_id_from_many_threads_makes_one_instance() throws InterruptedException {
    try (Engine engine = Engine.builder().chart(RuntimeTestCharts.counter()).build()) {
      for (int round = 0; round < 200; round++) {
        String id = "r" + round;
        AtomicInteger started = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
          new Thread(
                  () ->
                      engine
                          .spawn(id, "counter")
                          .thenAccept(
                              outcome -> {
                                started.addAndGet(outcome instanceof Outcome.Started ? 1 : 0);
                                all.countDown();
                              }))
              .start();
        }
        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(started.get()).isEqualTo(1);
      }
    }
  }

  @Test
  void forgetting_and_spawning_race_without_losing_an_answer() throws InterruptedException {
    try (Engine engine = Engine.builder().chart(RuntimeTestCharts.counter()).build()) {
      int rounds = 2000;
      CountDownLatch all = new CountDownLatch(3 * rounds);
      List<Runnable> work =
          List.of(
              () -> engine.forget("x").thenAccept(was -> all.countDown()),
              () -> engine.spawn("x", "counter").thenAccept(outcome -> all.countDown()),
              () -> engine.instance("x").send("Add").thenAccept(outcome -> all.countDown()));
      for (Runnable each : work) {
        new Thread(
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    each.run();
                  }
                })
            .start();
      }
      assertThat(all.await(60, TimeUnit.SECONDS)).as("%s left", all.getCount()).isTrue();
    }
  }
}

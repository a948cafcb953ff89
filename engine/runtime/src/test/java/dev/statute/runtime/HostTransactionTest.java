package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Chart;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.HostTransaction;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Engine with steps in transactions of the host. */
@Timeout(60)
class HostTransactionTest {
  private final Chart chart = RuntimeTestCharts.counter();
  private final MemoryStore memory = new MemoryStore();
  private final ThreadLocal<@Nullable HostTransaction> current = new ThreadLocal<>();
  private final ForwardingInstanceStore store =
      new ForwardingInstanceStore(memory) {
        @Override
        public @Nullable HostTransaction hostTransaction() {
          return current.get();
        }
      };

  /** Transaction that commits at once, all of which have the same hash. */
  private class OpenTransaction implements HostTransaction {
    private final List<Consumer<Boolean>> ends = new ArrayList<>();

    @Override
    public Committed commit(Commit commit) {
      return memory.commit(commit).toCompletableFuture().join();
    }

    @Override
    public Accepted accept(Entry entry) {
      return memory.accept(entry).toCompletableFuture().join();
    }

    @Override
    public @Nullable Position position(String id) {
      Stored stored = memory.load(id, hash -> chart);
      return stored == null ? null : new Position(stored.epoch(), stored.revision());
    }

    @Override
    public @Nullable Handled handled(String id, String event) {
      return memory.handled(id, event);
    }

    @Override
    public void onEnd(Consumer<Boolean> callback) {
      ends.add(callback);
    }

    void end() {
      ends.forEach(callback -> callback.accept(true));
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }
  }

  @Test
  void an_engine_that_closes_in_a_transaction_does_not_wait_for_its_end() {
    Engine engine = Engine.builder().store(store).chart(RuntimeTestCharts.counter()).build();
    engine.spawn("c", "counter").join();
    OpenTransaction transaction = new OpenTransaction();
    current.set(transaction);
    assertThat(engine.instance("c").ask("Add").kind()).isEqualTo("taken");
    long began = System.nanoTime();
    engine.close();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(9));
    current.remove();
    transaction.end();
    assertThat(engine.instance("c").ask("Add").code()).isEqualTo("stopped");
  }

  @Test
  void the_host_may_end_a_transaction_while_another_one_is_joined() {
    try (Engine engine =
        Engine.builder()
            .store(store)
            .clock(new ManualClock())
            .sameThread()
            .chart(RuntimeTestCharts.counter())
            .build()) {
      engine.spawn("a", "counter").join();
      engine.spawn("b", "counter").join();
      OpenTransaction first = new OpenTransaction();
      OpenTransaction second =
          new OpenTransaction() {
            @Override
            public void onEnd(Consumer<Boolean> callback) {
              super.onEnd(callback);
              CompletableFuture.runAsync(first::end).orTimeout(9, TimeUnit.SECONDS).join();
            }
          };
      current.set(first);
      assertThat(engine.instance("a").ask("Add").kind()).isEqualTo("taken");
      current.set(second);
      assertThat(engine.instance("b").ask("Add").kind()).isEqualTo("taken");
      current.remove();
      second.end();
      assertThat(engine.instance("a").ask("Add").kind()).isEqualTo("taken");
      assertThat(engine.instance("b").ask("Add").kind()).isEqualTo("taken");
    }
  }
}

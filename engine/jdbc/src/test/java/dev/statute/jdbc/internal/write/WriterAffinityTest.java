package dev.statute.jdbc.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.store.TurnStore.ReadHints;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WriterAffinityTest {
  private static final int ENOUGH = 8;

  private final List<HeldQueue> lines = List.of(new HeldQueue(), new HeldQueue());
  private final WriterAffinity lanes = new WriterAffinity(lines, 2);

  /** Queue that holds writes until released. */
  private static final class HeldQueue implements WriterAffinity.WriteQueue {
    final List<TurnWrite<?>> under = new ArrayList<>();

    @Override
    public <T> CompletableFuture<T> submit(StoreWrite<T> write) {
      under.add((TurnWrite<?>) write);
      return write.completion;
    }

    Set<String> agents() {
      Set<String> agents = new HashSet<>();
      under.forEach(write -> agents.add(write.agent));
      return agents;
    }

    void tell() {
      List<TurnWrite<?>> all = List.copyOf(under);
      under.clear();
      all.forEach(write -> write.completion.complete(null));
    }
  }

  private void submit(String agent) {
    var unused = lanes.submit(agent, new TurnWrite<>(agent, ReadHints.NONE, tx -> ""));
  }

  private void submit(int from, int to) {
    for (int n = from; n < to; n++) {
      submit("agent-" + n);
    }
  }

  private int on(int line) {
    return lines.get(line).under.size();
  }

  @Test
  void few_turns_are_written_by_one_and_many_by_all() {
    submit(0, ENOUGH);
    assertThat(on(0)).isEqualTo(ENOUGH);
    submit(ENOUGH, 3 * ENOUGH);
    assertThat(on(1)).isPositive();
    submit(3 * ENOUGH, 200);
    assertThat(on(1)).isBetween(50, 150);
    assertThat(on(0) + on(1)).isEqualTo(200);
  }

  @Test
  void when_it_becomes_quiet_one_is_enough_again() {
    submit(0, 200);
    lines.forEach(HeldQueue::tell);
    submit(0, ENOUGH);
    assertThat(on(1)).isZero();
  }

  @Test
  void all_of_an_agent_goes_to_one_while_any_of_it_is_under_way() {
    submit(0, ENOUGH);
    submit(100, 200);
    Set<String> second = lines.get(1).agents();
    submit(0, ENOUGH);
    submit(100, 200);
    assertThat(lines.get(1).agents()).isEqualTo(second).isNotEmpty();
    assertThat(lines.get(0).agents()).doesNotContainAnyElementsOf(second);
    lines.get(0).tell();
    submit(0, ENOUGH);
    assertThat(lines.get(1).agents()).as("they are free to go elsewhere").isNotEqualTo(second);
  }
}

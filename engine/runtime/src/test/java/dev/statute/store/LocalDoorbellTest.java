package dev.statute.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalDoorbellTest extends DoorbellContract {
  @Override
  protected Doorbell open() {
    return new LocalDoorbell();
  }

  @Test
  void rings_of_one_topic_that_wait_are_one() {
    List<Runnable> held = new ArrayList<>();
    List<String> heard = new ArrayList<>();
    try (LocalDoorbell doorbell = new LocalDoorbell(held::add)) {
      doorbell.listen(heard::add);
      doorbell.ring("a");
      doorbell.ring("b");
      doorbell.ring("a");
      assertThat(heard).isEmpty();
      held.forEach(Runnable::run);
      assertThat(heard).containsExactly("a", "b");
    }
  }

  @Test
  void a_ring_that_cannot_be_delivered_is_lost_and_the_next_one_is_not() {
    boolean[] full = {true};
    List<String> heard = new ArrayList<>();
    LocalDoorbell doorbell =
        new LocalDoorbell(
            work -> {
              if (full[0]) {
                throw new java.util.concurrent.RejectedExecutionException("full");
              }
              work.run();
            });
    doorbell.listen(heard::add);
    doorbell.ring("a");
    full[0] = false;
    doorbell.ring("a");
    assertThat(heard).containsExactly("a");
  }
}

package dev.statute.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryStoreTest extends InstanceStoreContract {
  @Override
  protected InstanceStore open() {
    return new MemoryStore();
  }

  @Test
  void of_a_store_that_keeps_little_the_last_events_are_there_and_their_numbers_go_on() {
    try (MemoryStore small = new MemoryStore(2)) {
      begin(small, "i", 5);
      assertThat(small.events("i", 0, 10)).extracting(StreamEvent::number).containsExactly(4L, 5L);
    }
  }
}

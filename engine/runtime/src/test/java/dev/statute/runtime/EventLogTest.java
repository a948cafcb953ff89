package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private final EventLog log = new EventLog(3);
  private final List<String> seen = new ArrayList<>();

  private static StreamEvent event(long number) {
    return new StreamEvent(number, Instant.EPOCH, "tick", Map.of());
  }

  private void add(long from, long to) {
    for (long n = from; n <= to; n++) {
      log.add(List.of(event(n)));
    }
  }

  private Subscription follow(long after) {
    return log.follow(after, e -> seen.add(e.type() + e.number()), Runnable::run);
  }

  @Test
  void a_subscriber_goes_on_after_the_number_it_gives() {
    add(1, 3);
    follow(1);
    add(4, 4);
    assertThat(seen).containsExactly("tick2", "tick3", "tick4");
  }

  @Test
  void a_subscriber_that_comes_too_late_is_told_what_it_missed() {
    add(1, 7);
    List<StreamEvent> missed = new ArrayList<>();
    log.follow(2, missed::add, Runnable::run);
    assertThat(missed.get(0).type()).isEqualTo("missed");
    assertThat(missed.get(0).data()).isEqualTo(Map.of("from", 3L, "to", 4L));
    assertThat(missed.subList(1, missed.size())).isEqualTo(List.of(event(5), event(6), event(7)));
  }

  @Test
  void a_subscriber_that_throws_or_leaves_hurts_nobody() {
    log.follow(
        0,
        e -> {
          throw new IllegalStateException("no");
        },
        Runnable::run);
    Subscription left = follow(0);
    add(1, 1);
    left.close();
    follow(1);
    add(2, 2);
    assertThat(seen).containsExactly("tick1", "tick2");
  }

  @Test
  void a_stream_goes_on_after_the_number_that_the_store_remembers() {
    log.startAfter(10);
    follow(10);
    add(11, 11);
    assertThat(seen).containsExactly("tick11");
    assertThat(log.last()).isEqualTo(11);
  }
}

package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.internal.stream.StreamSubscriptions;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StreamSubscriptionsTest {
  private final NavigableMap<Long, StreamEvent> kept = new TreeMap<>();
  private final StreamSubscriptions log = subscriptions(Runnable::run);
  private boolean down;
  private final List<String> seen = new ArrayList<>();

  private StreamSubscriptions subscriptions(Executor executor) {
    ForwardingInstanceStore store =
        new ForwardingInstanceStore(new MemoryStore()) {
          @Override
          public List<StreamEvent> events(String id, long after, int atMost) {
            if (down) {
              throw new IllegalStateException("down");
            }
            return kept.tailMap(after, false).values().stream().limit(atMost).toList();
          }
        };
    return new StreamSubscriptions(store, executor);
  }

  private static StreamEvent event(long number) {
    return new StreamEvent(number, Instant.EPOCH, "tick", Map.of());
  }

  private void add(long from, long to) {
    for (long n = from; n <= to; n++) {
      kept.put(n, event(n));
    }
    log.notifySubscribers("i");
  }

  private Subscription follow(long after) {
    return log.subscribe("i", after, e -> seen.add(e.type() + e.number()));
  }

  @Test
  void a_subscriber_goes_on_after_the_number_it_gives() {
    add(1, 3);
    follow(1);
    add(4, 4);
    assertThat(seen).containsExactly("tick2", "tick3", "tick4");
  }

  @Test
  void a_subscriber_gets_every_event_however_many_there_are() {
    add(1, 1000);
    follow(0);
    add(1001, 1500);
    assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 1500).mapToObj(n -> "tick" + n).toList());
  }

  @Test
  void a_late_subscriber_receives_the_missed_numbers() {
    add(5, 7);
    List<StreamEvent> missed = new ArrayList<>();
    log.subscribe("i", 2, missed::add);
    assertThat(missed.get(0).type()).isEqualTo("missed");
    assertThat(missed.get(0).data()).isEqualTo(Map.of("from", 3L, "to", 4L));
    assertThat(missed.subList(1, missed.size())).isEqualTo(List.of(event(5), event(6), event(7)));
  }

  @Test
  void a_subscriber_that_throws_or_leaves_affects_no_other() {
    log.subscribe(
        "i",
        0,
        e -> {
          throw new IllegalStateException("no");
        });
    Subscription left = follow(0);
    add(1, 1);
    left.close();
    follow(1);
    add(2, 2);
    assertThat(seen).containsExactly("tick1", "tick2");
  }

  @Test
  void a_subscriber_without_a_thread_is_notified_with_the_next_event() {
    boolean[] full = {true};
    StreamSubscriptions busy =
        subscriptions(
            work -> {
              if (full[0]) {
                throw new RejectedExecutionException("full");
              }
              work.run();
            });
    add(1, 2);
    busy.subscribe("i", 0, e -> seen.add("tick" + e.number()));
    assertThat(seen).isEmpty();
    full[0] = false;
    busy.notifySubscribers("i");
    assertThat(seen).containsExactly("tick1", "tick2");
  }

  @Test
  void a_store_that_cannot_be_read_is_read_again_at_the_next_event() {
    down = true;
    add(1, 2);
    follow(0);
    assertThat(seen).isEmpty();
    down = false;
    log.notifySubscribers("i");
    assertThat(seen).containsExactly("tick1", "tick2");
  }
}

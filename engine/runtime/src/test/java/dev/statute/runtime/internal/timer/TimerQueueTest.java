package dev.statute.runtime.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Clock;
import dev.statute.runtime.ManualClock;
import dev.statute.runtime.internal.timer.TimerQueue.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
  private final ManualClock clock = new ManualClock();
  private final TimerQueue queue = new TimerQueue(clock);
  private final List<String> woken = new ArrayList<>();

  private Sleeper sleeper(String name) {
    return new Sleeper(() -> woken.add(name + "@" + clock.now().getEpochSecond()));
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }

  @Test
  void sleepers_wake_when_due_in_order_and_once() {
    queue.schedule(sleeper("b"), at(20));
    queue.schedule(sleeper("a"), at(10));
    clock.advance(Duration.ofSeconds(60));
    clock.advance(Duration.ofSeconds(60));
    assertThat(woken).containsExactly("a@10", "b@20");
  }

  @Test
  void a_sleeper_put_off_again_and_again_wakes_at_the_last_instant_only() {
    Sleeper inactive = sleeper("inactive");
    for (int i = 0; i < 1000; i++) {
      clock.advanceTo(at(i));
      queue.schedule(inactive, at(i + 600));
    }
    clock.advanceTo(at(5000));
    assertThat(woken).containsExactly("inactive@1599");
  }

  @Test
  void a_sleeper_called_earlier_wakes_earlier_and_not_again() {
    Sleeper a = sleeper("a");
    queue.schedule(a, at(100));
    queue.schedule(a, at(10));
    clock.advanceTo(at(200));
    assertThat(woken).containsExactly("a@10");
  }

  @Test
  void an_unscheduled_sleeper_does_not_wake_and_can_be_scheduled_again() {
    Sleeper a = sleeper("a");
    queue.schedule(a, at(10));
    queue.schedule(a, null);
    clock.advanceTo(at(20));
    assertThat(woken).isEmpty();
    queue.schedule(a, at(30));
    clock.advanceTo(at(40));
    assertThat(woken).containsExactly("a@30");
  }

  @Test
  void a_closed_queue_wakes_no_sleeper() {
    queue.schedule(sleeper("a"), at(10));
    queue.close();
    queue.schedule(sleeper("b"), at(11));
    clock.advanceTo(at(20));
    assertThat(woken).isEmpty();
  }

  @Test
  void no_wake_up_is_lost_when_many_threads_go_to_sleep_at_once() throws InterruptedException {
    int threads = 4;
    int each = 2000;
    TimerQueue real = new TimerQueue(Clock.system());
    AtomicInteger count = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(threads * each);
    CountDownLatch go = new CountDownLatch(1);
    for (int t = 0; t < threads; t++) {
      int number = t;
      new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int i = 0; i < each; i++) {
                  Instant due = Clock.system().now().plusMillis((i * 7 + number) % 40);
                  real.schedule(
                      new Sleeper(
                          () -> {
                            count.incrementAndGet();
                            all.countDown();
                          }),
                      due);
                }
              })
          .start();
    }
    go.countDown();
    assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(count.get()).isEqualTo(threads * each);
    real.close();
  }
}

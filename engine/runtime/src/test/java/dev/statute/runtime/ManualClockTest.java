package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> rung = new ArrayList<>();

  private Clock.Alarm alarm(String name) {
    return clock.alarm(() -> rung.add(name + "@" + clock.now().getEpochSecond()));
  }

  @Test
  void alarms_ring_in_the_order_of_their_instants_while_the_clock_shows_them() {
    alarm("b").set(Instant.ofEpochSecond(20));
    alarm("a").set(Instant.ofEpochSecond(10));
    alarm("c").set(Instant.ofEpochSecond(40));
    clock.advance(Duration.ofSeconds(30));
    assertThat(rung).containsExactly("a@10", "b@20");
    assertThat(clock.now()).isEqualTo(Instant.ofEpochSecond(30));
  }

  @Test
  void an_alarm_set_again_rings_only_then_and_a_cleared_one_not_at_all() {
    Clock.Alarm a = alarm("a");
    a.set(Instant.ofEpochSecond(10));
    a.set(Instant.ofEpochSecond(15));
    Clock.Alarm b = alarm("b");
    b.set(Instant.ofEpochSecond(12));
    b.clear();
    clock.advance(Duration.ofSeconds(30));
    assertThat(rung).containsExactly("a@15");
  }

  @Test
  void an_alarm_that_is_set_while_another_rings_rings_on_the_same_way() {
    Clock.Alarm second = alarm("second");
    Clock.Alarm first =
        clock.alarm(
            () -> {
              rung.add("first");
              second.set(clock.now().plusSeconds(5));
            });
    first.set(Instant.ofEpochSecond(10));
    clock.advance(Duration.ofSeconds(30));
    assertThat(rung).containsExactly("first", "second@15");
  }

  @Test
  void an_instant_that_has_passed_rings_at_once() {
    clock.advance(Duration.ofSeconds(30));
    alarm("late").set(Instant.ofEpochSecond(10));
    assertThat(rung).containsExactly("late@30");
  }

  @Test
  void a_clock_that_is_set_by_hand_rings_what_it_jumped_over_once() {
    alarm("a").set(Instant.ofEpochSecond(10));
    clock.jump(Instant.ofEpochSecond(100));
    clock.jump(Instant.ofEpochSecond(0));
    clock.jump(Instant.ofEpochSecond(100));
    assertThat(rung).containsExactly("a@100");
  }

  @Test
  void time_does_not_run_backwards_by_advancing() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .hasMessage("cannot advance by PT-1S; use jump to turn a clock back");
  }
}

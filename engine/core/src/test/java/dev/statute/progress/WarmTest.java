package dev.statute.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class WarmTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_102);

  private static TrackerSettings tracking() {
    return TrackerSettings.of(Settings.of(Map.of()));
  }

  @Test
  void an_agent_stays_at_work_until_as_many_others_have_worked_as_there_are_seats() {
    TrackerSettings tracking = tracking();
    ProgressRecord look = Calls.working("view", "a");
    ProgressTracker first = ProgressTracker.empty().record(look, 0, tracking).tracker();
    for (int i = 1; i < HotTrackerCache.SEATS; i++) {
      first = first.record(look, 0, tracking).tracker();
      assertThat(ProgressTracker.empty().record(look, 0, tracking).tracker().rests()).isFalse();
    }
    assertThat(first.rests()).isFalse();
    Map<String, Object> before = first.toMap();
    ProgressTracker.empty().record(look, 0, tracking);
    assertThat(first.rests()).isTrue();
    assertThat(first.toMap()).isEqualTo(before);
    assertThat(first.records()).isEqualTo(HotTrackerCache.SEATS);
  }

  @Test
  void agents_in_turn_and_agents_one_after_the_other_come_to_the_same() {
    int agents = HotTrackerCache.SEATS + 7;
    Random random = new Random(SEED);
    List<ProgressRecord> records = TrackerPropertyTest.busy(random, 24);
    ProgressTracker alone = ProgressTracker.empty();
    TrackerSettings tracking = tracking();
    List<ProgressTracker> all = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      all.add(ProgressTracker.empty());
    }
    for (ProgressRecord each : records) {
      alone = alone.record(each, 0, tracking()).tracker();
      all.replaceAll(tracker -> tracker.record(each, 0, tracking).tracker());
    }
    Map<String, Object> expected = alone.toMap();
    assertThat(all)
        .as("seed %d", SEED)
        .allSatisfy(tracker -> assertThat(tracker.toMap()).isEqualTo(expected));
    assertThat(all.stream().filter(ProgressTracker::rests)).hasSize(7);
  }

  @Test
  void every_tracker_there_ever_was_stays_what_it_was_whatever_is_counted_on_it() {
    for (int round = 0; round < 40; round++) {
      Random random = new Random(SEED + round);
      TrackerSettings tracking = tracking();
      List<ProgressTracker> all = new ArrayList<>(List.of(ProgressTracker.empty()));
      List<Map<String, Object>> then = new ArrayList<>(List.of(ProgressTracker.empty().toMap()));
      for (ProgressRecord each : TrackerPropertyTest.busy(random, 120)) {
        int from = random.nextInt(4) == 0 ? random.nextInt(all.size()) : all.size() - 1;
        ProgressTracker next = all.get(from).record(each, 0, tracking).tracker();
        all.add(next);
        then.add(next.toMap());
      }
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).toMap())
            .as("seed %d, record %d", SEED + round, i)
            .isEqualTo(then.get(i));
      }
    }
  }

  @Test
  void threads_may_go_on_from_one_tracker_at_the_same_time() throws Exception {
    Random random = new Random(SEED);
    List<ProgressRecord> records = TrackerPropertyTest.busy(random, 60);
    ProgressTracker expected = ProgressTracker.empty();
    for (ProgressRecord each : records) {
      expected = expected.record(each, 0, tracking()).tracker();
    }
    TrackerSettings tracking = tracking();
    Callable<Map<String, Object>> agents =
        () -> {
          List<ProgressTracker> mine = new ArrayList<>();
          for (int i = 0; i < HotTrackerCache.SEATS; i++) {
            mine.add(ProgressTracker.empty());
          }
          for (ProgressRecord each : records) {
            mine.replaceAll(tracker -> tracker.record(each, 0, tracking).tracker());
          }
          Map<String, Object> first = mine.get(0).toMap();
          assertThat(mine).allSatisfy(each -> assertThat(each.toMap()).isEqualTo(first));
          return first;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (var done : threads.invokeAll(List.of(agents, agents, agents, agents))) {
        assertThat(done.get()).as("seed %d", SEED).isEqualTo(expected.toMap());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}

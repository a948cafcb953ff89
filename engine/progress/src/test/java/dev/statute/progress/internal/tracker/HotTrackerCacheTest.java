package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.TestRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class HotTrackerCacheTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_102);

  private static RecordTracker tracking() {
    return tracker(Map.of());
  }

  private static boolean isPacked(ProgressState state) {
    return ((TrackedProgress) state).isPacked();
  }

  @Test
  void an_agent_stays_at_work_until_as_many_others_have_worked_as_there_are_seats() {
    RecordTracker tracking = tracking();
    ProgressRecord look = TestRecords.working("view", "a");
    ProgressState first = count(tracking, TrackedProgress.EMPTY, look, 0).state();
    for (int i = 1; i < HotTrackerCache.SLOTS; i++) {
      first = count(tracking, first, look, 0).state();
      assertThat(isPacked(count(tracking, TrackedProgress.EMPTY, look, 0).state())).isFalse();
    }
    assertThat(isPacked(first)).isFalse();
    Map<String, Object> before = first.toMap();
    count(tracking, TrackedProgress.EMPTY, look, 0);
    assertThat(isPacked(first)).isTrue();
    assertThat(first.toMap()).isEqualTo(before);
    assertThat(first.records()).isEqualTo(HotTrackerCache.SLOTS);
  }

  @Test
  void agents_in_turn_and_agents_one_after_the_other_come_to_the_same() {
    int agents = HotTrackerCache.SLOTS + 7;
    Random random = new Random(SEED);
    List<ProgressRecord> records = TrackerPropertyTest.busy(random, 24);
    ProgressState alone = TrackedProgress.EMPTY;
    RecordTracker tracking = tracking();
    List<ProgressState> all = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      all.add(TrackedProgress.EMPTY);
    }
    for (ProgressRecord each : records) {
      alone = count(tracking(), alone, each, 0).state();
      all.replaceAll(tracker -> count(tracking, tracker, each, 0).state());
    }
    Map<String, Object> expected = alone.toMap();
    assertThat(all)
        .as("seed %d", SEED)
        .allSatisfy(tracker -> assertThat(tracker.toMap()).isEqualTo(expected));
    assertThat(all.stream().filter(HotTrackerCacheTest::isPacked)).hasSize(7);
  }

  @Test
  void every_tracker_there_ever_was_stays_what_it_was_whatever_is_counted_on_it() {
    for (int round = 0; round < 40; round++) {
      Random random = new Random(SEED + round);
      RecordTracker tracking = tracking();
      List<ProgressState> all = new ArrayList<>(List.of(TrackedProgress.EMPTY));
      List<Map<String, Object>> then = new ArrayList<>(List.of(TrackedProgress.EMPTY.toMap()));
      for (ProgressRecord each : TrackerPropertyTest.busy(random, 120)) {
        int from = random.nextInt(4) == 0 ? random.nextInt(all.size()) : all.size() - 1;
        ProgressState next = count(tracking, all.get(from), each, 0).state();
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
    ProgressState expected = TrackedProgress.EMPTY;
    for (ProgressRecord each : records) {
      expected = count(tracking(), expected, each, 0).state();
    }
    RecordTracker tracking = tracking();
    Callable<Map<String, Object>> agents =
        () -> {
          List<ProgressState> mine = new ArrayList<>();
          for (int i = 0; i < HotTrackerCache.SLOTS; i++) {
            mine.add(TrackedProgress.EMPTY);
          }
          for (ProgressRecord each : records) {
            mine.replaceAll(tracker -> count(tracking, tracker, each, 0).state());
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

package dev.statute.progress;

import static dev.statute.progress.Calls.call;
import static dev.statute.progress.Calls.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Counter;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrackerPropertyTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_101);
  private static final Tracking TRACKING =
      Tracking.of(
          Settings.of(
              Map.of(
                  "max_recent_actions", 20,
                  "max_recent_errors", 10,
                  "no_progress_window", 15,
                  "read_only_tools", List.of("view", "grep"))));

  private static String one(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static List<Record> session(Random random) {
    List<Record> records = new ArrayList<>();
    int length = random.nextInt(80);
    for (int i = 0; i < length; i++) {
      records.add(any(random));
    }
    return records;
  }

  private static Record any(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> record("message", "text", one(random, "a", "b", "c", "d", "e", "f", "g"));
      case 1 -> record("test", "passed", random.nextBoolean(), "command", "mvn test");
      case 2 -> record("file_change", "file", one(random, "a", "b", "c"), "content_hash", "h");
      case 3 ->
          random.nextInt(4) == 0
              ? record("phase", "expected", "1s")
              : record("phase", "complete", true);
      case 4 -> call("bash", "command", one(random, "ls", "pwd", "x".repeat(60)));
      case 5, 6, 7 ->
          call(
              one(random, "edit", "view"),
              "file",
              one(random, "a", "b"),
              "success",
              false,
              "error",
              one(random, "no", "no", "never", ""));
      default ->
          call(
              one(random, "edit", "view", "grep"),
              "file",
              one(random, "a", "b", ""),
              "content_hash",
              one(random, "", "", "h1"));
    };
  }

  @Test
  void the_tracker_counts_as_the_plain_bookkeeping_does() {
    for (int round = 0; round < 1_500; round++) {
      Random random = new Random(SEED + round);
      PlainBooks books = new PlainBooks(15, List.of("view", "grep"));
      Tracker tracker = Tracker.empty();
      for (Record each : session(random)) {
        books.record(each);
        tracker = tracker.record(each, 0, TRACKING).tracker();
        Progress progress = tracker.progress(TRACKING);
        assertThat(progress.duplicateMessage() > 0)
            .as("seed %d, after %s", SEED + round, each)
            .isEqualTo(books.duplicate());
        assertThat(books.counters())
            .as("seed %d, after %s", SEED + round, each)
            .allSatisfy(
                (counter, value) ->
                    assertThat(progress.get(counter)).as("%s", counter).isEqualTo(value));
      }
    }
  }

  @Test
  void a_restored_tracker_goes_on_like_the_one_that_was_saved_and_saves_the_same() {
    for (int round = 0; round < 300; round++) {
      Random random = new Random(SEED + round);
      Tracker live = Tracker.empty();
      Tracker restored = live;
      long now = 0;
      for (Record each : session(random)) {
        now += random.nextInt(2_000);
        live = live.record(each, now, TRACKING).tracker();
        restored = Tracker.fromMap(restored.toMap()).record(each, now, TRACKING).tracker();
        assertThat(restored.toMap()).as("seed %d", SEED + round).isEqualTo(live.toMap());
        assertThat(restored.toMap().toString()).isEqualTo(live.toMap().toString());
        assertThat(Tracker.fromMap(live.toMap()).toMap()).isEqualTo(live.toMap());
      }
    }
  }

  @Test
  void recording_leaves_the_earlier_tracker_as_it_was() {
    Random random = new Random(SEED);
    Tracker tracker = Tracker.empty();
    for (Record each : session(random)) {
      Map<String, Object> before = tracker.toMap();
      Tracker next = tracker.record(each, 0, TRACKING).tracker();
      assertThat(tracker.toMap()).as("seed %d", SEED).isEqualTo(before);
      tracker = next;
    }
  }

  @Test
  void different_files_are_counted_exactly_up_to_a_thousand() {
    Tracker tracker = Tracker.empty();
    for (int i = 0; i < 2_000; i++) {
      Record change = record("file_change", "file", "f" + i % 1_000, "content_hash", "h" + i);
      tracker = tracker.record(change, 0, TRACKING).tracker();
    }
    assertThat(tracker.progress(TRACKING).get(Counter.FILES_MODIFIED)).isEqualTo(1_000);
    assertThat(Tracker.fromMap(tracker.toMap()).toMap()).isEqualTo(tracker.toMap());
  }
}

package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.record.TestRecords.record;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.policy.Limits;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrackerPropertyTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_101);
  private static final RecordTracker TRACKING =
      tracker(
          Map.of(
              "max_recent_actions", 20,
              "max_recent_errors", 10,
              "no_progress_window", 15,
              "read_only_tools", List.of("view", "grep")));

  private static String one(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static List<ProgressRecord> session(Random random) {
    List<ProgressRecord> records = new ArrayList<>();
    int length = random.nextInt(80);
    for (int i = 0; i < length; i++) {
      records.add(any(random));
    }
    return records;
  }

  /** Returns records like {@link #session} that fill all windows. */
  static List<ProgressRecord> busy(Random random, int length) {
    List<ProgressRecord> records = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      records.add(random.nextInt(3) == 0 ? any(random) : work(random, i));
    }
    return records;
  }

  private static ProgressRecord work(Random random, int number) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", one(random, "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"));
    fields.put(
        "effect", one(random, "READ", "EDIT", "TEST", "EXEC", "POLL", "CLOCK", "SEARCH", "MSG"));
    fields.put("args", Map.of("n", random.nextInt(12)));
    fields.put(
        "output", "output " + random.nextInt(400) + "\nof " + random.nextInt(9) + "\nthe end");
    if (random.nextInt(5) == 0) {
      fields.put("output", "Page URL: https://a.test/" + random.nextInt(4) + "\n" + number);
    }
    if (random.nextInt(3) == 0) {
      fields.put("success", false);
      fields.put("error", one(random, "AError", "BError", "CError") + ": " + random.nextInt(20));
    } else if (random.nextInt(2) == 0) {
      fields.put("content_hash", random.nextInt(12));
    }
    if (random.nextInt(2) == 0) {
      fields.put("file", "src/main/java/part" + random.nextInt(12) + "/File.java");
    }
    if (random.nextInt(3) == 0) {
      fields.put("batch", number / 6);
    }
    if (random.nextInt(4) == 0) {
      fields.put("agent", one(random, "a1", "a2", "a3"));
    }
    if (random.nextInt(60) == 0) {
      fields.put("run", random.nextInt(3));
    }
    return switch (random.nextInt(24)) {
      case 0 -> record("stream_text", "text", "over and over again, ".repeat(random.nextInt(9)));
      case 1 -> record("thought", "text", one(random, "a", "b"));
      case 2 ->
          record("budget", "tokens_used", random.nextInt(900), "tokens_limit", 1000, "cost", 0.5);
      case 3 -> random.nextInt(20) == 0 ? record("user_message", "text", "x") : record("retry");
      default -> ProgressRecord.of(fields);
    };
  }

  private static ProgressRecord any(Random random) {
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
    for (int round = 0; round < (Boolean.getBoolean("statute.long") ? 1_500 : 400); round++) {
      Random random = new Random(SEED + round);
      ReferenceCounters books = new ReferenceCounters(15, List.of("view", "grep"));
      ProgressState tracker = TrackedProgress.EMPTY;
      for (ProgressRecord each : session(random)) {
        books.record(each);
        tracker = count(TRACKING, tracker, each, 0).state();
        Progress progress = TRACKING.progress(tracker);
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
      ProgressState live = TrackedProgress.EMPTY;
      ProgressState restored = live;
      long now = 0;
      for (ProgressRecord each : session(random)) {
        now += random.nextInt(2_000);
        live = count(TRACKING, live, each, now).state();
        restored = count(TRACKING, ProgressCodec.read(restored.toMap()), each, now).state();
        assertThat(restored.toMap()).as("seed %d", SEED + round).isEqualTo(live.toMap());
        assertThat(restored.toMap().toString()).isEqualTo(live.toMap().toString());
        assertThat(ProgressCodec.read(live.toMap()).toMap()).isEqualTo(live.toMap());
      }
    }
  }

  @Test
  void a_tracker_that_saw_all_kinds_of_records_is_restored_as_it_was() {
    for (int round = 0; round < 25; round++) {
      Random random = new Random(SEED + round);
      ProgressState live = TrackedProgress.EMPTY;
      ProgressState restored = live;
      long now = 1_700_000_000_000L;
      for (ProgressRecord each : busy(random, 200)) {
        now += random.nextInt(90_000);
        TrackedRecord one = count(TRACKING, live, each, now);
        TrackedRecord other = count(TRACKING, ProgressCodec.read(restored.toMap()), each, now);
        live = one.state();
        restored = other.state();
        String seed = "seed " + (SEED + round) + ", after " + each;
        assertThat(restored.toMap()).as(seed).isEqualTo(live.toMap());
        assertThat(other.observation().progress().toMap())
            .as(seed)
            .isEqualTo(one.observation().progress().toMap())
            .isEqualTo(TRACKING.progress(live).toMap());
        assertThat(
                other.observation().facts(type -> type != Progress.class && type != Limits.class))
            .as(seed)
            .usingRecursiveComparison() // equality of arguments is identity
            .isEqualTo(
                TRACKING
                    .observe(live, now)
                    .facts(type -> type != Progress.class && type != Limits.class));
      }
    }
  }

  @Test
  void a_tracker_whose_windows_are_full_takes_at_most_two_kilobytes() {
    RecordTracker lean =
        new RecordTracker(
            new TrackerSettings(Settings.of(Map.of()), type -> false, counter -> false, false));
    Random random = new Random(SEED);
    ProgressState tracker = TrackedProgress.EMPTY;
    for (ProgressRecord each : busy(random, 3_000)) {
      boolean empties =
          each.has(RecordField.RUN)
              || List.of("phase", "user_message", "stream_text").contains(each.type());
      if (!empties && !each.has(RecordField.BATCH) && !each.has(RecordField.AGENT)) {
        tracker = count(lean, tracker, each, 1_700_000_000_000L).state();
      }
    }
    int cells = Base64.getDecoder().decode((String) tracker.toMap().get("cells")).length;
    int headers = 24 + 16; // the tracker, the array
    assertThat(headers + cells).as("seed %d", SEED).isBetween(1_200, 2_048);
  }

  @Test
  void what_is_no_tracker_is_refused_and_never_breaks_a_later_record() {
    Random random = new Random(SEED);
    ProgressState tracker = TrackedProgress.EMPTY;
    for (ProgressRecord each : busy(random, 200)) {
      tracker = count(TRACKING, tracker, each, 0).state();
    }
    byte[] cells = Base64.getDecoder().decode((String) tracker.toMap().get("cells"));
    int refused = 0;
    for (int round = 0; round < 2_000; round++) {
      byte[] broken =
          Arrays.copyOf(
              cells, random.nextInt(4) == 0 ? random.nextInt(cells.length) : cells.length);
      for (int i = random.nextInt(3); i >= 0 && broken.length > 0; i--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      }
      Map<String, Object> map = new LinkedHashMap<>(tracker.toMap());
      map.put("cells", Base64.getEncoder().encodeToString(broken));
      ProgressState read;
      try {
        read = ProgressCodec.read(map);
      } catch (IllegalArgumentException e) {
        refused++;
        continue;
      }
      for (ProgressRecord each : busy(random, 4)) {
        read = count(TRACKING, read, each, 0).state();
      }
    }
    assertThat(refused).as("seed %d", SEED).isBetween(200, 2_000);
    for (int version : new int[] {0, 6, 8}) {
      assertThatThrownBy(() -> ProgressCodec.read(Map.of("version", version)))
          .hasMessage("a tracker of version " + version + ": this engine reads version 7");
    }
  }

  @Test
  void every_tracker_stays_as_it_was_whatever_is_counted_on_it() {
    for (int round = 0; round < 40; round++) {
      Random random = new Random(SEED + round);
      List<ProgressState> all = new ArrayList<>(List.of(TrackedProgress.EMPTY));
      List<Map<String, Object>> then = new ArrayList<>(List.of(TrackedProgress.EMPTY.toMap()));
      for (ProgressRecord each : busy(random, 120)) {
        int from = random.nextInt(4) == 0 ? random.nextInt(all.size()) : all.size() - 1;
        ProgressState next = count(TRACKING, all.get(from), each, 0).state();
        all.add(next);
        then.add(next.toMap());
      }
      assertThat(all.stream().map(ProgressState::toMap).toList())
          .as("seed %d", SEED + round)
          .isEqualTo(then);
    }
  }

  @Test
  void different_files_are_counted_exactly_up_to_a_thousand() {
    ProgressState tracker = TrackedProgress.EMPTY;
    for (int i = 0; i < 2_000; i++) {
      ProgressRecord change =
          record("file_change", "file", "f" + i % 1_000, "content_hash", "h" + i);
      tracker = count(TRACKING, tracker, change, 0).state();
    }
    assertThat(TRACKING.progress(tracker).get(Counter.FILES_MODIFIED)).isEqualTo(1_000);
    assertThat(ProgressCodec.read(tracker.toMap()).toMap()).isEqualTo(tracker.toMap());
  }
}

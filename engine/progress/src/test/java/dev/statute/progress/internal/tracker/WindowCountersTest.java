package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.record.TestRecords.failing;
import static dev.statute.progress.internal.record.TestRecords.record;
import static dev.statute.progress.internal.record.TestRecords.says;
import static dev.statute.progress.internal.record.TestRecords.working;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.record.ProgressRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowCountersTest {
  private static final RecordTracker DOC =
      tracker(Map.of("no_progress_window", 10, "max_recent_errors", 10));
  private static final RecordTracker SHIPPED =
      tracker(Map.of("no_progress_window", 15, "read_only_tools", List.of("view", "ls", "grep")));

  private static ProgressState after(RecordTracker tracking, ProgressRecord... records) {
    ProgressState tracker = TrackedProgress.EMPTY;
    for (ProgressRecord each : records) {
      tracker = count(tracking, tracker, each, 0).state();
    }
    return tracker;
  }

  private static List<Long> course(
      RecordTracker tracking, Counter counter, ProgressRecord... records) {
    return IntStream.rangeClosed(1, records.length)
        .mapToObj(n -> tracking.progress(after(tracking, Arrays.copyOf(records, n))).get(counter))
        .toList();
  }

  @Test
  void the_same_failure_counts_by_target_and_text_whatever_the_tool() {
    ProgressRecord[] calls = {
      failing("edit", "a.go", "no match"),
      failing("write", "a.go", "no match"),
      failing("edit", "a.go", "no match"),
      failing("edit", "b.go", "no match"),
      failing("edit", "b.go", "no space"),
    };
    assertThat(course(DOC, Counter.SAME_FAILURE, calls)).containsExactly(1L, 2L, 3L, 1L, 1L);
    assertThat(course(DOC, Counter.CONSECUTIVE_ERRORS, calls)).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void a_success_zeroes_the_consecutive_errors_and_keeps_the_window() {
    ProgressRecord[] calls = {
      failing("edit", "a.go", "no"),
      failing("edit", "a.go", "no"),
      working("view", "a.go"),
      failing("edit", "a.go", "no"),
    };
    assertThat(course(DOC, Counter.CONSECUTIVE_ERRORS, calls)).containsExactly(1L, 2L, 0L, 1L);
    assertThat(course(DOC, Counter.SAME_FAILURE, calls)).containsExactly(1L, 2L, 2L, 3L);
  }

  @Test
  void a_failure_without_text_neither_counts_nor_resets() {
    ProgressRecord[] calls = {
      failing("edit", "a.go", "no"),
      call("edit", "file", "a.go", "success", false),
      failing("edit", "a.go", "no")
    };
    assertThat(course(DOC, Counter.CONSECUTIVE_ERRORS, calls)).containsExactly(1L, 1L, 2L);
    assertThat(course(DOC, Counter.SAME_FAILURE, calls)).containsExactly(1L, 1L, 2L);
    assertThat(course(DOC, Counter.FAILURES, calls)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void the_target_is_the_file_or_else_the_first_fifty_characters_of_the_command() {
    String start = "x".repeat(50);
    ProgressRecord[] calls = {
      call("run", "command", start + " one", "success", false, "error", "no"),
      call("run", "command", start + " two", "success", false, "error", "no"),
      call("run", "command", "x".repeat(49) + "y", "success", false, "error", "no"),
    };
    assertThat(course(DOC, Counter.SAME_FAILURE, calls)).containsExactly(1L, 2L, 1L);
  }

  @Test
  void alternation_is_by_file_alone() {
    ProgressRecord[] calls = {
      working("edit", "a"),
      failing("view", "b", "no"),
      working("ls", "a"),
      working("edit", "b"),
      working("edit", "b"),
      working("edit", "a"),
      call("bash", "command", "ls"),
    };
    assertThat(course(DOC, Counter.ALTERNATION, calls)).containsExactly(0L, 2L, 3L, 4L, 0L, 2L, 0L);
  }

  @Test
  void no_progress_of_the_first_profile_counts_successful_targets_of_ten_actions() {
    ProgressRecord[] calls =
        Stream.concat(
                IntStream.range(0, 8).mapToObj(i -> failing("edit", "f" + i, "no")),
                Stream.of(working("edit", "a"), working("view", "a"), working("view", "a")))
            .toArray(ProgressRecord[]::new);
    assertThat(course(DOC, Counter.RECENT_ACTIONS, calls).subList(8, 11))
        .containsExactly(9L, 10L, 11L);
    assertThat(course(DOC, Counter.SUCCESSFUL_TARGETS, calls).subList(8, 11))
        .containsExactly(1L, 1L, 1L);
    assertThat(course(DOC, Counter.TARGETED_SUCCESSES, calls).subList(8, 11))
        .containsExactly(1L, 2L, 3L);
    assertThat(course(DOC, Counter.TARGETS, calls).subList(8, 11)).containsExactly(9L, 9L, 8L);
  }

  @Test
  void no_progress_of_the_second_profile_knows_read_only_tools() {
    ProgressRecord[] calls = {
      working("view", "a"), working("grep", "b"), working("edit", "a"), failing("bash", "c", "no"),
    };
    Progress progress = SHIPPED.progress(after(SHIPPED, calls));
    assertThat(progress.workSuccesses()).isEqualTo(1);
    assertThat(progress.targets()).isEqualTo(3);
    assertThat(progress.successfulTools()).isEqualTo(3);
    assertThat(progress.fileChanges()).isZero();
  }

  @Test
  void a_duplicate_message_does_not_refresh_its_place_among_five_different_ones() {
    ProgressRecord[] messages = {
      says("a"), says("b"), says("c"), says("d"), says("e"), says("a"), says("a"), says("f"),
      says("a"), says("b"), says("f")
    };
    assertThat(course(DOC, Counter.DUPLICATE_MESSAGE, messages))
        .containsExactly(0L, 0L, 0L, 0L, 0L, 2L, 3L, 0L, 0L, 0L, 2L);
  }

  @Test
  void a_duplicate_is_flagged_on_its_own_record_only() {
    assertThat(course(DOC, Counter.DUPLICATE_MESSAGE, says("a"), says("a"), working("view", "x")))
        .containsExactly(0L, 2L, 0L);
  }

  @Test
  void starting_a_phase_forgets_errors_actions_and_messages_and_keeps_files_and_tests() {
    ProgressState tracker =
        after(
            DOC,
            record("phase", "number", 1, "description", "one"),
            failing("edit", "a", "no"),
            call("edit", "file", "a", "content_hash", "h1"),
            record("test", "passed", true),
            says("m"),
            record("phase", "number", 2, "description", "two"),
            says("m"));
    Progress progress = DOC.progress(tracker);
    assertThat(progress.sameFailure()).isZero();
    assertThat(progress.consecutiveErrors()).isZero();
    assertThat(progress.recentActions()).isZero();
    assertThat(progress.duplicateMessage()).isZero();
    assertThat(progress.filesModified()).isEqualTo(1);
    assertThat(progress.testsPassed()).isEqualTo(1);
    assertThat(progress.phasesCompleted()).isEqualTo(1);
    assertThat(phases(tracker, 5))
        .containsExactly(
            new Phase(1, "one", 0, 0, true, true, 1, 1, List.of()),
            new Phase(2, "two", 5, 0, false, false, 0, 0, List.of()));
  }

  @Test
  void a_phase_has_a_clock_and_says_when_it_is_next_due() {
    ProgressState tracker =
        count(DOC, TrackedProgress.EMPTY, record("phase", "number", 1, "expected", "15m"), 1_000)
            .state();
    long expected = Duration.ofMinutes(15).toMillis();
    assertThat(DOC.nextDeadline(tracker, 1_000)).hasValue(1_000 + expected);
    assertThat(DOC.nextDeadline(tracker, 1_000 + expected)).hasValue(1_000 + expected * 3 / 2);
    assertThat(DOC.nextDeadline(tracker, 1_000 + expected * 2)).isEmpty();
    assertThat(phases(tracker, 61_000).get(0).elapsedMs()).isEqualTo(60_000);
    ProgressRecord end = record("phase", "complete", true, "success", false);
    ProgressState ended = count(DOC, tracker, end, 5_000).state();
    assertThat(DOC.nextDeadline(ended, 5_000)).isEmpty();
    assertThat(phases(ended, 9_000))
        .containsExactly(new Phase(1, "", 4_000, expected, true, false, 0, 0, List.of()));
  }

  @Test
  void a_time_budget_is_next_due_at_its_shares_also_during_a_batch_of_several_agents() {
    ProgressRecord budget = record("budget", "time_limit", "1000s");
    ProgressState tracker = count(DOC, TrackedProgress.EMPTY, budget, 5_000).state();
    for (String agent : List.of("a", "b", "a")) {
      ProgressRecord call = call("edit", "file", "x", "agent", agent, "batch", "1");
      tracker = count(DOC, tracker, call, 6_000).state();
    }
    assertThat(DOC.nextDeadline(tracker, 6_000)).hasValue(755_000);
    assertThat(DOC.nextDeadline(tracker, 755_000)).hasValue(905_000);
    assertThat(DOC.nextDeadline(tracker, 1_005_000)).isEmpty();
    ProgressRecord told = record("budget", "time", "10s");
    assertThat(DOC.nextDeadline(count(DOC, tracker, told, 7_000).state(), 7_000)).isEmpty();
  }

  @Test
  void a_setting_may_say_how_long_phases_take_and_how_many_there_are() {
    RecordTracker tracking =
        tracker(Map.of("phase_count", 3, "phase_durations", List.of("5m", Duration.ofHours(1))));
    ProgressState tracker = after(tracking, record("phase"), record("phase"), record("phase"));
    assertThat(phases(tracker, 0))
        .extracting(Phase::expectedMs)
        .containsExactly(300_000L, 3_600_000L, 0L);
    assertThat(tracking.progress(tracker).phasesTotal()).isEqualTo(3);
    assertThat(tracking.progress(tracker).phasesCompleted()).isEqualTo(2);
  }

  @Test
  void a_reset_forgets_everything() {
    ProgressState tracker =
        after(DOC, failing("edit", "a", "no"), record("phase", "number", 1), record("reset"));
    assertThat(DOC.progress(tracker).toMap().values()).containsOnly(0L);
    assertThat(tracker.records()).isEqualTo(3);
  }

  private static List<Phase> phases(ProgressState state, long now) {
    return DOC.observe(state, now).facts(Phase.class::equals).stream()
        .map(Phase.class::cast)
        .toList();
  }
}

package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.TrackedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every number of the original system, in both profiles, over the same rules. */
class NexoraPackTest {
  private static final LoopPack DOC = LoopPack.pack("nexora", Map.of());
  private static final LoopPack SHIPPED =
      LoopPack.pack(
          "nexora",
          Map.of(
              "stuck_threshold",
              5,
              "no_progress_window",
              15,
              "read_only_tools",
              List.of("view", "ls", "grep"),
              "file_change_disarms",
              true));

  private static SessionRecord failing(String tool, String file, String error) {
    return call(tool, "file", file, "success", false, "error", error);
  }

  private static SessionRecord working(String tool, String file) {
    return call(tool, "file", file);
  }

  @Test
  void the_third_equal_error_in_a_row_is_stuck_and_stays_so() {
    List<SessionRecord> calls =
        times(4, i -> failing(i % 2 == 0 ? "edit" : "write", "a.go", "no match"));
    assertThat(DOC.found(calls))
        .containsExactly("3:repeated-error:recover", "4:repeated-error:recover");
  }

  @Test
  void the_second_profile_wants_five_of_which_the_last_three_are_equal() {
    List<SessionRecord> calls =
        then(
            List.of(failing("edit", "a.go", "one"), failing("edit", "b.go", "two")),
            times(4, i -> failing("edit", "c.go", "three")));
    assertThat(DOC.found("repeated-error", calls)).containsExactly("5:recover", "6:recover");
    assertThat(SHIPPED.found("repeated-error", calls)).containsExactly("5:recover", "6:recover");
    assertThat(SHIPPED.found("repeated-error", times(5, i -> failing("edit", "c", "x"))))
        .containsExactly("5:recover");
  }

  @Test
  void as_shipped_fifteen_failing_actions_with_different_errors_and_files_are_no_progress() {
    List<SessionRecord> calls = times(16, i -> failing("edit", "f" + i, "error " + i));
    assertThat(SHIPPED.found(calls)).containsExactly("15:no-progress:hint", "16:no-progress:hint");
    List<SessionRecord> reaching = times(16, i -> working("view", "f" + i));
    assertThat(SHIPPED.found(reaching)).isEmpty();
  }

  @Test
  void a_success_between_starts_the_consecutive_errors_anew_but_not_the_window() {
    List<SessionRecord> calls =
        then(
            times(2, i -> failing("edit", "a", "no")),
            List.of(working("view", "a")),
            times(3, i -> failing("edit", "a", "no")));
    assertThat(DOC.found("repeated-error", calls)).containsExactly("6:recover");
  }

  @Test
  void four_actions_a_b_a_b_by_file_oscillate_whatever_they_do() {
    List<SessionRecord> calls =
        List.of(
            working("edit", "a"),
            failing("view", "b", "no"),
            working("ls", "a"),
            working("edit", "b"),
            working("edit", "c"));
    assertThat(DOC.found(calls)).containsExactly("4:oscillation:recover");
    assertThat(SHIPPED.found(calls)).containsExactly("4:oscillation:recover");
  }

  @Test
  void an_oscillation_of_another_length_is_a_setting() {
    LoopPack six = LoopPack.pack("nexora", Map.of("oscillation_window", 6));
    List<SessionRecord> calls = times(6, i -> working("edit", i % 2 == 0 ? "a" : "b"));
    assertThat(six.found(calls)).containsExactly("6:oscillation:recover");
  }

  @Test
  void a_repeated_error_comes_before_an_oscillation() {
    LoopPack two = LoopPack.pack("nexora", Map.of("same_error_last", 1));
    List<SessionRecord> calls = times(4, i -> failing("edit", i % 2 == 0 ? "a" : "b", "no"));
    assertThat(two.found(calls))
        .containsExactly("3:repeated-error:recover", "4:repeated-error:recover");
  }

  @Test
  void ten_actions_that_reach_one_target_twice_are_no_progress() {
    List<SessionRecord> calls =
        then(
            times(8, i -> failing("edit", "f" + i, "no " + i)),
            times(2, i -> working("view", "a")));
    assertThat(DOC.found(calls)).containsExactly("10:no-progress:hint");
    assertThat(DOC.found(then(calls, List.of(working("view", "a"))))).hasSize(1);
    assertThat(DOC.found(then(calls.subList(0, 9), List.of(working("view", "b"))))).isEmpty();
  }

  @Test
  void fifteen_actions_that_only_read_are_no_progress_in_the_second_profile() {
    List<SessionRecord> calls = times(16, i -> working("view", i < 8 ? "a" : "b"));
    assertThat(SHIPPED.found(calls)).containsExactly("15:no-progress:hint", "16:no-progress:hint");
    assertThat(DOC.found(calls)).isEmpty();
  }

  @Test
  void a_third_target_a_second_tool_or_a_second_success_of_work_is_progress() {
    List<SessionRecord> look = times(14, i -> working("view", "a"));
    assertThat(SHIPPED.found(then(look, List.of(working("grep", "a"))))).isEmpty();
    List<SessionRecord> targets =
        then(times(13, i -> working("view", "a")), List.of(working("view", "b")));
    assertThat(SHIPPED.found(then(targets, List.of(working("view", "c"))))).isEmpty();
    assertThat(SHIPPED.found(then(targets, List.of(failing("view", "c", "no")))))
        .containsExactly("15:no-progress:hint");
    List<SessionRecord> work = times(15, i -> working("edit", "a"));
    assertThat(SHIPPED.found(work)).isEmpty();
    List<SessionRecord> little =
        times(15, i -> i == 3 ? working("edit", "a") : failing("edit", "a", ""));
    assertThat(SHIPPED.found(little)).containsExactly("15:no-progress:hint");
  }

  @Test
  void one_file_change_disarms_no_progress_for_good_in_the_second_profile() {
    SessionRecord change = record("file_change", "file", "a", "content_hash", "h");
    List<SessionRecord> calls = then(List.of(change), times(40, i -> working("view", "a")));
    assertThat(SHIPPED.found(calls)).isEmpty();
  }

  @Test
  void a_duplicate_among_the_last_five_different_messages_is_flagged_once() {
    List<SessionRecord> talk =
        then(
            times(5, i -> record("message", "text", "m" + i)),
            List.of(
                record("message", "text", "m0"),
                working("view", "x"),
                record("message", "text", "m5"),
                record("message", "text", "m0")));
    assertThat(DOC.found(talk)).containsExactly("6:duplicate-message:hint");
  }

  @Test
  void a_phase_that_takes_longer_than_expected_is_found_when_its_time_is_up() {
    ProgressState tracker =
        DOC.watch(ProgressState.NONE, record("phase", "number", 1, "expected", "15m"), 0).state();
    long due = DOC.tracking().nextDeadline(tracker, 0).getAsLong();
    assertThat(DOC.tick(tracker, due - 1).reports()).isEmpty();
    TrackedRecord late = DOC.tick(tracker, due);
    assertThat(late.reports()).hasSize(1);
    assertThat(late.reports().get(0).finding().pattern()).isEqualTo("phase-overrun");
    SessionRecord done = record("phase", "complete", true, "success", true);
    assertThat(DOC.watch(late.state(), done, due + 1).reports()).isEmpty();
  }

  @Test
  void a_thousand_productive_calls_in_ten_phases_raise_nothing() {
    List<SessionRecord> session = new ArrayList<>();
    for (int phase = 1; phase <= 10; phase++) {
      session.add(record("phase", "number", phase, "description", "phase " + phase));
      for (int i = 0; i < 100; i++) {
        String file = "src/p" + phase + "/f" + i + ".go";
        session.add(
            call("edit", "file", file, "content_hash", phase + "-" + i, "output", "ok " + i));
        if (i % 10 == 9) {
          session.add(record("test", "passed", true, "command", "go test ./..."));
        }
      }
    }
    assertThat(DOC.found(session)).isEmpty();
    assertThat(SHIPPED.found(session)).isEmpty();
    assertThat(LoopPack.profile("unattended").found(session)).isEmpty();
    assertThat(LoopPack.profile("strict").found(session)).isEmpty();
  }

  @Test
  void it_raises_its_event_when_it_first_holds_and_every_three_errors_after_that() {
    ProgressState tracker = ProgressState.NONE;
    List<Integer> raised = new ArrayList<>();
    for (int i = 1; i <= 9; i++) {
      TrackedRecord watched = DOC.watch(tracker, failing("edit", "a", "no"), 0);
      tracker = watched.state();
      if (watched.response() != null) {
        raised.add(i);
      }
    }
    assertThat(raised).containsExactly(3, 6, 9);
  }

  @Test
  void evidence_is_the_records_of_the_repeated_calls() {
    ProgressState tracker = ProgressState.NONE;
    tracker = DOC.watch(tracker, record("message", "text", "hello"), 0).state();
    TrackedRecord watched = DOC.watch(tracker, failing("edit", "a", "no"), 0);
    watched = DOC.watch(watched.state(), failing("edit", "a", "no"), 0);
    watched = DOC.watch(watched.state(), failing("edit", "a", "no"), 0);
    assertThat(watched.reports().get(0).evidence()).containsExactly(2L, 3L, 4L);
  }
}

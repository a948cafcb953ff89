package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.edit;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.laps;
import static dev.statute.rules.SessionRecords.read;
import static dev.statute.rules.SessionRecords.record;
import static dev.statute.rules.SessionRecords.run;
import static dev.statute.rules.SessionRecords.shell;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.policy.spi.TrackedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each rule at exactly the counts of its settings, and sessions without findings. */
class FullPackTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());

  /** A change of the work, after which repeated look-ups stop like other calls. */
  private static final List<SessionRecord> CHANGE = List.of(edit("done", "it", "1"));

  @Test
  void r1_the_same_call_with_the_same_result() {
    assertThat(FULL.found("same-action", then(CHANGE, times(6, i -> read("a", "x")))))
        .containsExactly("4:hint", "5:recover", "7:stop");
  }

  @Test
  void r1_does_not_mind_key_order_spaces_or_numbers_written_differently() {
    List<SessionRecord> calls =
        List.of(
            call("t", "args", Map.of("a", 1, "b", "x  y"), "output", "o"),
            call("t", "args", Map.of("b", "x y", "a", 1.0), "output", "o"),
            call("t", "args", Map.of("a", 1L, "b", " x y "), "output", "o"));
    assertThat(FULL.found("same-action", calls)).containsExactly("3:hint");
  }

  @Test
  void r1_sees_through_clocks_ids_and_durations() {
    List<SessionRecord> calls =
        times(
            3,
            i ->
                run(
                    "deploy.sh",
                    "done in "
                        + (100 + i)
                        + " ms (pid "
                        + (7 + i)
                        + ", 2026-01-01T10:00:0"
                        + i
                        + "Z, run 3f9a0b1c2d"
                        + i
                        + "e)"));
    assertThat(FULL.found("same-action", calls)).containsExactly("3:hint");
  }

  @Test
  void r1_is_silent_when_the_result_changes_in_any_number() {
    assertThat(FULL.found(times(30, i -> run("wc -l log", i + " log")))).isEmpty();
    assertThat(FULL.found(times(30, i -> run("cargo test", (30 - i) + " failed")))).isEmpty();
  }

  @Test
  void r2_the_same_call_fails_whatever_the_error_says() {
    List<SessionRecord> calls =
        then(
            List.of(read("a", "x")),
            times(7, i -> fails("t", Map.of("x", 1), "trouble of kind " + "abcdefg".charAt(i))));
    assertThat(FULL.found("same-failure", calls)).containsExactly("4:hint", "5:recover", "7:stop");
  }

  @Test
  void r3_the_same_call_and_result_with_other_work_between() {
    List<SessionRecord> calls =
        then(
            List.of(read("a", "x"), read("b", "1"), read("a", "x"), read("c", "2"), read("c", "2")),
            List.of(read("a", "x")));
    assertThat(FULL.found("interleaved", calls)).containsExactly("6:hint");
  }

  @Test
  void r3_is_silent_when_something_was_changed_between() {
    List<SessionRecord> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      calls.add(run("git status", "clean"));
      calls.add(edit("a", "text " + i, "h" + i));
    }
    assertThat(FULL.found(calls)).isEmpty();
  }

  @Test
  void r4_the_same_edit_word_for_word_though_each_succeeds() {
    List<SessionRecord> calls = times(6, i -> edit("a", "same", "h" + i));
    assertThat(FULL.found("verbatim-edit", calls)).containsExactly("3:hint", "4:recover", "6:stop");
  }

  @Test
  void r4_the_same_edit_rejected_again_never_stops() {
    List<SessionRecord> calls =
        then(
            List.of(read("a", "x")),
            times(40, i -> fails("edit", Map.of("path", "a", "text", "x"), "string not found")));
    assertThat(FULL.found("verbatim-edit", calls)).containsExactly("4:hint", "5:recover");
    assertThat(FULL.found(calls)).noneMatch(each -> each.endsWith(":stop"));
  }

  @Test
  void r4_edits_that_change_nothing() {
    List<SessionRecord> calls =
        then(List.of(edit("a", "first", "h")), times(6, i -> edit("a", "try " + i, "h")));
    assertThat(FULL.found("no-op-edit", calls)).containsExactly("4:hint", "5:recover", "7:stop");
  }

  @Test
  void r5_one_error_whatever_was_tried() {
    List<SessionRecord> calls =
        then(
            List.of(read("a", "x")),
            times(
                9,
                i -> fails("sql", Map.of("q", "select " + "abcdefghi".charAt(i)), "no table t1")));
    assertThat(FULL.found("error-variants", calls))
        .containsExactly("4:hint", "6:recover", "10:stop");
  }

  @Test
  void r5_rejected_edits_count_by_class() {
    List<SessionRecord> calls =
        times(
            9,
            i ->
                call(
                    "edit",
                    "file",
                    "f" + i,
                    "args",
                    Map.of("new", "v" + i),
                    "success",
                    false,
                    "error",
                    "old_string not found in " + "abcdefghi".charAt(i)));
    assertThat(FULL.found("rejected-edits", calls)).containsExactly("3:hint", "5:recover");
    assertThat(FULL.found("error-variants", calls)).isEmpty();
  }

  @Test
  void r5b_one_class_of_error_by_any_tool() {
    List<SessionRecord> calls =
        then(
            List.of(read("a", "x")),
            times(
                15,
                i ->
                    fails(
                        "t" + i,
                        Map.of("x", "v" + i),
                        "cannot open '"
                            + "abcdefghijklmno".charAt(i)
                            + "': no such file or directory")));
    assertThat(FULL.found("error-class", calls))
        .as("each error is another one")
        .containsExactly("6:hint", "8:recover", "16:stop");
  }

  @Test
  void r6_the_same_failure_over_the_whole_run_even_when_the_user_spoke() {
    List<SessionRecord> calls = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      calls.add(fails("book", Map.of("flight", "X"), "not available"));
      calls.add(record("user_message", "text", "go on " + i));
    }
    assertThat(FULL.found("failure-again", calls)).contains("7:hint");
  }

  @Test
  void r7_one_answer_whatever_is_asked() {
    List<SessionRecord> calls =
        times(12, i -> call("ask", "args", Map.of("q", "v" + i), "output", "I do not know"));
    assertThat(FULL.found("stagnation", then(CHANGE, calls)))
        .containsExactly("7:hint", "9:recover", "13:stop");
  }

  @Test
  void r8_look_ups_that_find_nothing() {
    List<SessionRecord> calls = times(14, i -> run("find / -name x" + i, ""));
    assertThat(FULL.found("nothing-found", then(CHANGE, calls)))
        .containsExactly("8:hint", "11:recover", "15:stop");
  }

  @Test
  void r9_nothing_new_and_no_change() {
    List<SessionRecord> calls =
        then(
            times(5, i -> read("f" + i, "text " + i)),
            List.of(2, 0, 3, 1, 4, 0, 2, 1).stream().map(i -> read("f" + i, "text " + i)).toList());
    assertThat(FULL.found("no-progress", calls)).containsExactly("13:hint");
  }

  @Test
  void r10_two_actions_take_turns() {
    List<SessionRecord> calls = laps(6, run("make it", "err"), read("log", "text"));
    assertThat(FULL.found("cycle", then(CHANGE, calls)))
        .containsExactly("7:hint", "9:recover", "13:stop");
  }

  @Test
  void r10_ten_actions_are_gone_through_again() {
    SessionRecord[] lap = times(10, i -> read("f" + i, "t" + i)).toArray(SessionRecord[]::new);
    assertThat(FULL.found("cycle", then(CHANGE, laps(5, lap))))
        .containsExactly("21:hint", "31:recover", "51:stop");
  }

  @Test
  void r11_edits_that_do_not_reach_what_is_run() {
    List<SessionRecord> calls = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      calls.add(edit("A.java", "print " + i, "h" + i));
      calls.add(run("python check.py", "no change"));
    }
    assertThat(FULL.found("ineffective-edits", calls)).containsExactly("8:hint", "14:recover");
  }

  @Test
  void r24_is_silent_where_a_container_could_not_be_made() {
    String error = "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.";
    List<SessionRecord> calls = times(4, i -> shell("docker run --rm box make " + i, error, 125));
    assertThat(FULL.found("environment-gone", calls)).isEmpty();
  }

  @Test
  void r11_is_silent_while_the_verdict_changes_or_tests_pass() {
    List<SessionRecord> falling = new ArrayList<>();
    List<SessionRecord> green = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      falling.add(edit("a", "v" + i, "h" + i));
      falling.add(
          call(
              "bash",
              "command",
              "pytest -q",
              "success",
              false,
              "error",
              20 - i + " failed",
              "output",
              20 - i + " failed"));
      green.add(edit("a", "v" + i, "h" + i));
      green.add(run("pytest -q", "12 passed in 0." + i + "s"));
    }
    assertThat(FULL.found(falling)).isEmpty();
    assertThat(FULL.found(green)).isEmpty();
  }

  @Test
  void r12_replies_that_do_not_parse_and_nothing_else_about_them() {
    List<SessionRecord> calls =
        times(60, i -> fails("format_error", Map.of(), "exactly one action expected"));
    assertThat(FULL.found(calls))
        .as("such streaks mend themselves, so their number stops nothing")
        .containsExactly("4:format-errors:hint", "7:format-errors:recover");
  }

  @Test
  void r13_a_file_goes_back_to_what_it_was() {
    List<SessionRecord> calls = times(7, i -> edit("a", "v" + i, i % 2 == 0 ? "A" : "B"));
    assertThat(FULL.found("revert", calls)).containsExactly("4:hint", "5:recover", "7:stop");
  }

  @Test
  void r14_the_same_words_with_no_action_between() {
    List<SessionRecord> talk = times(6, i -> record("message", "text", "hi"));
    assertThat(FULL.found("monologue", then(List.of(read("a", "x")), talk)))
        .containsExactly("4:hint", "5:recover", "7:stop");
    assertThat(FULL.found("monologue", talk))
        .as("nothing was done")
        .containsExactly("3:hint", "4:recover");
    assertThat(FULL.found("monologue", laps(6, record("message", "text", "hi"), read("a", "x"))))
        .isEmpty();
    assertThat(FULL.found("talk-only", times(3, i -> run("echo bye " + i, "bye " + i))))
        .containsExactly("3:hint");
  }

  @Test
  void r15_a_poll_that_stays_as_it_is() {
    List<SessionRecord> calls =
        times(20, i -> call("poll", "args", Map.of("id", 7), "output", "RUNNING"));
    assertThat(FULL.found(calls))
        .containsExactly(
            "10:poll-unchanged:hint", "15:poll-unchanged:recover", "20:poll-unchanged:stop");
  }

  @Test
  void r15_is_silent_while_the_answer_changes_be_it_in_a_clock() {
    assertThat(
            FULL.found(
                times(
                    60,
                    i ->
                        call("poll", "args", Map.of("id", 7), "output", "[" + i + "s] compiling"))))
        .isEmpty();
  }

  @Test
  void r16_text_whose_tail_repeats_whatever_the_chunks() {
    String sentence = "Let me think about the word again, once more. ";
    List<SessionRecord> whole = times(12, i -> record("stream_text", "text", sentence));
    assertThat(FULL.found("chanting", whole)).containsExactly("6:hint", "10:recover");
    String text = sentence.repeat(12);
    List<SessionRecord> letters =
        times(text.length(), i -> record("stream_text", "text", text.substring(i, i + 1)));
    assertThat(FULL.found("chanting", letters)).hasSize(2);
  }

  @Test
  void r16_is_reset_by_structure_and_ignores_code() {
    List<SessionRecord> code =
        then(
            List.of(record("stream_text", "text", "```\n")),
            times(40, i -> record("stream_text", "text", "console.log(\"the very same line\");\n")),
            List.of(record("stream_text", "text", "```\n")));
    assertThat(FULL.found(code)).isEmpty();
    assertThat(
            FULL.found(
                times(40, i -> record("stream_text", "text", "| same | row | of a table |\n"))))
        .isEmpty();
    assertThat(
            FULL.found(
                times(40, i -> record("stream_text", "text", "- the same item of a list\n"))))
        .isEmpty();
  }

  @Test
  void r17_condensations_with_no_action_between() {
    List<SessionRecord> calls =
        then(List.of(read("a", "x")), times(6, i -> record("condensation")));
    assertThat(FULL.found("condensation", calls)).containsExactly("4:hint", "5:recover", "7:stop");
    assertThat(FULL.found(laps(5, record("condensation"), run("ls", "a"))))
        .noneMatch(each -> each.contains("condensation"));
  }

  @Test
  void r18_a_person_said_no_again() {
    List<SessionRecord> calls =
        times(3, i -> fails("rm", Map.of("path", "d" + i), "Permission denied by user"));
    assertThat(FULL.found("denied", calls)).containsExactly("2:hint", "3:recover");
  }

  @Test
  void r19_a_sub_agent_that_is_stuck_is_reported_to_its_parent() {
    List<Map<String, Object>> inside =
        times(3, i -> run("ls", "a")).stream().map(SessionRecord::fields).toList();
    SessionRecord stuck = record("sub_agent", "name", "d", "events", inside);
    SessionRecord fine = record("sub_agent", "name", "d", "events", inside.subList(0, 2));
    assertThat(FULL.found(List.of(fine, stuck, stuck)))
        .containsExactly("2:stuck-delegate:hint", "3:stuck-delegate:recover");
  }

  @Test
  void r19_a_reviewer_that_is_never_content() {
    List<SessionRecord> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      calls.add(edit("a", "v" + i, "h" + i));
      calls.add(record("verdict", "value", "REVISE", "text", "remark " + i));
    }
    assertThat(FULL.found("revise-loop", calls)).containsExactly("8:hint");
  }

  @Test
  void r20_what_mends_one_test_breaks_the_other() {
    List<SessionRecord> calls = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      calls.add(edit("a", "v" + i, "h" + i));
      calls.add(record("test", "passed", false, "failed", 1, "signature", i % 2 == 0 ? "a" : "b"));
    }
    assertThat(FULL.found("test-flip-flop", calls)).containsExactly("12:recover");
  }

  @Test
  void r21_a_budget_that_runs_out() {
    List<SessionRecord> spent =
        times(5, i -> record("budget", "tokens_used", 60 + 10 * i, "tokens_limit", 100));
    assertThat(FULL.found("budget", spent)).containsExactly("3:hint", "4:recover", "5:stop");
    LoopPack few = LoopPack.pack("full", Map.of("max_calls", 4));
    assertThat(few.found("budget", times(4, i -> read("f" + i, "t" + i))))
        .containsExactly("3:hint", "4:stop");
  }

  @Test
  void r21_each_phase_has_a_budget_of_its_own() {
    List<SessionRecord> calls = new ArrayList<>(times(6, i -> read("f" + i, "t" + i)));
    calls.add(record("phase", "number", 1, "calls_limit", 4));
    calls.addAll(times(4, i -> read("g" + i, "u" + i)));
    calls.add(record("phase", "number", 2));
    calls.addAll(times(9, i -> read("h" + i, "v" + i)));
    assertThat(FULL.found("budget", calls)).containsExactly("10:hint", "11:stop");
    LoopPack eight = LoopPack.pack("full", Map.of("max_phase_calls", 8, "max_calls", 1_000));
    assertThat(eight.found("budget", calls))
        .containsExactly("10:hint", "11:stop", "18:hint", "20:stop");
    List<SessionRecord> spent = new ArrayList<>();
    spent.add(record("budget", "tokens_used", 5_000, "cost", 1.5));
    spent.add(record("phase", "number", 1, "tokens_limit", 100, "cost_limit", 2));
    spent.add(record("budget", "tokens_used", 5_080, "cost", 2.5));
    spent.add(record("budget", "tokens_used", 5_080, "cost", 3.5));
    assertThat(FULL.found("budget", spent)).containsExactly("3:hint", "4:stop");
    ProgressState tracker = ProgressState.NONE;
    for (SessionRecord each : calls) {
      tracker =
          ProgressTrackerFactory.installed().restore(eight.watch(tracker, each, 0).state().toMap());
    }
    assertThat(eight.tracking().observe(tracker, 0).facts(Budget.class::equals))
        .containsExactly(new Budget("calls", 19, 1_000), new Budget("phase calls", 9, 8));
  }

  @Test
  void r21_time_runs_out_by_itself() {
    LoopPack hour = LoopPack.pack("full", Map.of("max_time", "1h"));
    ProgressState tracker = hour.watch(ProgressState.NONE, read("a", "x"), 1_000).state();
    long due = hour.tracking().nextDeadline(tracker, 1_000).getAsLong();
    assertThat(due).isEqualTo(1_000 + 45 * 60_000);
    assertThat(hour.tick(tracker, due - 1).reports()).isEmpty();
    assertThat(hour.tick(tracker, due).reports().get(0).finding().level()).isEqualTo("hint");
  }

  @Test
  void r22_a_judge_gives_a_hint_at_most_and_only_if_both_are_sure() {
    assertThat(FULL.found(List.of(record("judge", "confidence", 0.9, "second_confidence", 0.9))))
        .containsExactly("1:judged:hint");
    assertThat(FULL.found(List.of(record("judge", "confidence", 0.9, "second_confidence", 0.8))))
        .isEmpty();
  }

  @Test
  void r26_infrastructure_errors_are_no_loop_but_calls_that_do_not_wait_are() {
    List<SessionRecord> calls = times(30, i -> fails("t", Map.of("x", 1), "429 Too Many Requests"));
    assertThat(FULL.found(calls)).containsExactly("5:outage:hint", "10:outage:recover");
  }

  @Test
  void one_refusal_of_a_guard_and_what_is_exempt_are_no_evidence() {
    assertThat(
            FULL.found(
                times(
                    1,
                    i ->
                        call(
                            "t",
                            "args",
                            Map.of("x", 1),
                            "success",
                            false,
                            "error",
                            "vetoed",
                            "error_kind",
                            "veto"))))
        .isEmpty();
    assertThat(FULL.found(times(20, i -> call("t", "args", "x", "output", "o", "exempt", true))))
        .isEmpty();
  }

  @Test
  void calls_of_one_batch_are_one_piece_of_evidence() {
    assertThat(FULL.found(times(8, i -> call("t", "args", "x", "output", "o", "batch", 1))))
        .isEmpty();
    assertThat(
            FULL.found(
                "same-action",
                times(3, i -> call("t", "args", "x", "output", "o", "batch", i + 1))))
        .containsExactly("3:hint");
  }

  @Test
  void a_retry_of_the_transport_does_not_count() {
    SessionRecord call = read("a", "x");
    assertThat(FULL.found(List.of(call, call, record("retry"), call))).isEmpty();
    assertThat(FULL.found("same-action", List.of(call, call, record("retry"), call, call)))
        .containsExactly("5:hint");
  }

  @Test
  void another_run_begins_anew() {
    List<SessionRecord> calls =
        then(
            times(2, i -> call("t", "args", "x", "output", "o", "run", "one")),
            times(2, i -> call("t", "args", "x", "output", "o", "run", "two")));
    assertThat(FULL.found(calls)).isEmpty();
  }

  @Test
  void the_same_page_after_the_same_click_is_a_loop_though_its_text_differs() {
    List<SessionRecord> calls =
        times(
            3,
            i ->
                call(
                    "browser",
                    "args",
                    "click 'Forum'",
                    "output",
                    "Page URL: https://forum.test/ — viewport 20% at the top\nLatest: "
                        + "abc".charAt(i)));
    assertThat(FULL.found("same-action", calls)).containsExactly("3:hint");
  }

  @Test
  void noise_of_the_surroundings_is_learned_and_dropped() {
    List<SessionRecord> calls =
        then(
            times(
                8,
                i ->
                    run(
                        "python3 a" + i + ".py",
                        "Error processing x.pth:\nTraceback\n" + "value".substring(0, 5) + i)),
            times(
                3,
                i ->
                    run(
                        "python3 same.py",
                        "Traceback\nthe same" + (i == 1 ? "\nError processing x.pth:" : ""))));
    assertThat(FULL.found("same-action", calls)).containsExactly("11:hint");
  }

  @Test
  void a_finding_is_cleared_by_news_and_comes_back_at_recover() {
    List<SessionRecord> calls =
        then(
            times(3, i -> read("a", "x")),
            times(3, i -> read("f" + i, "new " + i)),
            times(3, i -> read("a", "x")));
    assertThat(FULL.found("same-action", calls)).containsExactly("3:hint", "9:recover");
  }

  @Test
  void numbers_are_settings_and_nought_is_never() {
    LoopPack six = LoopPack.pack("full", Map.of("r1_hint", 6, "r1_recover", 0, "r1_stop", 0));
    assertThat(six.found("same-action", times(9, i -> read("a", "x")))).containsExactly("6:hint");
    LoopPack never = LoopPack.pack("full", Map.of("r1_hint", 0, "r1_recover", 0, "r1_stop", 0));
    assertThat(never.found("same-action", times(9, i -> read("a", "x")))).isEmpty();
  }

  @Test
  void a_host_may_say_what_its_tools_do() {
    LoopPack mine = LoopPack.pack("full", Map.of("my_tool_effects", Map.of("radar", "POLL")));
    List<SessionRecord> calls = times(9, i -> call("radar", "args", "x", "output", "nothing"));
    assertThat(mine.found(calls)).isEmpty();
    assertThat(FULL.found(calls)).isNotEmpty();
  }

  @Test
  void strict_stops_at_once_and_observe_never_acts() {
    List<SessionRecord> calls = times(3, i -> read("a", "x"));
    assertThat(LoopPack.profile("strict").found("same-action", calls)).containsExactly("3:stop");
    LoopPack observe = LoopPack.profile("observe");
    ProgressState tracker = ProgressState.NONE;
    for (SessionRecord each : calls) {
      TrackedRecord watched = observe.watch(tracker, each, 0);
      tracker = watched.state();
      assertThat(watched.response()).isNull();
    }
    assertThat(observe.found("same-action", calls)).containsExactly("3:hint");
  }

  /** Levels at which events are raised, as {@code number:level}. */
  private static List<String> raised(LoopPack loops, List<SessionRecord> records) {
    List<String> raised = new ArrayList<>();
    ProgressState tracker = ProgressState.NONE;
    for (int i = 0; i < records.size(); i++) {
      TrackedRecord watched = loops.watch(tracker, records.get(i), 0);
      tracker = watched.state();
      if (watched.response() != null) {
        raised.add(i + 1 + ":" + watched.response().finding().level());
      }
    }
    return raised;
  }

  @Test
  void a_finding_is_raised_at_each_level_and_every_second_count_while_it_goes_on() {
    LoopPack hints = LoopPack.pack("full", Map.of("r3_hint", 0, "r3_recover", 0, "r3_stop", 0));
    List<SessionRecord> talk =
        then(List.of(read("a", "x")), times(14, i -> record("message", "text", "hi")));
    assertThat(raised(hints, talk))
        .containsExactly(
            "4:hint", "5:recover", "7:stop", "9:stop", "11:stop", "13:stop", "15:stop");
  }

  @Test
  void a_stop_needs_advice_that_was_seen_and_further_repetitions() {
    List<SessionRecord> unseen =
        times(9, i -> call("read", "args", Map.of("p", "a"), "output", "x", "advised", i != 4));
    assertThat(FULL.found("same-action", then(CHANGE, unseen)))
        .as("the fifth call was made before the advice was seen")
        .containsExactly("4:hint", "5:recover", "8:stop");
    List<SessionRecord> never =
        times(9, i -> call("read", "args", Map.of("p", "a"), "output", "x", "advised", i < 4));
    assertThat(FULL.found("same-action", never)).containsExactly("3:hint", "4:recover");
    assertThat(
            LoopPack.pack("full", Map.of("stop_after_advice", Map.of()))
                .found("same-action", never))
        .containsExactly("3:hint", "4:recover", "5:stop");
  }

  @Test
  void a_judge_holds_a_stop_back_and_causes_none() {
    List<SessionRecord> calls = new ArrayList<>(then(CHANGE, times(5, i -> read("a", "x"))));
    calls.add(record("judge", "confidence", 0.05));
    calls.addAll(times(3, i -> read("a", "x")));
    assertThat(FULL.found("same-action", calls)).containsExactly("4:hint", "5:recover", "9:stop");
    List<SessionRecord> sure = new ArrayList<>(times(40, i -> read("f" + i, "text " + i)));
    sure.addAll(times(40, i -> record("judge", "confidence", 1)));
    assertThat(FULL.found(sure)).containsExactly("41:judged:hint");
  }

  @Test
  void a_finding_that_holds_again_is_raised_again() {
    LoopPack hints = LoopPack.pack("full", Map.of("r3_hint", 0, "r3_recover", 0, "r3_stop", 0));
    List<SessionRecord> again =
        laps(2, read("a", "x"), read("a", "x"), read("a", "x"), read("b", "y"));
    assertThat(raised(hints, again.subList(0, 7))).containsExactly("3:hint", "7:hint");
  }

  @Test
  void two_pieces_of_news_do_not_clear_a_finding_and_three_or_one_improvement_do() {
    List<SessionRecord> loop = times(3, i -> read("a", "x"));
    List<SessionRecord> two = times(2, i -> read("f" + i, "new " + i));
    assertThat(FULL.found("same-action", then(loop, two, loop))).containsExactly("3:hint");
    SessionRecord three = record("test", "passed", false, "failed", 3);
    SessionRecord twice = record("test", "passed", false, "failed", 2);
    List<SessionRecord> one = List.of(read("f", "new"));
    assertThat(FULL.found("same-action", then(loop, List.of(three, twice), loop)))
        .containsExactly("3:hint", "8:recover");
    assertThat(FULL.found("same-action", then(loop, one, List.of(twice, three), loop)))
        .containsExactly("3:hint");
  }

  @Test
  void hold_out_is_off_by_default() {
    List<String> ids = new ArrayList<>();
    times(1_000, i -> read("a", "b")).forEach(each -> ids.add("agent-" + ids.size()));
    assertThat(ids).noneMatch(FULL.tracking()::isHeldOut);
    LoopPack fifth = LoopPack.pack("full", Map.of("hold_out", 20));
    assertThat(ids.stream().filter(fifth.tracking()::isHeldOut)).hasSizeBetween(150, 250);
  }

  @Test
  void rules_on_raw_facts_see_the_last_twenty_actions() {
    ProgressState tracker = ProgressState.NONE;
    for (SessionRecord each : times(30, i -> read("f" + i, "t" + i))) {
      tracker = FULL.watch(tracker, each, 0).state();
    }
    assertThat(FULL.tracking().observe(tracker, 0).facts(Action.class::equals)).hasSize(20);
  }
}

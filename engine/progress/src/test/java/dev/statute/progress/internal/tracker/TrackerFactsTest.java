package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.record.TestRecords.failing;
import static dev.statute.progress.internal.record.TestRecords.record;
import static dev.statute.progress.internal.record.TestRecords.says;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Cycle;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.record.ProgressRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counters of a whole session, and the facts beside the counters. */
class TrackerFactsTest {
  private static final RecordTracker TRACKING =
      tracker(Map.of("tool_effects", Map.of("ask", "POLL", "look", "READ")));

  private static ProgressState after(ProgressRecord... records) {
    ProgressState tracker = TrackedProgress.EMPTY;
    for (ProgressRecord each : records) {
      tracker = count(TRACKING, tracker, each, 0).state();
    }
    return tracker;
  }

  private static ProgressRecord look(String at) {
    return call("look", "args", at, "output", "what stands at " + at);
  }

  private static ProgressRecord ask(long second, String answer) {
    return call("ask", "args", "it", "output", answer, "ts", second);
  }

  private static final ProgressRecord[] ALL = {
    call("bash", "command", "ls", "output", "a"),
    failing("edit", "f", "no"),
    failing("edit", "f", "no"),
    says("a"),
    says("b"),
    says("a"),
    record("test", "passed", true),
    record("test", "passed", false),
    record("file_change", "file", "f", "content_hash", "1"),
    record("file_change", "file", "f", "content_hash", "2")
  };

  private static Progress reading(String file, int pages, String text) {
    ProgressRecord[] reads = new ProgressRecord[pages];
    for (int i = 0; i < pages; i++) {
      String name = file.formatted(i);
      reads[i] =
          call(
              "look",
              "file",
              name,
              "args",
              Map.of("path", name, "offset", 1000 + i * 100),
              "output",
              text.formatted(i));
    }
    return TRACKING.progress(after(reads));
  }

  @Test
  void pages_beyond_the_end_of_a_file_bring_nothing() {
    assertThat(reading("a.py", 6, "nothing is left").sinceGain()).isEqualTo(5);
    assertThat(reading("a.py", 6, "nothing is left").sameToolResult()).isEqualTo(6);
    assertThat(reading("a.py", 6, "part %d").sinceGain()).isZero();
    assertThat(reading("a%d.py", 6, "# licence").sinceGain()).isZero();
    assertThat(reading("a%d.py", 6, "# licence").sameToolResult()).isZero();
  }

  private static Progress edits(int rounds, Object... known) {
    ProgressRecord[] edits = new ProgressRecord[2 * rounds];
    for (int i = 0; i < edits.length; i++) {
      List<Object> fields = new ArrayList<>(List.of("effect", "EDIT", "file", "f" + i % 2));
      for (Object each : known) {
        fields.add(each instanceof String text ? text.formatted(i) : each);
      }
      edits[i] = call("patch", fields.toArray());
    }
    return TRACKING.progress(after(edits));
  }

  @Test
  void an_edit_of_which_nothing_is_known_is_new_once_for_its_file_and_answer() {
    assertThat(edits(1, "output", "ok").sinceGain()).isZero();
    assertThat(edits(3, "output", "ok").sinceGain()).isEqualTo(4);
    assertThat(edits(3, "output", "line %d changed").sinceGain()).isZero();
    assertThat(edits(3, "output", "ok", "args", "put %d").sinceGain()).isZero();
    assertThat(edits(3, "output", "ok", "content_hash", "%d").sinceGain()).isZero();
  }

  @Test
  void calls_commands_words_tests_and_files_are_counted() {
    Progress progress = TRACKING.progress(after(ALL));
    assertThat(
            List.of(
                progress.calls(),
                progress.commands(),
                progress.successes(),
                progress.failures(),
                progress.consecutiveErrors(),
                progress.messages(),
                progress.duplicateMessage(),
                progress.tests(),
                progress.testsPassed(),
                progress.testsFailed(),
                progress.fileChanges(),
                progress.filesModified(),
                progress.recentActions(),
                progress.sameFailure()))
        .containsExactly(3, 1, 1, 2, 2, 3, 0, 2, 1, 1, 2, 1, 3, 2);
    assertThat(TRACKING.progress(after(says("a"), says("b"), says("a"))).duplicateMessage())
        .isEqualTo(2);
  }

  @Test
  void a_reset_leaves_nothing_of_what_was_counted() {
    List<ProgressRecord> more = new ArrayList<>(List.of(ALL));
    more.add(record("phase", "number", 1));
    more.add(record("budget", "tokens_used", 5, "tokens_limit", 9));
    more.add(record("stream_text", "text", "the very same words again. ".repeat(4)));
    more.add(call("look", "args", "x", "output", "y", "agent", "one"));
    more.add(record("reset"));
    Map<String, Object> reset = after(more.toArray(ProgressRecord[]::new)).toMap();
    ProgressState fresh = after(record("reset"));
    ProgressState restored = ProgressCodec.read(reset);
    assertThat(TRACKING.progress(restored).toMap()).isEqualTo(TRACKING.progress(fresh).toMap());
    assertThat(TRACKING.observe(restored, 0).facts(type -> true))
        .extracting(Object::getClass)
        .isEqualTo(
            TRACKING.observe(fresh, 0).facts(type -> true).stream().map(Object::getClass).toList());
    assertThat(reset.get("phases")).isNull();
    ProgressState next = count(TRACKING, restored, look("z"), 0).state();
    ProgressState same = count(TRACKING, fresh, look("z"), 0).state();
    assertThat(TRACKING.progress(next).toMap()).isEqualTo(TRACKING.progress(same).toMap());
  }

  @Test
  void a_phase_that_runs_is_told_what_blocks_it_without_being_begun_anew() {
    ProgressState tracker =
        after(
            record("phase", "number", 3, "description", "build"),
            record("phase", "blockers", List.of("no disk")));
    assertThat(phases(tracker, 0))
        .containsExactly(new Phase(3, "build", 0, 0, false, false, 0, 0, List.of("no disk")));
    ProgressState next = count(TRACKING, tracker, record("phase", "complete", true), 7).state();
    assertThat(phases(next, 9).get(0)).matches(Phase::complete).matches(Phase::success);
  }

  @Test
  void a_poll_tells_how_long_it_has_been_the_same_and_whether_its_waits_grow() {
    assertThat(polls(ask(10, "on"), ask(15, "on"), ask(25, "on")))
        .containsExactly(List.of(3, 15_000L, true));
    assertThat(polls(ask(10, "on"), ask(15, "on"), ask(20, "on")))
        .containsExactly(List.of(3, 10_000L, false));
    assertThat(polls(ask(10, "on"), ask(15, "off"), ask(25, "off")))
        .containsExactly(List.of(2, 10_000L, true));
  }

  private static List<List<Object>> polls(ProgressRecord... records) {
    return TRACKING.observe(after(records), 0).facts(Poll.class::equals).stream()
        .map(Poll.class::cast)
        .map(each -> List.<Object>of(each.unchanged(), each.elapsedMs(), each.growing()))
        .toList();
  }

  @Test
  void a_circle_is_known_again_wherever_it_is_entered_and_told_from_another() {
    String identity = circle("a", "b", "c", "a", "b", "c").identity();
    assertThat(circle("a", "b", "c", "a", "b", "c", "a").identity()).isEqualTo(identity);
    assertThat(circle("b", "c", "a", "b", "c", "a").identity()).isEqualTo(identity);
    assertThat(circle("a", "b", "d", "a", "b", "d").identity()).isNotEqualTo(identity);
    assertThat(circle("a", "b", "c", "a", "b", "c").laps()).isEqualTo(2);
  }

  private static Cycle circle(String... places) {
    List<ProgressRecord> records = new ArrayList<>();
    for (String place : places) {
      records.add(look(place));
    }
    return (Cycle)
        TRACKING
            .observe(after(records.toArray(ProgressRecord[]::new)), 0)
            .facts(Cycle.class::equals)
            .get(0);
  }

  private static List<Phase> phases(ProgressState state, long now) {
    return TRACKING.observe(state, now).facts(Phase.class::equals).stream()
        .map(Phase.class::cast)
        .toList();
  }
}

package dev.statute.progress;

import static dev.statute.progress.Calls.call;
import static dev.statute.progress.Calls.failing;
import static dev.statute.progress.Calls.record;
import static dev.statute.progress.Calls.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Cycle;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is counted of a session as a whole, and the facts beside the counters. */
class CountsTest {
  private static final TrackerSettings TRACKING =
      TrackerSettings.of(
          Settings.of(Map.of("tool_effects", Map.of("ask", "POLL", "look", "READ"))));

  private static ProgressTracker after(ProgressRecord... records) {
    ProgressTracker tracker = ProgressTracker.empty();
    for (ProgressRecord each : records) {
      tracker = tracker.record(each, 0, TRACKING).tracker();
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

  @Test
  void calls_commands_words_tests_and_files_are_counted() {
    Progress progress = after(ALL).progress(TRACKING);
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
    assertThat(after(says("a"), says("b"), says("a")).progress(TRACKING).duplicateMessage())
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
    ProgressTracker fresh = after(record("reset"));
    ProgressTracker restored = ProgressTracker.fromMap(reset);
    assertThat(restored.progress(TRACKING).toMap()).isEqualTo(fresh.progress(TRACKING).toMap());
    assertThat(restored.at(0, TRACKING).facts(type -> true))
        .extracting(Object::getClass)
        .isEqualTo(
            fresh.at(0, TRACKING).facts(type -> true).stream().map(Object::getClass).toList());
    assertThat(reset.get("phases")).isNull();
    ProgressTracker next = restored.record(look("z"), 0, TRACKING).tracker();
    ProgressTracker same = fresh.record(look("z"), 0, TRACKING).tracker();
    assertThat(next.progress(TRACKING).toMap()).isEqualTo(same.progress(TRACKING).toMap());
  }

  @Test
  void a_phase_that_runs_is_told_what_blocks_it_without_being_begun_anew() {
    ProgressTracker tracker =
        after(
            record("phase", "number", 3, "description", "build"),
            record("phase", "blockers", List.of("no disk")));
    assertThat(tracker.phases(0))
        .containsExactly(new Phase(3, "build", 0, 0, false, false, 0, 0, List.of("no disk")));
    ProgressTracker next = tracker.record(record("phase", "complete", true), 7, TRACKING).tracker();
    assertThat(next.phases(9).get(0)).matches(Phase::complete).matches(Phase::success);
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
    return after(records).at(0, TRACKING).facts(Poll.class::equals).stream()
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
        after(records.toArray(ProgressRecord[]::new))
            .at(0, TRACKING)
            .facts(Cycle.class::equals)
            .get(0);
  }
}

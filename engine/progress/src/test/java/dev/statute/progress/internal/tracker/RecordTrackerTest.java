package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.record.TestRecords.record;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Cycle;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecordTrackerTest {
  private static final Place PLACE = new Place("loops.drl", 3, 1);
  private ProgressState tracker = TrackedProgress.EMPTY;

  private static Finding finding(String pattern, String level, int count) {
    return new Finding(pattern, "id", level, count, "because");
  }

  private static RuleVerdicts rulings(Finding... findings) {
    return new RuleVerdicts(
        Stream.of(findings)
            .map(each -> new RuleVerdict(each, "p#r", PLACE, Layer.BASE, List.of()))
            .toList(),
        null);
  }

  /** Returns the reported findings and, after a bar, the raised ones. */
  private String step(Map<String, ?> settings, Finding... findings) {
    TrackedRecord watched =
        tracker(settings)
            .record(tracker, record("tool_call", "tool", "t").fields(), 0)
            .judgedBy(seen -> rulings(findings));
    tracker = watched.state();
    List<String> words = new ArrayList<>();
    watched.reports().forEach(each -> words.add(words(each)));
    ReportedFinding response = watched.response();
    return String.join(" ", words) + "|" + (response == null ? "" : words(response));
  }

  private static String words(ReportedFinding report) {
    return report.finding().pattern() + ":" + report.finding().level();
  }

  @Test
  void a_finding_is_reported_and_raised_when_it_first_reaches_a_level() {
    assertThat(step(Map.of(), finding("loop", "hint", 3))).isEqualTo("loop:hint|loop:hint");
    assertThat(step(Map.of(), finding("loop", "hint", 4))).isEqualTo("|");
    assertThat(step(Map.of(), finding("loop", "stop", 5))).isEqualTo("loop:stop|loop:stop");
    assertThat(step(Map.of(), finding("loop", "stop", 6))).isEqualTo("|");
  }

  @Test
  void where_every_record_is_to_be_reported_it_is_still_raised_once() {
    Map<String, ?> every = Map.of("report_every", true);
    assertThat(step(every, finding("loop", "hint", 3))).isEqualTo("loop:hint|loop:hint");
    assertThat(step(every, finding("loop", "hint", 4))).isEqualTo("loop:hint|");
  }

  @Test
  void it_is_raised_again_after_a_record_on_which_it_did_not_hold() {
    step(Map.of(), finding("loop", "hint", 3));
    assertThat(step(Map.of())).isEqualTo("|");
    assertThat(step(Map.of(), finding("loop", "hint", 3))).isEqualTo("|loop:hint");
  }

  @Test
  void it_is_raised_again_every_so_many_counts_while_it_goes_on() {
    Map<String, ?> twice = Map.of("renotify", 2);
    step(twice, finding("loop", "hint", 3));
    assertThat(step(twice, finding("loop", "hint", 4))).isEqualTo("|");
    assertThat(step(twice, finding("loop", "hint", 5))).isEqualTo("|loop:hint");
    assertThat(step(twice, finding("loop", "hint", 6))).isEqualTo("|");
    assertThat(step(twice, finding("loop", "hint", 7))).isEqualTo("|loop:hint");
  }

  @Test
  void at_most_one_finding_is_raised_per_record_the_highest_then_the_first() {
    assertThat(step(Map.of(), finding("a", "hint", 3), finding("b", "stop", 5)))
        .isEqualTo("a:hint b:stop|b:stop");
    assertThat(step(Map.of(), finding("c", "hint", 3), finding("d", "hint", 3)))
        .isEqualTo("c:hint d:hint|c:hint");
  }

  @Test
  void one_identity_given_at_two_levels_counts_at_the_higher() {
    assertThat(step(Map.of(), finding("a", "stop", 5), finding("a", "hint", 5)))
        .isEqualTo("a:stop|a:stop");
  }

  @Test
  void a_rule_that_fails_is_a_finding_and_the_record_is_kept() {
    RuleVerdicts failed =
        new RuleVerdicts(List.of(), new RuleError("p#bad", PLACE, "divided by zero"));
    TrackedRecord watched =
        tracker(Map.of()).record(tracker, call("t").fields(), 0).judgedBy(seen -> failed);
    assertThat(watched.reports())
        .containsExactly(
            new ReportedFinding(
                new Finding("rule-error", "p#bad", "hint", 1, "divided by zero"),
                "p#bad",
                PLACE,
                List.of(1L)));
    assertThat(watched.observation().progress().calls()).isEqualTo(1);
  }

  @Test
  void evidence_is_the_actions_like_the_newest_as_many_as_were_counted() {
    RecordTracker tracking = tracker(Map.of());
    for (String command : List.of("ls", "cat", "ls", "ls")) {
      tracker = count(tracking, tracker, call("bash", "command", command), 0).state();
    }
    TrackedRecord watched =
        tracking.tick(tracker, 0).judgedBy(seen -> rulings(finding("loop", "hint", 3)));
    assertThat(watched.reports().get(0).evidence()).containsExactly(1L, 3L, 4L);
  }

  @Test
  void evidence_of_a_cycle_is_all_its_laps() {
    RecordTracker tracking = tracker(Map.of());
    for (String command : List.of("pwd", "ls", "cat", "ls", "cat", "ls", "cat")) {
      tracker = count(tracking, tracker, call("bash", "command", command), 0).state();
    }
    TrackedRecord watched =
        tracking
            .tick(tracker, 0)
            .judgedBy(
                seen -> {
                  Cycle cycle = (Cycle) seen.facts(type -> type == Cycle.class).get(0);
                  return rulings(
                      new Finding("cycle", cycle.identity(), "hint", cycle.laps(), "round"));
                });
    assertThat(watched.reports().get(0).evidence()).containsExactly(2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void the_ledger_is_part_of_what_is_saved() {
    step(Map.of(), finding("loop", "hint", 3));
    tracker = ProgressCodec.read(tracker.toMap());
    assertThat(step(Map.of(), finding("loop", "hint", 4))).isEqualTo("|");
  }
}

package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.fail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.policy.Deny;
import dev.statute.policy.Finding;
import dev.statute.policy.Phase;
import dev.statute.policy.Progress;
import dev.statute.policy.spi.ReportedFinding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordProcessorTest {
  private static final Map<String, Object> CALL =
      Map.of("type", "tool_call", "tool", "edit", "success", true);
  private static final Map<String, Object> FAILED =
      Map.of("type", "tool_call", "tool", "edit", "file", "a", "success", false, "error", "no");

  @Test
  void a_record_is_counted() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    Outcome outcome = play.report(CALL);
    assertThat(outcome.kind()).isEqualTo("recorded");
    assertThat(play.snapshot.progress().records()).isEqualTo(1);
  }

  @Test
  void a_record_with_a_field_of_the_wrong_kind_is_rejected() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    Outcome.Rejected rejected =
        (Outcome.Rejected) play.report(Map.of("type", "tool_call", "tool", "x", "success", "yes"));
    assertThat(rejected.code()).isEqualTo("record");
    assertThat(rejected.field()).isEqualTo("success");
    assertThat(play.snapshot.progress().records()).isZero();
  }

  @Test
  void a_chart_may_handle_records_and_see_the_counters() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "a",
                    s ->
                        s.on(
                            "record.tool_call",
                            t -> t.when("progress.calls % 2 == 0").does(emit("report")))));
    assertThat(play.report(CALL).kind()).isEqualTo("recorded");
    assertThat(play.report(CALL).kind()).isEqualTo("taken");
    assertThat(play.emitted()).containsExactly("report");
  }

  @Test
  void an_eventless_transition_is_taken_as_soon_as_a_record_makes_its_condition_true() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s ->
                            s.on("*", "c")
                                .always(t -> t.to("b").when("progress.consecutiveErrors > 1")))
                    .state("b")
                    .state("c"));
    assertThat(play.report(FAILED).kind()).isEqualTo("recorded");
    assertThat(play.snapshot.sequence()).isEqualTo(2);
    assertThat(play.report(FAILED).kind()).isEqualTo("taken");
    assertThat(play.states()).containsExactly("b");
    assertThat(play.snapshot.sequence()).isEqualTo(3);
    assertThat(play.snapshot.progress().records()).isEqualTo(2);
  }

  @Test
  void a_transition_reads_the_fields_of_its_record() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("tool", "none")
                    .state(
                        "a",
                        s -> s.on("record.tool_call", t -> t.does(assign("tool", "event.tool")))));
    play.report(CALL);
    assertThat(play.snapshot.data().get("tool")).isEqualTo("edit");
  }

  @Test
  void a_record_restarts_the_timers_that_name_it_and_no_others() {
    for (String name : List.of("record.tool_call", "record", "record.message", "any", "tool")) {
      InstanceFixture play =
          InstanceFixture.of(c -> c.timer("quiet", "a", "10s", "Timeout", name).state("a"));
      play.pass("4S");
      assertThat(play.report(CALL).kind()).isEqualTo("recorded");
      boolean restarted = name.equals("record.tool_call") || name.equals("record");
      assertThat(play.snapshot.due())
          .as(name)
          .isEqualTo(Instant.EPOCH.plusSeconds(restarted ? 14 : 10));
    }
  }

  @Test
  void a_record_that_cannot_be_kept_or_has_no_instance_is_rejected() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a", s -> s.requires("1 > 2")));
    assertThat(play.snapshot.exists()).isFalse();
    assertThat(play.report(CALL))
        .isEqualTo(new Outcome.Rejected(List.of(), "finished", "there is no such instance"));
    InstanceFixture live = InstanceFixture.of(c -> c.state("a"));
    Outcome outcome = live.give(new Input.Report(CALL, "x".repeat(1_000_000)));
    assertThat(outcome.code()).isEqualTo("id");
    assertThat(live.snapshot.progress().records()).isZero();
  }

  @Test
  void the_event_of_a_finding_comes_before_events_that_the_record_releases() {
    InstanceFixture play =
        InstanceFixture.of(
            stuckAfter(1, "hint"),
            c ->
                c.data("heard", List.of())
                    .state("a", s -> s.defer("later").on("record.tool_call", "b"))
                    .state(
                        "b",
                        s ->
                            s.on("later", t -> t.does(append("heard", "event_name")))
                                .on("stuck.hint", t -> t.does(append("heard", "event_name")))));
    play.send("later");
    play.report(FAILED);
    assertThat(play.snapshot.data().get("heard")).isEqualTo(List.of("stuck.hint", "later"));
  }

  @Test
  void a_newer_finding_takes_the_place_of_one_whose_event_was_denied() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .find(
                q -> {
                  int count = q.observation().progress().consecutiveErrors();
                  String level = count > 1 ? "recover" : "hint";
                  return count == 0 ? null : new Finding("repeated", "x", level, count, "again");
                })
            .on(t -> t.event().equals("stuck.hint") ? new Deny(t, "not now") : null);
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c -> c.on("stuck.hint", "b").on("stuck.recover", "c").state("a").state("b").state("c"));
    play.report(FAILED);
    assertThat(play.kinds()).containsExactly("recorded", "denied");
    play.report(FAILED);
    assertThat(play.kinds()).containsExactly("recorded", "taken");
    assertThat(play.states()).containsExactly("c");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void an_instance_is_stuck_by_its_gravest_finding_that_is_not_only_flagged() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .find(q -> new Finding("slow", "1", "hint", 1, "slow"))
            .find(q -> new Finding("loop", "2", "recover", 1, "loop"))
            .find(q -> new Finding("cost", "3", "stop", 1, "cost"));
    InstanceFixture play =
        InstanceFixture.of(
            rules, c -> c.setting("flag_only", List.of("cost")).on("x", "a").state("a"));
    StuckStatus status = play.interpreter.stuckStatus(play.snapshot, play.now);
    assertThat(status.findings())
        .extracting(each -> each.finding().pattern())
        .containsExactlyInAnyOrder("slow", "loop", "cost");
    assertThat(status.decisive().finding().pattern()).isEqualTo("loop");
    InstanceFixture quiet = InstanceFixture.of(c -> c.state("a"));
    assertThat(quiet.interpreter.stuckStatus(quiet.snapshot, quiet.now).decisive()).isNull();
  }

  @Test
  void a_finding_is_reported_with_its_evidence_and_raises_its_event_in_a_step_of_its_own() {
    InstanceFixture play =
        InstanceFixture.of(
            stuckAfter(2, "recover"), c -> c.on("stuck.recover", "b").state("a").state("b"));
    assertThat(play.report(FAILED).trace().findings()).isEmpty();
    Outcome outcome = play.report(FAILED);
    assertThat(outcome.kind()).isEqualTo("recorded");
    assertThat(outcome.trace().findings())
        .extracting(f -> f.finding().pattern(), ReportedFinding::evidence)
        .containsExactly(tuple("repeated", List.of(1L, 2L)));
    assertThat(play.kinds()).containsExactly("recorded", "taken");
    Cause.Finding stuck = (Cause.Finding) play.last().cause();
    assertThat(stuck.event()).isEqualTo("stuck.recover");
    assertThat(stuck.data().get("pattern")).isEqualTo("repeated");
    assertThat(play.states()).containsExactly("b");
  }

  @Test
  void a_chart_that_listens_to_no_finding_is_only_observed() {
    InstanceFixture play =
        InstanceFixture.of(stuckAfter(1, "stop"), c -> c.on("*", "b").state("a").state("b"));
    assertThat(play.report(FAILED).trace().findings()).hasSize(1);
    assertThat(play.kinds()).containsExactly("recorded");
    assertThat(play.states()).containsExactly("a");
  }

  @Test
  void the_stop_of_the_engine_cannot_be_vetoed() {
    ScriptedPolicy stop = stuckAfter(1, "stop").on(t -> new Deny(t, "no"));
    InstanceFixture play =
        InstanceFixture.of(stop, c -> c.on("stuck.stop", "b").state("a").state("b"));
    play.report(FAILED);
    assertThat(play.states()).containsExactly("b");
    ScriptedPolicy hint = stuckAfter(1, "hint").on(t -> new Deny(t, "no"));
    InstanceFixture vetoed =
        InstanceFixture.of(hint, c -> c.on("stuck.hint", "b").state("a").state("b"));
    vetoed.report(FAILED);
    assertThat(vetoed.kinds()).containsExactly("recorded", "denied");
  }

  @Test
  void a_record_is_counted_whatever_comes_of_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.on("record.tool_call", t -> t.does(fail("'no'")))));
    assertThat(play.report(CALL).kind()).isEqualTo("failed");
    assertThat(play.snapshot.progress().records()).isEqualTo(1);
  }

  @Test
  void records_to_a_finished_instance_are_counted_and_may_have_findings() {
    InstanceFixture play =
        InstanceFixture.of(
            stuckAfter(1, "stop"),
            c ->
                c.on("stop", "end").on("stuck.stop", "end").state("a").state("end", s -> s.last()));
    play.send("stop");
    Outcome outcome = play.report(FAILED);
    assertThat(outcome.kind()).isEqualTo("recorded");
    assertThat(outcome.trace().findings()).hasSize(1);
    assertThat(play.kinds()).containsExactly("recorded");
  }

  @Test
  void the_time_of_a_phase_runs_out_by_itself() {
    InstanceFixture play = InstanceFixture.of(late(), c -> c.state("a"));
    play.report(Map.of("type", "phase", "number", 1L, "description", "x", "expected", "15m"));
    assertThat(play.pass("14M")).isEmpty();
    play.pass("1M");
    assertThat(play.steps).extracting(Step::cause).containsExactly(new Cause.PhaseDeadline());
    assertThat(play.trace().findings()).hasSize(1);
  }

  @Test
  void an_instance_that_has_ended_waits_for_no_time() {
    InstanceFixture play =
        InstanceFixture.of(
            late(), c -> c.state("a", s -> s.on("go", "b")).state("b", s -> s.last()));
    play.report(Map.of("type", "phase", "number", 1L, "description", "x", "expected", "15m"));
    assertThat(play.snapshot.due()).isNotNull();
    play.send("go");
    assertThat(play.snapshot.isDone()).isTrue();
    assertThat(play.snapshot.due()).isNull();
    assertThat(play.pass("20M")).isEmpty();
  }

  @Test
  void a_rule_that_fails_on_a_record_is_a_finding_and_the_record_is_kept() {
    InstanceFixture play =
        InstanceFixture.of(stuckAfter(9, "hint").broken("boom"), c -> c.state("a"));
    Outcome outcome = play.report(CALL);
    assertThat(outcome.trace().findings())
        .extracting(f -> f.finding().pattern())
        .containsExactly("rule-error");
    assertThat(play.snapshot.progress().records()).isEqualTo(1);
  }

  @Test
  void the_event_of_a_finding_is_retried_after_a_denial() {
    boolean[] denied = {false};
    ScriptedPolicy rules =
        stuckAfter(1, "hint")
            .on(
                t -> {
                  Deny deny = denied[0] ? null : new Deny(t, "not now");
                  denied[0] = true;
                  return deny;
                });
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.on("stuck.hint", "b").state("a").state("b"));
    play.report(FAILED);
    assertThat(play.kinds()).containsExactly("recorded", "denied");
    play.snapshot = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    play.pass("1S");
    assertThat(play.kinds()).containsExactly("taken");
    assertThat(play.pass("9S")).isEmpty();
  }

  @Test
  void counted_records_are_part_of_the_stored_snapshot() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    play.report(CALL);
    Map<String, Object> stored = play.snapshot.toMap();
    assertThat(stored).containsKey("progress");
    Snapshot restored = Snapshot.fromMap(play.snapshot.chart(), stored);
    assertThat(restored.toMap().toString()).isEqualTo(stored.toString());
    assertThat(play.interpreter.progress(restored))
        .isEqualTo(play.interpreter.progress(play.snapshot));
  }

  @Test
  void an_explained_step_keeps_no_more_of_a_record_than_a_plain_one() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    Input input = new Input.Report(CALL);
    Step plain = play.interpreter.step(play.snapshot, input, play.now);
    List<ExplainedStep> explained =
        play.interpreter.withExplanations().handle(play.snapshot, input, play.now);
    assertThat(explained.get(0).step().snapshot().toMap().toString())
        .isEqualTo(plain.snapshot().toMap().toString());
  }

  @Test
  void the_trace_has_no_verdicts_about_the_records_of_a_sub_agent() {
    InstanceFixture play = InstanceFixture.of(stuckAfter(2, "hint"), c -> c.state("a"));
    Outcome outcome =
        play.report(Map.of("type", "sub_agent", "name", "s", "events", List.of(FAILED, FAILED)));
    assertThat(outcome.kind()).isEqualTo("recorded");
    assertThat(outcome.trace().verdicts()).isEmpty();
  }

  /** Creates a policy that reports late phases. */
  private static ScriptedPolicy late() {
    return new ScriptedPolicy()
        .find(
            q ->
                q.observation().facts(Phase.class::equals).stream()
                        .map(Phase.class::cast)
                        .anyMatch(p -> p.elapsedMs() >= p.expectedMs())
                    ? new Finding("overrun", "1", "hint", 1, "late")
                    : null);
  }

  private static ScriptedPolicy stuckAfter(int errors, String level) {
    return new ScriptedPolicy()
        .find(
            q -> {
              Progress progress = q.observation().progress();
              int count = progress.consecutiveErrors();
              return count < errors
                  ? null
                  : new Finding("repeated", "x", level, count, "the same again");
            });
  }

  @Test
  void an_invocation_that_a_record_starts_has_a_run_of_its_own() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("record.tool_call", "work"))
                    .state("work", s -> s.invokeTask("llm").on("again", "work")));
    play.report(CALL);
    assertThat(play.snapshot.invocations()).isEqualTo(Map.of("work", play.snapshot.sequence()));
    Map<String, Long> first = play.snapshot.invocations();
    play.send("again");
    assertThat(play.snapshot.invocations()).isNotEqualTo(first);
  }
}

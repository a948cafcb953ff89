package dev.statute.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.StubTrackerFactory;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State spaces of charts with approximated rules. */
class ApproximatedPolicyTest {
  private final ScriptedApproximation rules = new ScriptedApproximation();

  private StateSpace explore(UnaryOperator<ChartBuilder> content) {
    return StateSpace.of(
        Chart.compile(
                ChartBuilder.chart("c", content),
                CompileOptions.NONE.withTracking(new StubTrackerFactory()))
            .get(),
        SearchLimits.DEFAULT,
        rules);
  }

  private static ChartBuilder threeInARow(ChartBuilder c) {
    return c.state("a", s -> s.on("go", "b")).state("b", s -> s.on("go", "z")).state("z");
  }

  @Test
  void a_certain_veto_is_not_followed_and_the_transition_is_dead() {
    rules.add(p -> "b".equals(p.to()), Deny.class, new Layer(2, "team"), true, null);
    StateSpace space = explore(ApproximatedPolicyTest::threeInARow);
    assertThat(space.configurations()).containsExactly(List.of("a"));
    assertThat(space.unreachableStates()).containsExactly("b", "z");
    assertThat(space.deadTransitions())
        .extracting(TransitionInfo::source)
        .containsExactly("a", "b");
  }

  @Test
  void a_possible_veto_is_followed_under_the_assumption_that_it_is_not_given() {
    rules.add(p -> "b".equals(p.to()), Deny.class, new Layer(2, "team"), false, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).shortestPath(List.of("b")))
        .hasToString("start → a\nevent go (p#0 does not deny it) → b");
  }

  @Test
  void inputs_that_are_offered_again_after_a_veto_are_listed() {
    rules.add(p -> "b".equals(p.to()), Deny.class, new Layer(2, "team"), false, null);
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("go", "b").after("2s", t -> t.to("b")))
                    .state("b", s -> s.after("1s", t -> t.to("z")))
                    .state("z"));
    assertThat(space.vetoableInputs()).isEqualTo(Map.of("time a.after.2s", Set.of("p#0")));
  }

  @Test
  void a_permit_lifts_a_certain_veto_of_a_lower_layer_and_none_of_a_higher_one() {
    rules.add(p -> "b".equals(p.to()), Deny.class, Layer.CHART, true, null);
    rules.add(p -> true, Permit.class, Layer.BASE, true, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).shortestPath(List.of("b"))).isNull();
    rules.add(p -> true, Permit.class, new Layer(2, "team"), false, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).shortestPath(List.of("b")))
        .hasToString("start → a\nevent go (p#2 permits it) → b");
  }

  @Test
  void a_redirect_leads_to_its_target_and_is_judged_again_there() {
    rules.add(p -> "b".equals(p.to()), Redirect.class, new Layer(2, "team"), true, "z");
    StateSpace space = explore(ApproximatedPolicyTest::threeInARow);
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("z"));
    assertThat(space.deadTransitions())
        .extracting(TransitionInfo::source)
        .containsExactly("a", "b");
    rules.add(p -> "z".equals(p.to()), Deny.class, new Layer(2, "team"), true, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).configurations())
        .containsExactly(List.of("a"));
  }

  @Test
  void an_ignored_event_changes_nothing() {
    rules.add(p -> "go".equals(p.event()), Ignore.class, Layer.BASE, true, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).configurations())
        .containsExactly(List.of("a"));
  }

  @Test
  void a_move_that_only_a_rule_permits_is_followed() {
    rules.add(
        p -> !p.listed() && "z".equals(p.to()), Permit.class, new Layer(2, "team"), true, null);
    assertThat(explore(ApproximatedPolicyTest::threeInARow).shortestPath(List.of("z")))
        .hasToString("start → a\nmove z (p#0 permits it) → z");
  }

  @Test
  void a_guard_that_no_rule_grants_never_holds() {
    UnaryOperator<ChartBuilder> chart =
        c -> c.state("a", s -> s.on("go", t -> t.guard("boss").to("b"))).state("b");
    assertThat(explore(chart).unreachableStates()).containsExactly("b");
    rules.grants = p -> p.guard().equals("boss") && p.from().equals("a");
    assertThat(explore(chart).unreachableStates()).isEmpty();
  }

  @Test
  void findings_come_only_if_a_rule_reports_them() {
    UnaryOperator<ChartBuilder> chart =
        c -> c.state("a", s -> s.on("stuck.stop", "b").on("stuck.hint", "d")).state("b").state("d");
    rules.level = "hint";
    assertThat(explore(chart).unreachableStates()).containsExactly("b");
  }

  @Test
  void events_that_only_rules_distinguish_have_inputs_of_their_own() {
    rules.events = Set.of("tool.bad");
    rules.add(p -> "tool.bad".equals(p.event()), Redirect.class, Layer.BASE, true, "z");
    StateSpace space = explore(c -> c.state("a", s -> s.on("tool", "b")).state("b").state("z"));
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("b"), List.of("z"));
  }

  @Test
  void an_event_that_a_rule_names_does_not_stand_for_others_of_the_same_meaning() {
    rules.events = Set.of("tool.bad");
    rules.add(p -> "tool.bad".equals(p.event()), Redirect.class, Layer.BASE, true, "z");
    StateSpace space =
        explore(
            c ->
                c.event("tool.bad")
                    .event("tool.good")
                    .state("a", s -> s.on("tool", "b"))
                    .state("b")
                    .state("z"));
    assertThat(space.unreachableStates()).isEmpty();
  }

  /** Approximation that gives scripted verdicts. */
  private static final class ScriptedApproximation implements PolicyApproximation {
    private final List<Predicate<ApproximateProposal>> when = new ArrayList<>();
    private final List<PossibleVerdict> then = new ArrayList<>();
    private Predicate<ApproximateProposal> grants = candidate -> false;
    private String level = "";
    private Set<String> events = Set.of();

    private void add(
        Predicate<ApproximateProposal> condition,
        Class<? extends Verdict> kind,
        Layer layer,
        boolean certain,
        @Nullable String to) {
      then.add(new PossibleVerdict("p#" + when.size(), layer, kind, certain, to));
      when.add(condition);
    }

    @Override
    public List<PossibleVerdict> verdicts(ApproximateProposal proposal) {
      List<PossibleVerdict> given = new ArrayList<>();
      for (int i = 0; i < when.size(); i++) {
        if (when.get(i).test(proposal)) {
          given.add(then.get(i));
        }
      }
      return given;
    }

    @Override
    public boolean mayGrant(ApproximateProposal candidate) {
      return grants.test(candidate);
    }

    @Override
    public boolean mayReport(String wanted) {
      return level.equals(wanted);
    }

    @Override
    public boolean mayPermit() {
      return then.stream().anyMatch(e -> e.kind() == Permit.class);
    }

    @Override
    public Set<String> eventNames() {
      return events;
    }
  }
}

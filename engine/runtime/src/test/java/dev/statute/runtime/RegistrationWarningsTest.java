package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.drools.ShadowPolicy;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Charts that name policies never run without rules, except by an explicit choice. */
class RegistrationWarningsTest {
  private static final String NAMED =
      """
      chart: desk
      policies: [desk, loops/full]
      events: { publish: { read: bool? }, later: {}, tick: {} }
      data: { n: 0 }
      states:
        open:
          defer: [later]
          on: { publish: published }
          after: { 10s: open }
        published: { on: { later: {} , tick: { when: data.n > 0, to: open } } }
      """;

  private static final String REFUSAL =
      "the chart 'desk' names policies (desk, loops/full) and was given none";

  private final Chart chart = RuntimeTestCharts.chart(NAMED);

  private static EngineBuilder builder() {
    return Engine.builder().clock(new ManualClock()).sameThread();
  }

  @Test
  void build_refuses_a_chart_without_its_rules() {
    for (EngineBuilder forgotten :
        List.of(builder().chart(chart), builder().chart(chart, Policy.NONE))) {
      assertThatThrownBy(forgotten::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(REFUSAL)
          .hasMessageContaining("chart(chart, policy)")
          .hasMessageContaining("Policy.none(\"why\")");
    }
  }

  @Test
  void so_do_registering_and_the_interpreter_and_a_shadow_beside_nothing() {
    try (Engine engine = builder().build()) {
      assertThatThrownBy(() -> engine.register(chart, Policy.NONE)).hasMessageContaining(REFUSAL);
      assertThatThrownBy(() -> engine.spawn("d", "desk")).hasMessageContaining("no chart 'desk'");
    }
    assertThatThrownBy(() -> Interpreter.of(chart, Policy.NONE)).hasMessageContaining(REFUSAL);
    Policy shadow =
        ShadowPolicy.of(Policy.NONE, question -> RuleVerdicts.NONE, Settings.of(Map.of()), d -> {});
    assertThatThrownBy(() -> Interpreter.of(chart, shadow)).hasMessageContaining(REFUSAL);
  }

  @Test
  void a_chart_without_policies_needs_none() {
    try (Engine engine = builder().chart(RuntimeTestCharts.counter()).build()) {
      assertThat(engine.spawn("c", "counter").join().trace().noPolicyReason()).isNull();
      assertThat(engine.instance("c").ask("Add").trace().noPolicyReason()).isNull();
    }
  }

  @Test
  void the_reason_to_leave_them_out_stands_in_the_trace_of_every_outcome() {
    List<Outcome> told = new ArrayList<>();
    ManualClock clock = new ManualClock();
    Listener all =
        new Listener() {
          @Override
          public void onStep(String instance, Instant at, Step step) {
            told.add(step.outcome());
          }
        };
    try (Engine engine =
        Engine.builder()
            .clock(clock)
            .sameThread()
            .listener(all)
            .chart(chart, Policy.none("a trial run"))
            .build()) {
      engine.spawn("d", "desk").join();
      InstanceHandle desk = engine.instance("d");
      clock.advance(Duration.ofSeconds(10));
      told.add(desk.ask("later"));
      told.add(desk.ask("nosuch"));
      told.add(desk.ask("tick"));
      told.add(desk.ask(new Input.Event("publish", Map.of("read", false), "p")));
      told.add(desk.ask(new Input.Event("publish", Map.of("read", false), "p")));
      told.add(desk.ask("publish", Map.of("read", "yes")));
      told.add(desk.ask("tick"));
      told.add(desk.move("open").join());
      told.add(desk.record(Map.of("type", "tool_call", "tool", "edit", "success", true)).join());
      told.add(desk.can(new Input.Event("tick")));
      desk.enabled().forEach(answer -> told.add(answer.outcome()));
    }
    assertThat(told.stream().map(Outcome::kind).distinct())
        .contains(
            "started",
            "taken",
            "deferred",
            "rejected",
            "ignored",
            "duplicate",
            "blocked",
            "recorded");
    assertThat(told)
        .allSatisfy(
            outcome ->
                assertThat(outcome.trace().noPolicyReason())
                    .as(outcome.kind())
                    .isEqualTo("a trial run"));
  }

  @Test
  void no_reason_is_none() {
    assertThatThrownBy(() -> Policy.none(" ")).hasMessageContaining("says why");
    assertThat(Policy.none("why").settingNames()).isEqualTo(Set.of());
  }

  @Test
  void guards_that_cannot_be_granted_are_named() {
    Chart guarded =
        RuntimeTestCharts.chart(
            """
            chart: gate
            states:
              shut: { on: { push: { to: open, guard: keeper } } }
              open: {}
            """);
    try (Engine engine = builder().chart(guarded).build()) {
      assertThat(engine.warnings())
          .extracting(Problem::code, Problem::message)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  "C360", "no rules judge this chart, so nothing grants 'keeper'"));
      engine.spawn("g", "gate").join();
      assertThat(engine.instance("g").ask("push").kind()).isEqualTo("blocked");
    }
  }
}

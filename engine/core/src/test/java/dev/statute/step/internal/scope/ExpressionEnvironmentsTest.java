package dev.statute.step.internal.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.policy.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ExpressionEnvironmentsTest {
  private static ExpressionEnvironments environments(UnaryOperator<ChartBuilder> content) {
    ChartDefinition chart = ChartBuilder.chart("c", content);
    return ExpressionEnvironments.of(
        StateContents.of(chart), Settings.of(Map.of("wait", Duration.ofSeconds(1))), ValueType.DYN);
  }

  private static ValueType event(ExpressionEnvironments environments, String... descriptors) {
    OnEvent on = new OnEvent(Arrays.stream(descriptors).map(ActionFixtures::text).toList());
    return environments.forTransition(on).variable("event").type();
  }

  @Test
  void all_variables_are_in_their_slots() {
    TypeEnvironment env = environments(c -> c.state("a")).forFieldCheck();
    assertThat(env.variable("data").slot()).isEqualTo(VariableSlots.DATA);
    assertThat(env.variable("event").slot()).isEqualTo(VariableSlots.EVENT);
    assertThat(env.variable("event_name").slot()).isEqualTo(VariableSlots.EVENT_NAME);
    assertThat(env.variable("progress").slot()).isEqualTo(VariableSlots.PROGRESS);
    assertThat(env.variable("fields").slot()).isEqualTo(VariableSlots.FIELDS);
    assertThat(env.variable("settings").slot()).isEqualTo(VariableSlots.SETTINGS);
    assertThat(env.variable("instance").slot()).isEqualTo(VariableSlots.INSTANCE);
    assertThat(env.variable("now").slot()).isEqualTo(VariableSlots.NOW);
    assertThat(env.variable("event_meta").slot()).isEqualTo(VariableSlots.EVENT_META);
    assertThat(env.variable("value").slot()).isEqualTo(VariableSlots.FIRST_FREE);
    assertThat(env.variables()).hasSize(10);
    assertThat(env.stateNumber("a")).isEqualTo(1);
  }

  @Test
  void the_payload_is_known_where_exactly_one_declared_event_is_meant() {
    ExpressionEnvironments environments =
        environments(
            c -> c.event("Go", "n: int", "why: string?").event("tool").event("tool.failed"));
    assertThat(event(environments, "Go")).asString().isEqualTo("event Go");
    assertThat(event(environments, "Go"))
        .isEqualTo(
            ValueType.closed(
                "event Go",
                Map.of(
                    "n",
                    ValueType.Field.required(ValueType.INT),
                    "why",
                    ValueType.Field.optional(ValueType.STRING))));
    assertThat(event(environments, "tool")).isEqualTo(ValueType.DYN);
    assertThat(event(environments, "tool.failed")).isNotEqualTo(ValueType.DYN);
    assertThat(event(environments, "Go", "tool.failed")).isEqualTo(ValueType.DYN);
    assertThat(event(environments, "*")).isEqualTo(ValueType.DYN);
    assertThat(environments.forTransition(new Always())).isSameAs(environments.forAnyEvent());
  }

  @Test
  void events_of_the_platform_have_known_payloads_unless_the_chart_raises_them_itself() {
    ExpressionEnvironments plain = environments(c -> c.state("a"));
    assertThat(((ValueType.RecordOf) event(plain, "error.call.x")).fields())
        .containsOnlyKeys("code", "message", "kind", "attempts");
    assertThat(((ValueType.RecordOf) event(plain, "done.invoke.x")).fields())
        .containsOnlyKeys("status", "message", "metadata", "value", "fields");
    assertThat(((ValueType.RecordOf) event(plain, "stuck.hint")).field("pattern"))
        .isEqualTo(ValueType.STRING);
    assertThat(event(plain, "record.tool_call")).isEqualTo(ValueType.DYN);
    assertThat(event(plain, "done.state.x")).isEqualTo(ValueType.DYN);
    ExpressionEnvironments raising =
        environments(c -> c.state("a", s -> s.entry(ActionFixtures.raise("error.execution"))));
    assertThat(event(raising, "error.execution")).isEqualTo(ValueType.DYN);
    assertThat(event(plain, "error.execution")).isNotEqualTo(ValueType.DYN);
  }

  @Test
  void declared_data_are_closed_and_undeclared_data_hold_anything() {
    ValueType open = environments(c -> c.state("a")).forAnyEvent().variable("data").type();
    assertThat(open).isEqualTo(ValueType.map(ValueType.STRING, ValueType.DYN));
    ValueType.RecordOf closed =
        (ValueType.RecordOf)
            environments(c -> c.data("n", "[int]", List.of()).data("x", 1L))
                .forAnyEvent()
                .variable("data")
                .type();
    assertThat(closed.open()).isFalse();
    assertThat(closed.field("n")).isEqualTo(ValueType.list(ValueType.INT));
    assertThat(closed.field("x")).isEqualTo(ValueType.DYN);
  }

  @Test
  void settings_have_the_types_of_their_values() {
    ValueType.RecordOf settings =
        (ValueType.RecordOf)
            environments(c -> c.state("a")).forAnyEvent().variable("settings").type();
    assertThat(settings.field("wait")).isEqualTo(ValueType.DURATION);
    assertThat(settings.field("weight")).isNull();
  }
}

package dev.statute.chart.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.Actions;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.Charts;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.policy.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EnvironmentsTest {
  private static ExpressionTypes environments(UnaryOperator<Charts> content) {
    ChartDefinition chart = Charts.chart("c", content);
    return ExpressionTypes.of(
        chart, ChartIndex.of(chart), Settings.of(Map.of("wait", Duration.ofSeconds(1))), Type.DYN);
  }

  private static Type event(ExpressionTypes environments, String... descriptors) {
    OnEvent on = new OnEvent(Arrays.stream(descriptors).map(Actions::text).toList());
    return environments.transition(on).variable("event").type();
  }

  @Test
  void all_variables_are_in_their_slots() {
    TypeEnvironment env = environments(c -> c.state("a")).fieldCheck();
    assertThat(env.variable("data").slot()).isEqualTo(VariableSlots.DATA);
    assertThat(env.variable("event").slot()).isEqualTo(VariableSlots.EVENT);
    assertThat(env.variable("event_name").slot()).isEqualTo(VariableSlots.EVENT_NAME);
    assertThat(env.variable("progress").slot()).isEqualTo(VariableSlots.PROGRESS);
    assertThat(env.variable("fields").slot()).isEqualTo(VariableSlots.FIELDS);
    assertThat(env.variable("settings").slot()).isEqualTo(VariableSlots.SETTINGS);
    assertThat(env.variable("instance").slot()).isEqualTo(VariableSlots.INSTANCE);
    assertThat(env.variable("now").slot()).isEqualTo(VariableSlots.NOW);
    assertThat(env.variable("event_meta").slot()).isEqualTo(VariableSlots.EVENT_META);
    assertThat(env.variable("value").slot()).isEqualTo(VariableSlots.FREE);
    assertThat(env.names()).hasSize(10);
    assertThat(env.state("a")).isEqualTo(1);
  }

  @Test
  void the_payload_is_known_where_exactly_one_declared_event_is_meant() {
    ExpressionTypes environments =
        environments(
            c -> c.event("Go", "n: int", "why: string?").event("tool").event("tool.failed"));
    assertThat(event(environments, "Go")).asString().isEqualTo("event Go");
    assertThat(((Type.RecordOf) event(environments, "Go")).shape())
        .isEqualTo("{n: int, why: string?}");
    assertThat(event(environments, "tool")).isEqualTo(Type.DYN);
    assertThat(event(environments, "tool.failed")).isNotEqualTo(Type.DYN);
    assertThat(event(environments, "Go", "tool.failed")).isEqualTo(Type.DYN);
    assertThat(event(environments, "*")).isEqualTo(Type.DYN);
    assertThat(environments.transition(new Always())).isSameAs(environments.dynamic());
  }

  @Test
  void events_of_the_platform_have_known_payloads_unless_the_chart_raises_them_itself() {
    ExpressionTypes plain = environments(c -> c.state("a"));
    assertThat(((Type.RecordOf) event(plain, "error.call.x")).fields())
        .containsOnlyKeys("code", "message", "kind", "attempts");
    assertThat(((Type.RecordOf) event(plain, "done.invoke.x")).fields())
        .containsOnlyKeys("status", "message", "metadata", "value");
    assertThat(((Type.RecordOf) event(plain, "stuck.hint")).field("pattern"))
        .isEqualTo(Type.STRING);
    assertThat(event(plain, "record.tool_call")).isEqualTo(Type.DYN);
    assertThat(event(plain, "done.state.x")).isEqualTo(Type.DYN);
    ExpressionTypes raising =
        environments(c -> c.state("a", s -> s.entry(Actions.raise("error.execution"))));
    assertThat(event(raising, "error.execution")).isEqualTo(Type.DYN);
    assertThat(event(plain, "error.execution")).isNotEqualTo(Type.DYN);
  }

  @Test
  void declared_data_are_closed_and_undeclared_data_hold_anything() {
    Type open = environments(c -> c.state("a")).dynamic().variable("data").type();
    assertThat(open).isEqualTo(Type.map(Type.STRING, Type.DYN));
    Type.RecordOf closed =
        (Type.RecordOf)
            environments(c -> c.data("n", "[int]", List.of()).data("x", 1L))
                .dynamic()
                .variable("data")
                .type();
    assertThat(closed.open()).isFalse();
    assertThat(closed.field("n")).isEqualTo(Type.list(Type.INT));
    assertThat(closed.field("x")).isEqualTo(Type.DYN);
  }

  @Test
  void settings_have_the_types_of_their_values() {
    Type.RecordOf settings =
        (Type.RecordOf) environments(c -> c.state("a")).dynamic().variable("settings").type();
    assertThat(settings.field("wait")).isEqualTo(Type.DURATION);
    assertThat(settings.field("weight")).isNull();
  }
}

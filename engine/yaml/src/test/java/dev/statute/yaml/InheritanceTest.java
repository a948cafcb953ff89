package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InheritanceTest {
  private static final Path CHARTS = Path.of("src/test/resources/charts");

  @Test
  void maps_merge_scalars_replace_null_removes_and_new_states_go_last() {
    ChartDefinition chart = YamlCharts.load(CHARTS.resolve("child.yaml")).get();
    assertThat(chart.name()).hasToString("child");
    assertThat(chart.version()).isEqualTo(3);
    assertThat(chart.root().states())
        .extracting(state -> state.id().value())
        .containsExactly("idle", "running", "paused", "gone", "extra");
    StateDefinition idle = chart.root().states().get(0);
    assertThat(idle.transitions()).hasSize(1);
    assertThat(idle.transitions().get(0).targets())
        .extracting(Object::toString)
        .containsExactly("running");
    assertThat(idle.transitions().get(0).when()).hasToString("event.ok");
    assertThat(idle.tags()).extracting(Object::toString).containsExactly("calm");
    assertThat(chart.root().transitions().get(0).targets())
        .extracting(Object::toString)
        .containsExactly("gone");
  }

  @Test
  void each_part_keeps_its_place_in_the_file_it_came_from() {
    ChartDefinition chart = YamlCharts.load(CHARTS.resolve("child.yaml")).get();
    StateDefinition idle = chart.root().states().get(0);
    assertThat(idle.transitions().get(0).when().place().file()).endsWith("charts/child.yaml");
    assertThat(idle.transitions().get(0).targets().get(0).place().file())
        .endsWith("charts/parents/base.yaml");
  }

  @Test
  void a_problem_of_the_parent_points_into_the_parent() {
    Loaded<ChartDefinition> loaded =
        load("chart: c\nextends: p\n", "chart: p\nstates: { a: { finl: true } }\n");
    assertThat(loaded.problems())
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("C120 p.yaml:2:16");
  }

  @Test
  void a_null_that_has_nothing_below_it_stays_a_null() {
    ChartDefinition chart =
        load("chart: c\nextends: p\ndata: { x: null }\n", "chart: p\nstates: { a: {} }\n").get();
    assertThat(chart.data().get("x").initial()).isNull();
  }

  @Test
  void what_must_be_there_cannot_be_removed() {
    assertThat(
            load("chart: c\nextends: p\nstates: null\n", "chart: p\nstates: { a: {} }\n")
                .problems())
        .extracting(Problem::code)
        .containsExactly("C121");
  }

  @Test
  void a_chart_that_extends_another_has_a_name_of_its_own() {
    assertThat(load("extends: p\n", "chart: p\nstates: { a: {} }\n").problems())
        .extracting(Problem::code)
        .containsExactly("C121");
  }

  @Test
  void only_yaml_files_below_a_relative_path_are_read() {
    List<Problem> problems =
        YamlCharts.load(Path.of("src/test/resources/problems/C140-parent-outside.yaml")).problems();
    assertThat(problems).extracting(Problem::code).contains("C140");
  }

  private static Loaded<ChartDefinition> load(String child, String parent) {
    return YamlCharts.load(
        new Source("c.yaml", child),
        name -> name.value().equals("p") ? new Source("p.yaml", parent) : null);
  }
}

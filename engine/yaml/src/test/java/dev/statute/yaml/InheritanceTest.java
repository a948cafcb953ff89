package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritanceTest {
  private static final Path CHARTS = Path.of("src/test/resources/charts");

  @TempDir private Path home;

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
  void a_chart_may_extend_one_that_extends_another() throws IOException {
    write(
        "charts/base.yaml", "chart: base\nstates:\n  a: { on: { x: b } }\n  b: { tags: [old] }\n");
    write(
        "charts/more/middle.yaml",
        "chart: middle\nextends: ../base.yaml\nstates:\n  b: { tags: [new] }\n");
    Path top =
        write("charts/top.yaml", "chart: top\nextends: more/middle.yaml\nstates:\n  c: {}\n");
    ChartDefinition chart = YamlCharts.load(top).get();
    assertThat(chart.name()).hasToString("top");
    assertThat(chart.root().states())
        .extracting(state -> state.id() + " " + state.tags() + " " + name(state.place()))
        .containsExactly("a [] base.yaml", "b [new] middle.yaml", "c [] top.yaml");
  }

  @Test
  void a_problem_of_the_parent_of_a_parent_points_there() throws IOException {
    write("base.yaml", "chart: base\nstates: { a: { finl: true } }\n");
    write("middle.yaml", "chart: middle\nextends: base.yaml\n");
    Path top = write("top.yaml", "chart: top\nextends: middle.yaml\n");
    assertThat(YamlCharts.load(top).problems())
        .extracting(problem -> problem.code() + " " + name(problem.place()))
        .containsExactly("C120 base.yaml");
  }

  @Test
  void charts_in_the_nearest_charts_folder_above_may_be_extended() throws IOException {
    write("charts/base.yaml", "chart: base\nstates: { a: {} }\n");
    Path chart = write("team/ours/c.yaml", "chart: c\nextends: ../../charts/base.yaml\n");
    assertThat(YamlCharts.load(chart).get().root().states()).hasSize(1);
  }

  @Test
  void no_way_leads_to_a_file_elsewhere_and_no_line_of_it_is_shown() throws IOException {
    Path secret = write("private/secret.yaml", "password: hunter2\n");
    Path here = Files.createDirectories(home.resolve("downloads/a/b"));
    Files.createSymbolicLink(here.resolve("link.yaml"), secret);
    Files.createSymbolicLink(here.resolve("folder"), secret.getParent());
    Files.createSymbolicLink(here.resolve("charts"), secret.getParent());
    write("downloads/a/b/far.yaml", "chart: far\nextends: ../../../private/secret.yaml\n");
    for (String way :
        List.of(
            "../../../private/secret.yaml",
            "link.yaml",
            "folder/secret.yaml",
            "charts/secret.yaml",
            "far.yaml",
            secret.toString(),
            "../../../private/nothing.yaml")) {
      Path chart = write("downloads/a/b/c.yaml", "chart: c\nextends: " + way + "\n");
      assertThat(YamlCharts.load(chart).problems())
          .as(way)
          .isNotEmpty()
          .allSatisfy(each -> assertThat(each.toString()).doesNotContain("hunter2"))
          .extracting(Problem::code)
          .containsOnly("C142");
    }
  }

  private Path write(String path, String content) throws IOException {
    Path file = home.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static String name(Place place) {
    return place.file().substring(place.file().lastIndexOf('/') + 1);
  }

  private static Loaded<ChartDefinition> load(String child, String parent) {
    return YamlCharts.load(
        new Source("c.yaml", child),
        name -> name.value().equals("p") ? new Source("p.yaml", parent) : null);
  }
}

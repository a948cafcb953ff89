package dev.statute.step;

import static dev.statute.chart.ActionFixtures.cancel;
import static dev.statute.chart.ActionFixtures.each;
import static dev.statute.chart.ActionFixtures.eachIndexed;
import static dev.statute.chart.ActionFixtures.restart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.chart.ChartBuilder;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CompiledChartTest {
  @Test
  void a_variable_of_each_has_a_name_that_is_free() {
    assertThat(
            problems(
                c ->
                    c.state(
                        "a",
                        s ->
                            s.entry(
                                each("event", "[1]"),
                                eachIndexed("x", "x", "[1]"),
                                each("in", "[1]"),
                                each("y", "[1]", each("y", "[2]"))))))
        .filteredOn(Problem::isError)
        .extracting(Problem::message)
        .containsExactly(
            "'event' already means something in every expression",
            "'x' is the item already",
            "'in' is a reserved word, not a name");
  }

  @Test
  void names_that_mean_nothing_are_reported_with_what_may_have_been_meant() {
    List<Problem> problems =
        problems(
            c ->
                c.timer("quiet", "runing", "1s", "x")
                    .move("idle", "runningg")
                    .row("idel", "go", "running")
                    .state("idle", s -> s.on("x", "rnning").entry(restart("quit"), cancel("none")))
                    .state("running", s -> s.on("y", "idle")));
    assertThat(problems)
        .extracting(Problem::code)
        .contains("C201", "C203", "C205")
        .filteredOn("C201"::equals)
        .hasSize(4);
    assertThat(problems)
        .filteredOn(p -> p.code().equals("C201"))
        .allSatisfy(p -> assertThat(p.fix()).contains("did you mean"));
  }

  @Test
  void two_states_of_one_id_are_reported() {
    assertThat(problems(c -> c.state("a", s -> s.state("x")).state("b", s -> s.state("x"))))
        .extracting(Problem::code)
        .contains("C202");
  }

  @Test
  void a_chart_tells_what_it_consists_of() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "c",
                    c ->
                        c.move("a", "b")
                            .row("any", "stop", "b")
                            .state(
                                "a",
                                s ->
                                    s.on("go, run", "b")
                                        .always(t -> t.to("b").when("1 > 2"))
                                        .after("1s", t -> t.to("b")))
                            .state("b")))
            .get();
    assertThat(chart.name()).isEqualTo("c");
    assertThat(chart.states()).containsExactly("a", "b");
    assertThat(chart.hash()).startsWith("sha256:");
    assertThat(chart.revision()).startsWith("sha256:").isNotEqualTo(chart.hash());
    assertThat(chart.transitions())
        .extracting(
            TransitionInfo::source,
            TransitionInfo::kind,
            TransitionInfo::descriptors,
            TransitionInfo::targets)
        .containsExactly(
            tuple("c", "event", List.of("stop"), List.of("b")),
            tuple("a", "event", List.of("go", "run"), List.of("b")),
            tuple("a", "always", List.of(), List.of("b")),
            tuple("a", "after", List.of("a.after.1s"), List.of("b")),
            tuple("a", "move", List.of(), List.of("b")));
  }

  @Test
  void a_setting_that_only_an_expression_reads_is_known() {
    Loaded<Chart> loaded =
        Chart.compile(
            ChartBuilder.chart(
                "c",
                c ->
                    c.setting("wait", "10s")
                        .setting("unread", 1L)
                        .state("a", s -> s.after("settings.wait", t -> t.to("a")))),
            new CompileOptions(List.of(), Map.of(), Map.of(), Set.of(), null));
    assertThat(loaded.problems())
        .filteredOn(Problem::isError)
        .extracting(Problem::code)
        .containsExactly("P301");
  }

  private static List<Problem> problems(UnaryOperator<ChartBuilder> content) {
    return Chart.compile(ChartBuilder.chart("c", content)).problems();
  }
}

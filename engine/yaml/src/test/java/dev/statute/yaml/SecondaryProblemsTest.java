package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Problems elsewhere in a chart with an unreadable part. */
class SecondaryProblemsTest {
  private static List<String> problems(String yaml) {
    return YamlCharts.load(new Source("c.yaml", yaml)).problems().stream()
        .map(SecondaryProblemsTest::line)
        .toList();
  }

  private static String line(Problem problem) {
    return problem.place().line() + ":" + problem.place().column() + " " + problem.code();
  }

  @Test
  void what_is_independent_is_told_in_the_same_run() {
    assertThat(
            problems(
                """
                chart: c
                states:
                  idle:
                    on:
                      go: { to: runing, wen: "true" }
                      stop: { to: stoped }
                      more: { to: idle, when: "evnt.n == 1" }
                      less: { to: idle, when: "1 +" }
                  running: {}
                  stopped: { final: yes }
                """))
        .containsExactly(
            "5:17 C201", "5:25 C120", "6:19 C201", "7:32 E201", "8:35 E101", "10:21 C123");
  }

  @Test
  void what_only_follows_from_it_is_not() {
    assertThat(
            problems(
                """
                chart: c
                data: { n: { type: itn } }
                states:
                  outer:
                    stats: { inner: {} }
                    parallel: true
                    on: { go: inner, add: { to: outer, when: "data.n + 'x' == 1" } }
                """))
        .allMatch(line -> !line.contains("C201") && !line.contains("C3") && !line.contains("E3"))
        .contains("5:5 C120");
  }

  @Test
  void what_is_there_and_must_not_be_is_told_too() {
    assertThat(
            problems(
                """
                chart: c
                events: { go: { n: int }, stop: {} }
                states:
                  idle:
                    on: { go: done, stopp: done, stop: { to: done, wen: "true" } }
                    after: { 10 minutes: done }
                  done:
                    final: true
                    on: { stop: idle }
                    states: { inside: {} }
                """))
        .containsExactly("5:21 C330", "5:52 C120", "6:14 E110", "7:3 C306", "10:15 C305");
  }

  @Test
  void events_are_not_told_where_declarations_were_not_read() {
    assertThat(
            problems("chart: c\nevents: { go: { n: itn } }\nstates: { a: { on: { stop: a } } }\n"))
        .singleElement()
        .asString()
        .startsWith("2:");
  }

  @Test
  void a_chart_whose_states_are_all_missing_is_told_just_that() {
    assertThat(problems("chart: c\nstate: { a: { on: { go: b } } }\n"))
        .containsExactly("1:1 C121", "2:1 C120");
  }
}

package dev.statute.progress.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingCheckTest {
  private static List<Problem> check(String name, Object value) {
    ProblemCollector problems = new ProblemCollector();
    new SettingCheck(SourceText.of(name, new Place("chart.yaml", 1, 1)), problems).check(value);
    return problems.sorted();
  }

  private static void assertProblem(String name, Object value, String message, String fix) {
    assertThat(check(name, value))
        .extracting(Problem::code, Problem::message, Problem::fix)
        .containsExactly(tuple("P305", "setting '" + name + "': " + message, fix));
  }

  @Test
  void an_unknown_effect_is_rejected() {
    assertProblem(
        "my_tool_effects",
        Map.of("a", "REDA"),
        "'REDA' of 'a' is no kind of work",
        "did you mean 'READ'?");
    assertProblem(
        "tool_effects",
        Map.of("a", Map.of("by", "x", "cases", Map.of("y", "SERCH"))),
        "'SERCH' of 'a' by 'y' is no kind of work",
        "did you mean 'SEARCH'?");
    assertThat(check("my_tool_effects", Map.of("oracle", "LOOKUP"))).hasSize(1);
  }

  @Test
  void a_template_with_an_unknown_or_unclosed_placeholder_is_rejected() {
    assertProblem(
        "hints",
        Map.of("a", List.of("{count} {tol}")),
        "hint 'a' has no word for {tol}",
        "did you mean '{tool}'?");
    assertProblem(
        "hints",
        Map.of("a", "{count} of {count times"),
        "hint 'a' has '{count' without a '}'",
        "write {count}");
    assertThat(check("recipes", Map.of("a", "b"))).hasSize(1);
    assertThat(check("hints", Map.of("a", 3))).hasSize(1);
  }

  @Test
  void a_setting_that_the_tracker_does_not_read_may_have_any_value() {
    assertThat(check("limits", Map.of("a", 3))).isEmpty();
  }

  @Test
  void a_value_of_another_kind_or_out_of_range_is_rejected() {
    Map<String, Object> wrong = new LinkedHashMap<>();
    wrong.put("hold_out", 101L);
    wrong.put("max_recent_actions", -3L);
    wrong.put("no_progress_window", "many");
    wrong.put("phase_count", 1.5);
    wrong.put("report_every", "soon");
    wrong.put("return_at", "recovr");
    wrong.put("read_only_tools", "grep");
    wrong.forEach(
        (name, value) -> {
          List<Problem> problems = check(name, value);
          assertThat(problems)
              .as(name)
              .extracting(Problem::message)
              .containsExactly(
                  "setting '" + name + "': it is '" + value + "', and nothing can count with that");
          assertThat(problems.get(0).fix()).startsWith("write ");
        });
    assertThat(check("hold_out", 100L)).isEmpty();
    assertThat(check("return_at", "stop")).isEmpty();
    assertThat(check("phase_durations", List.of("1h"))).isEmpty();
  }
}

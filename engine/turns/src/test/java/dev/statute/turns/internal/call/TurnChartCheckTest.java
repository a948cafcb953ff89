package dev.statute.turns.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.turns.AgentTestCharts;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnChartCheckTest {
  private static List<String> problems(String yaml) {
    return TurnChartCheck.check(YamlCharts.load(new Source("mine.yaml", yaml)).get()).stream()
        .map(TurnChartCheckTest::line)
        .toList();
  }

  private static String line(Problem problem) {
    return problem.place().line()
        + " "
        + problem.code()
        + " "
        + problem.message()
        + " ("
        + problem.fix()
        + ")";
  }

  private static String withCall(String call) {
    return """
    chart: mine
    states:
      idle: { on: { go: { to: dispatched, do: [ { if: [ { when: "true", do: [ { each: { item: x, in: "[1]", do: [
        { call: %s } ] } } ] } ] } ] } } }
      dispatched: { on: { go: idle } }
      running: { on: { go: idle } }
      suspended: { on: { go: idle } }
    """
        .formatted(call);
  }

  @Test
  void the_shipped_chart_is_good() throws IOException {
    assertThat(problems(Files.readString(AgentTestCharts.FILE))).isEmpty();
  }

  @Test
  void a_chart_without_the_four_states_is_refused_at_its_name() {
    assertThat(
            problems(
                "chart: mine\n"
                    + "states: { idle: { on: { go: running } }, running: { on: { go: idle } } }"))
        .containsExactly(
            "1 A103 a chart of turns has a top-level state 'dispatched'; this one has none (extend"
                + " charts/agent-turn.yaml)",
            "1 A103 a chart of turns has a top-level state 'suspended'; this one has none (extend"
                + " charts/agent-turn.yaml)");
  }

  @Test
  void a_misspelt_call_is_refused_where_it_stands_however_deep() {
    assertThat(problems(withCall("turn.bmup")))
        .containsExactly(
            "4 A101 a chart of turns cannot call 'turn.bmup': nobody carries it out (did you mean"
                + " 'turn.bump'?)");
    assertThat(problems(withCall("send_mail")))
        .singleElement()
        .asString()
        .startsWith("4 A101 a chart of turns cannot call 'send_mail'")
        .contains("calls are turn.lease, turn.start");
  }

  @Test
  void what_a_call_is_given_is_checked_by_name_and_type() {
    assertThat(problems(withCall("turn.start")))
        .containsExactly("4 A102 turn.start needs 'lease' (add lease: a value of type duration)");
    assertThat(
            problems(
                withCall("{ handler: turn.start, with: { leese: 1000, lease: settings.lease } }")))
        .containsExactly("4 A102 turn.start takes no 'leese' (did you mean 'lease'?)");
    assertThat(problems(withCall("{ handler: turn.start, with: { lease: true } }")))
        .containsExactly(
            "4 A102 'lease' of turn.start is not 'true' (give a value of type duration)");
    assertThat(problems(withCall("{ handler: turn.deliver, with: { outcome: \"'done'\" } }")))
        .containsExactly(
            "4 A102 'outcome' of turn.deliver is not 'done' (give one of success, failed,"
                + " stopped)");
    assertThat(problems(withCall("{ handler: turn.ring, with: { inbox: [1] } }")))
        .containsExactly(
            "4 A102 'inbox' of turn.ring is no list or map (give a value of type int)");
    assertThat(problems(withCall("{ handler: turn.bump, with: { by: 2 } }")))
        .containsExactly("4 A102 turn.bump takes no 'by' (remove it)");
    assertThat(problems(withCall("{ handler: turn.start, with: { lease: settings.lease } }")))
        .isEmpty();
  }

  @Test
  void a_duration_of_a_call_has_a_unit_also_in_a_setting() {
    String fix = "(3 what? write 3s, 3m, 3h or 3d)";
    assertThat(problems(withCall("{ handler: turn.start, with: { lease: 3 } }")))
        .containsExactly("4 A102 '3' is a number without a unit, not a duration " + fix);
    String reads = withCall("{ handler: turn.start, with: { lease: settings.lease } }");
    assertThat(problems(reads + "settings: { lease: 3 }\n"))
        .singleElement()
        .asString()
        .endsWith(" A102 '3' is a number without a unit, not a duration " + fix);
    assertThat(problems(reads + "settings: { lease: 3s }\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"A101-call", "A102-given", "A103-states"})
  void a_fixture_prints_exactly_its_golden_file(String name) throws IOException {
    Path folder = Path.of("src/test/resources/problems");
    Source source = new Source(name + ".yaml", Files.readString(folder.resolve(name + ".yaml")));
    List<Problem> problems = TurnChartCheck.check(YamlCharts.load(source).get());
    assertThat(problems).extracting(Problem::code).containsOnly(name.substring(0, 4));
    assertThat(problems).allSatisfy(problem -> assertThat(problem.fix()).isNotBlank());
    String printed =
        problems.stream().map(Problem::toString).collect(Collectors.joining("\n", "", "\n"));
    Path golden = folder.resolve(name + ".golden");
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(golden, printed);
    }
    assertThat(printed).isEqualTo(Files.readString(golden));
  }

  @Test
  void every_code_has_a_page() throws IOException {
    for (String code : List.of("A101", "A102", "A103")) {
      try (InputStream page =
          TurnChartCheck.class.getResourceAsStream("/META-INF/statute/codes/" + code + ".md")) {
        assertThat(page).as(code).isNotNull();
        assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("# " + code + " ");
      }
    }
  }
}

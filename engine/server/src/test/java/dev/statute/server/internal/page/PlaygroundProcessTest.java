package dev.statute.server.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.json.JsonText;
import dev.statute.server.internal.http.ApiProblem;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlaygroundProcessTest {
  private static final String CHART =
      """
      chart: door
      policies: [rules]
      events: { open: { by: string }, close: {} }
      states:
        shut: { on: { open: ajar } }
        ajar: { on: { close: shut }, after: { 10m: shut } }
      """;

  private static final String RULES =
      """
      package rules
      import dev.statute.policy.*
      rule "bob stays outside"
      when
        $t : Transition( event == "open", payload.text("by") == "bob" )
      then
        insert( new Deny($t, "bob has no key") );
      end
      """;

  private static final String TEST =
      """
      chart: chart.yaml
      tests:
        - name: it shuts by itself
          steps:
            - { event: open, data: { by: ann } }
            - { advance: 10m, expect: { to: [shut] } }
        - name: it stays open
          steps:
            - { event: open, data: { by: ann } }
            - { advance: 10m, expect: { to: [ajar] } }
      """;

  private final PlaygroundProcess process = new PlaygroundProcess();

  @AfterEach
  void close() {
    process.close();
  }

  private Map<String, @Nullable Object> play(
      String chart, String rules, String test, Object... lines) {
    return play(process, chart, rules, test, lines);
  }

  private static Map<String, @Nullable Object> play(
      PlaygroundProcess process, String chart, String rules, String test, Object... lines) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("chart", chart);
    request.put("rules", rules);
    request.put("test", test);
    request.put("lines", List.of(lines));
    return JsonText.object(process.play(JsonText.write(request)).join());
  }

  private static List<String> places(Map<String, @Nullable Object> reply) {
    return ((List<?>) reply.get("problems"))
        .stream()
            .map(each -> (Map<?, ?>) each)
            .map(each -> each.get("file") + ":" + each.get("line") + " " + each.get("code"))
            .toList();
  }

  private static List<Object> outcomes(Map<String, @Nullable Object> reply) {
    Map<?, ?> simulation = (Map<?, ?>) reply.get("simulation");
    return ((List<?>) simulation.get("steps"))
        .stream().map(each -> (Object) ((Map<?, ?>) each).get("outcome")).toList();
  }

  @Test
  void a_simulation_goes_by_the_rules_and_the_virtual_clock() {
    Map<String, @Nullable Object> reply =
        play(
            CHART,
            RULES,
            "",
            Map.of("event", "open", "data", Map.of("by", "bob")),
            Map.of("event", "open", "data", Map.of("by", "ann")),
            Map.of("advance", "10m"));
    assertThat(places(reply)).isEmpty();
    assertThat(outcomes(reply)).containsExactly("started", "denied", "taken", "taken", "advanced");
    assertThat(reply.get("simulation"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .containsEntry("configuration", List.of("shut"))
        .containsEntry("elapsed", "10m");
    assertThat(reply.get("svg")).asString().contains("id=\"state-ajar\"");
    assertThat(reply.get("events"))
        .isEqualTo(Map.of("open", Map.of("by", "string"), "close", Map.of()));
  }

  @Test
  void tests_pass_or_say_what_failed_at_its_line() {
    Map<String, @Nullable Object> reply = play(CHART, RULES, TEST);
    List<?> tests = (List<?>) reply.get("tests");
    assertThat(tests)
        .extracting(each -> (Object) ((Map<?, ?>) each).get("passed"))
        .containsExactly(true, false);
    Map<?, ?> failure = (Map<?, ?>) ((List<?>) ((Map<?, ?>) tests.get(1)).get("failures")).get(0);
    assertThat(failure.get("line")).isEqualTo(10L);
  }

  @Test
  void problems_of_all_three_files_have_their_places() {
    Map<String, @Nullable Object> reply =
        play(
            CHART.replace("open: ajar", "open: ajra"),
            RULES.replace("Transition(", "Tranistion("),
            TEST.replace("expect", "expct"));
    assertThat(places(reply)).contains("chart.yaml:5 C201", "rules.drl:5 R110");
    assertThat(reply.get("simulation")).isNull();
  }

  @Test
  void rules_that_the_chart_does_not_name_are_pointed_out() {
    assertThat(places(play(CHART.replace("policies: [rules]\n", ""), RULES, "")))
        .containsExactly("rules.drl:1 P201");
  }

  @Test
  void tests_of_another_chart_are_refused() {
    assertThat(places(play(CHART, RULES, TEST.replace("chart.yaml", "../../secret.yaml"))))
        .containsExactly("chart.test.yaml:1 C100");
  }

  @Test
  void files_outside_are_not_read() {
    Map<String, @Nullable Object> reply = play("chart: a\nextends: ../../../etc/passwd\n", "", "");
    assertThat(places(reply)).isNotEmpty();
    assertThat(reply.get("problems").toString()).doesNotContain("root:");
  }

  @Test
  void what_takes_too_long_ends_the_process_and_the_next_request_starts_another() {
    try (PlaygroundProcess hurried =
        new PlaygroundProcess(Duration.ofMillis(1), List.of("-Xmx192m"))) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> play(hurried, CHART, RULES, TEST))
            .isInstanceOf(CompletionException.class)
            .hasCauseInstanceOf(ApiProblem.class)
            .hasMessageContaining("need more than");
      }
    }
  }

  @Test
  void what_needs_too_much_memory_is_refused() {
    try (PlaygroundProcess small =
        new PlaygroundProcess(Duration.ofMinutes(2), List.of("-Xmx8m"))) {
      assertThatThrownBy(() -> play(small, CHART, RULES, TEST))
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("more memory");
    }
  }

  @Test
  void a_process_that_cannot_start_is_not_taken_for_one_without_memory() {
    try (PlaygroundProcess broken =
        new PlaygroundProcess(Duration.ofMinutes(2), List.of("-XX:NoSuchOption"))) {
      assertThatThrownBy(() -> play(broken, CHART, RULES, TEST))
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("cannot be used: it ended with code 1");
    }
  }
}

package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import dev.statute.yaml.TestFile.PropertyKind;
import dev.statute.yaml.TestFile.TestCase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestFileTest {
  @Test
  void a_test_of_a_chart_has_steps_with_what_is_expected() {
    TestFile file =
        load(
            """
            chart: chat-actor.yaml
            set: { stuck_threshold: 3 }
            tests:
              - name: a paused agent times out
                at: paused
                data: { n: 1 }
                steps:
                  - { advance: 10m, expect: { to: [completed] } }
                  - { event: Pause, repeat: 3, expect: { outcome: rejected, code: finished } }
                  - { type: tool_call, tool: edit, anything: x }
            """);
    assertThat(file.chart()).hasToString("chat-actor.yaml");
    TestCase test = file.tests().get(0);
    assertThat(test.at()).extracting(Object::toString).containsExactly("paused");
    assertThat(test.data().get("n").value().plain()).isEqualTo(1L);
    assertThat(test.steps()).extracting(TestFile.TestStep::repeat).containsExactly(1, 3, 1);
    assertThat(test.steps().get(0).input().plain()).isEqualTo(Map.of("advance", "10m"));
    assertThat(test.steps().get(0).expect().plain()).isEqualTo(Map.of("to", List.of("completed")));
  }

  @Test
  void time_that_passes_has_a_unit() {
    assertThat(
            TestFile.load(
                    new Source(
                        "x.test.yaml",
                        "chart: c.yaml\ntests:\n  - { name: a, steps: [ { advance: 600 } ] }\n"))
                .problems())
        .extracting(each -> each.place() + " " + each.code() + " " + each.fix())
        .containsExactly("x.test.yaml:3:36 E110 600 what? write 600s, 600m, 600h or 600d");
  }

  @Test
  void a_test_of_a_pack_has_facts_and_verdicts() {
    TestFile file =
        load(
            """
            pack: guards/strict
            tests:
              - name: a running agent never goes back to asking
                given: [ { Transition: { kind: move, from: RUNNING, to: WAITING_FOR_INPUT } } ]
                expect: { verdicts: [ { deny: "the task is already running" } ] }
            """);
    TestCase test = file.tests().get(0);
    assertThat(test.given().get(0).type()).hasToString("Transition");
    assertThat(test.given().get(0).fields().plain())
        .isEqualTo(Map.of("kind", "move", "from", "RUNNING", "to", "WAITING_FOR_INPUT"));
    assertThat(test.expect().get("verdicts").plain())
        .isEqualTo(List.of(Map.of("deny", "the task is already running")));
  }

  @Test
  void a_record_keeps_every_field_but_what_is_expected_of_it() {
    TestFile file =
        load(
            """
            chart: a.yaml
            tests:
              - name: x
                steps:
                  - { type: phase, description: build, note: n, repeat: 2, expect: {} }
                  - { event: go, note: not part of the line }
            """);
    assertThat(file.tests().get(0).steps())
        .extracting(step -> step.input().plain())
        .containsExactly(
            Map.of("type", "phase", "description", "build", "note", "n"), Map.of("event", "go"));
  }

  @Test
  void properties_may_stand_without_tests() {
    TestFile file =
        load(
            """
            chart: a.yaml
            never: "active('a') && active('b')"
            always: [ "data.n >= 0" ]
            leads_to: [ { when: "active('a')", then: "active('b')" } ]
            """);
    assertThat(file.properties())
        .extracting(TestFile.Property::kind)
        .containsExactly(PropertyKind.NEVER, PropertyKind.ALWAYS, PropertyKind.LEADS_TO);
    assertThat(file.properties().get(2).then()).hasToString("active('b')");
  }

  private static TestFile load(String text) {
    return TestFile.load(new Source("a.test.yaml", text)).get();
  }
}

package dev.statute.render.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Source;
import dev.statute.render.DiagramNotation;
import dev.statute.step.reference.RandomChartGenerator;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.sourceforge.plantuml.SourceStringReader;
import net.sourceforge.plantuml.core.Diagram;
import net.sourceforge.plantuml.error.PSystemError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mermaid and PlantUML; the output for the latter is parsed by PlantUML itself. */
class NestedNotationTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root"), "charts");
  private static final long SEED = Long.getLong("seed", 11);
  private static final String AWKWARD =
      """
      chart: awkward
      states:
        end: { on: { go: state, "x:y": note } }
        state: { on: { c: { to: style, when: "event.a == '<b>{x}#;'" } } }
        note: { on: { "b.*": as } }
        style: { on: { c: click } }
        click: { on: { "*": { to: hide, reason: "a \\"word\\"" } } }
        as: { initial: direction, states: { direction: { on: { "*": hide } }, hide: { states: { TB: {}, a-b: {} } } } }
        fork: { parallel: true, states: { join: {}, choice: { states: { scale: {}, title: { final: true } } } } }
      """;
  private static final String CROSSING =
      """
      chart: crossing
      initial: out
      states:
        p:
          parallel: true
          states:
            a: { initial: a1, states: { a1: { on: { next: a2, over: b2, up: a } }, a2: {} } }
            b: { on: { self: b }, states: { b1: { on: { next: b2 } }, b2: { on: { leave: out } }, h: { history: deep } } }
        out: { on: { in: [ { when: "1 > 2", to: [a2, b2] }, { to: h } ] } }
      """;

  private static ChartDefinition chart(String yaml) {
    return YamlCharts.load(new Source("t.yaml", yaml)).get();
  }

  static List<String> shipped() {
    return List.of("chat-actor", "onevalet", "agent-turn", "nexora", "supervised", "observer");
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void plantuml_reads_the_shipped_charts(String name) {
    assertThat(errors(YamlCharts.load(CHARTS.resolve(name + ".yaml")).get())).isEmpty();
  }

  @Test
  void plantuml_reads_words_that_it_keeps_for_itself_and_texts_of_all_kinds() {
    assertThat(errors(chart(AWKWARD))).isEmpty();
  }

  @Test
  void plantuml_reads_random_charts() {
    System.out.println("random charts from seed " + SEED);
    for (int i = 0; i < 100; i++) {
      ChartDefinition chart = new RandomChartGenerator(new Random(SEED * 1_000 + i)).chart();
      assertThat(errors(chart))
          .as("chart %d:%n%s", i, DiagramNotation.PLANTUML.render(chart))
          .isEmpty();
    }
  }

  @Test
  void an_arrow_into_a_region_ends_at_the_parallel_state_and_names_its_target() {
    assertThat(DiagramNotation.PLANTUML.render(chart(CROSSING)))
        .isEqualTo(
            """
            @startuml
              hide empty description
              [*] --> out
              state p {
                state a {
                  [*] --> a1
                  state a1
                  state a2
                  a1 --> a2 : next
                  a1 --> a : up
                }
                --
                state b {
                  state "any state" as any_b
                  [*] --> b1
                  state b1
                  state b2
                  state h <<history*>>
                  any_b --> b : self
                  b1 --> b2 : next
                }
              }
              state out
              p --> p : over\\n(a1 → b2)
              p --> out : leave\\n(b2 → out)
              out --> p : in [1 > 2]\\n(out → a2)
              out --> p : in [1 > 2]\\n(out → b2)
              out --> p : in [else]\\n(out → h)
            @enduml
            """);
  }

  @Test
  void a_simple_state_stands_alone_in_mermaid() {
    for (String yaml : List.of(AWKWARD, CROSSING)) {
      assertThat(DiagramNotation.MERMAID.render(chart(yaml)).lines())
          .as("Mermaid's parser takes the word state only before quotes and braces")
          .noneMatch(line -> line.strip().matches("state \\w+"));
    }
    assertThat(DiagramNotation.MERMAID.render(chart(AWKWARD)))
        .contains("state \"as\" as as_ {", "state \"click\" as click_\n", "click_ --> hide_ : ");
  }

  /** Returns the errors reported by PlantUML. */
  private static List<String> errors(ChartDefinition chart) {
    Diagram read =
        new SourceStringReader(DiagramNotation.PLANTUML.render(chart))
            .getBlocks()
            .get(0)
            .getDiagram();
    return read instanceof PSystemError error
        ? error.getErrorsUml().stream().map(String::valueOf).toList()
        : List.of();
  }
}

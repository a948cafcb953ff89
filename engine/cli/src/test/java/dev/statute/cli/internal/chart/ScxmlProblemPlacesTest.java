package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartFile;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Problems of the chart of an SCXML document have places in the document. */
class ScxmlProblemPlacesTest {
  @TempDir Path folder;

  private Path document(String xml) throws IOException {
    return Files.writeString(folder.resolve("t.scxml"), xml);
  }

  @Test
  void a_problem_of_the_chart_points_into_the_document_and_shows_its_line() throws Exception {
    Path file =
        document(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
              <state id="a">
                <transition event="go"
                            target="nowhere"/>
              </state>
            </scxml>
            """);
    List<Problem> problems = Chart.compile(ChartFile.load(file).get()).problems();
    assertThat(problems).extracting(Problem::code).containsExactly("C201");
    assertThat(problems.get(0).place()).hasToString(file + ":4:25");
    assertThat(problems.get(0).line()).isEqualTo("                target=\"nowhere\"/>");
  }

  @Test
  void results_and_failures_have_places_in_the_document() throws Exception {
    Path file =
        document(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
              <datamodel><data id="n" expr="1"/></datamodel>
              <state id="a">
                <transition event="go" target="b">
                  <assign location="n" expr="n.x"/>
                </transition>
              </state>
              <state id="b"/>
            </scxml>
            """);
    Interpreter interpreter =
        Interpreter.of(Chart.compile(ChartFile.load(file).get()).get(), Policy.NONE);
    Step begun = interpreter.start("i", Map.of(), Instant.EPOCH);
    Step step = interpreter.step(begun.snapshot(), new Input.Event("go"), Instant.EPOCH);
    assertThat(step.outcome().trace().transitions().get(0).place()).hasToString(file + ":4:6");
    assertThat(step.outcome().trace().errors().get(0).place()).hasToString(file + ":5:8");
  }
}

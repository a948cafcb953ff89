package dev.statute.turns;

import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.runtime.FileCharts;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.Interpreter;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Shipped chart of agent turns with its rules, and a codec. */
public final class AgentTestCharts {
  public static final Path FILE =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml");

  /** Codec of JSON, as in stores. */
  static final TurnCodec JSON =
      TurnCodec.of(
          SnapshotJson::write,
          (text, chart) -> SnapshotJson.read(new Source("head", text), chart).get(),
          JsonText::write,
          JsonText::object);

  private static final Interpreter SHIPPED = FileCharts.load(FILE, null).get();

  private AgentTestCharts() {}

  static Interpreter shipped() {
    return SHIPPED;
  }

  /** Compiles the shipped chart with replaced parts. */
  static Chart changed(Map<String, String> replaced) {
    try {
      String text = Files.readString(FILE);
      for (Map.Entry<String, String> each : replaced.entrySet()) {
        if (!text.contains(each.getKey())) {
          throw new AssertionError("the chart has no " + each.getKey());
        }
        text = text.replace(each.getKey(), each.getValue());
      }
      // the rules' own settings, which their pack would supply
      text =
          text.replace(
              "settings:\n",
              "settings:\n"
                  + "  max_put_offs: 3\n"
                  + "  max_rings: 1\n"
                  + "  max_steps: 50\n"
                  + "  max_attempts: 3\n");
      CompileOptions setup =
          new CompileOptions(
              null, Map.of(), Map.of(), Set.of("max_put_offs", "max_rings", "max_attempts"), null);
      return Chart.compile(YamlCharts.load(new Source("changed.yaml", text)).get(), setup).get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

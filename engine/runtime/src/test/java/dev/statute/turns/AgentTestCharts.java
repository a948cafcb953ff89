package dev.statute.turns;

import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.runtime.FileCharts;
import dev.statute.step.Interpreter;
import java.nio.file.Path;

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
}

package dev.statute.server.internal.page;

import dev.statute.expr.DurationFormat;
import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SimulatedInstance;
import dev.statute.step.Interpreter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Simulation of the playground: an instance on a virtual clock that begins at 1970. */
final class PlaygroundSimulation {
  private static final int MOST_STEPS = 2_000;

  private final Interpreter interpreter;
  private final List<Object> steps = new ArrayList<>();

  PlaygroundSimulation(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  /**
   * Plays input lines from the start on.
   *
   * @return the last state, {@code steps} as lines of {@code run --output jsonl}, {@code elapsed}
   *     time, and what was played as a {@code test}
   */
  Map<String, @Nullable Object> play(List<?> lines) {
    SessionListener listener =
        SessionListener.json(
            new OutputLines(),
            line -> {
              if (steps.size() < MOST_STEPS) {
                steps.add(JsonText.object(line));
              }
            });
    SimulatedInstance instance =
        SimulatedInstance.start(interpreter, List.of(), Map.of(), listener);
    for (Object line : lines) {
      instance.play(asLine(line));
    }
    ChartSession session = instance.session();
    Map<String, @Nullable Object> json =
        SnapshotView.of(interpreter, session.snapshot(), session.now());
    json.put("steps", steps);
    json.put("elapsed", DurationFormat.format(Duration.between(Instant.EPOCH, session.now())));
    json.put("test", String.join("\n", instance.asTest("as it was played", Map.of())));
    return json;
  }

  @SuppressWarnings("unchecked") // the keys of a JSON object are texts
  private static Map<String, ?> asLine(Object line) {
    return line instanceof Map<?, ?> map ? (Map<String, ?>) map : Map.of();
  }
}

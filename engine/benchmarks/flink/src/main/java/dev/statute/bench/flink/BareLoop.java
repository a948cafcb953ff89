package dev.statute.bench.flink;

import dev.statute.Statute;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.OutputLines;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The same work without Flink: snapshots in a map, one thread. */
final class BareLoop {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Interpreter interpreter;

  BareLoop(Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("order.yaml"), DrawnLog.CHART);
    try (Statute statute = Statute.load(file)) {
      interpreter = statute.chart("order");
    }
  }

  /** Handles lines, with or without reading and writing JSON; returns the outputs' length. */
  long run(int instances, long lines, boolean json) {
    Map<String, Snapshot> all = new HashMap<>();
    Map<String, Input> inputs = new HashMap<>();
    long length = 0;
    for (long number = 0; number < lines; number++) {
      String id = DrawnLog.instance(number, instances);
      String text = DrawnLog.text(number, instances);
      Input input = json ? input(text) : inputs.computeIfAbsent(text, BareLoop::input);
      Snapshot at = all.get(id);
      if (at == null) {
        Step started = interpreter.start(id, Map.of(), NOW);
        length += length(started, json);
        at = started.snapshot();
      }
      List<Step> steps = interpreter.handle(at, input, NOW);
      for (Step step : steps) {
        length += length(step, json);
      }
      all.put(id, steps.get(steps.size() - 1).snapshot());
    }
    return length;
  }

  private static Input input(String text) {
    return ((InputLine.Submit) InputLines.parse(1, text, "log")).input();
  }

  private static long length(Step step, boolean json) {
    long sequence = step.snapshot().sequence();
    return json ? OutputLines.step(sequence, 0, NOW, step).length() : sequence;
  }
}

package dev.statute.runtime;

import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The charts an engine knows, several versions side by side. Thread-safe. */
final class Charts {
  /** The one registered last comes first. */
  private final List<Interpreter> all = new CopyOnWriteArrayList<>();

  void register(Interpreter interpreter) {
    all.add(0, interpreter);
  }

  /** The highest version of a chart; of equal ones the one registered last. */
  @Nullable Interpreter newest(String name) {
    Comparator<Interpreter> byVersion =
        Comparator.comparingInt(interpreter -> -interpreter.chart().version());
    return all.stream()
        .filter(interpreter -> interpreter.chart().name().equals(name))
        .min(byVersion)
        .orElse(null);
  }

  /** The interpreter of exactly this chart; of several policies the one registered last. */
  @Nullable Interpreter of(String hash) {
    for (Interpreter interpreter : all) {
      if (interpreter.chart().hash().equals(hash)) {
        return interpreter;
      }
    }
    return null;
  }

  @Nullable Chart chart(String hash) {
    Interpreter interpreter = of(hash);
    return interpreter == null ? null : interpreter.chart();
  }

  List<Chart> charts() {
    return all.stream().map(Interpreter::chart).distinct().toList();
  }

  List<String> names() {
    return all.stream().map(i -> i.chart().name()).distinct().sorted().toList();
  }
}

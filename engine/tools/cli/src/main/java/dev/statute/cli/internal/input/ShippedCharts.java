package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.StatuteException;
import dev.statute.problem.Loaded;
import dev.statute.step.Interpreter;

/** Charts that are shipped with the command line, on the class path. */
public final class ShippedCharts {
  private static final String FOLDER = "statute/charts";

  private ShippedCharts() {}

  /** Loads all of them with their rules. */
  public static Loaded<Statute> load(ChartLoader loader) {
    return fromClassPath(FOLDER, loader);
  }

  /**
   * Loads a chart with its rules.
   *
   * @param name such as {@code observer.yaml}
   */
  public static Loaded<Statute> load(String name, ChartLoader loader) {
    return fromClassPath(FOLDER + "/" + name, loader);
  }

  /** Loads a chart with its rules, as {@link #load(String, ChartLoader)}, and opens it. */
  public static Loaded<Interpreter> open(String name, ChartLoader loader) {
    Loaded<Statute> loaded = load(name, loader);
    try (Statute statute = loaded.value()) {
      return new Loaded<>(statute == null ? null : statute.charts().get(0), loaded.problems());
    }
  }

  private static Loaded<Statute> fromClassPath(String name, ChartLoader loader) {
    try {
      Statute statute = loader.fromClassPath(name);
      return new Loaded<>(statute, statute.warnings());
    } catch (StatuteException e) {
      return new Loaded<>(null, e.problems());
    }
  }
}

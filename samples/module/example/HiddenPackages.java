package example;

import dev.statute.chart.check.ChartDiff;
import dev.statute.expr.DurationFormat;
import dev.statute.step.internal.model.CompiledChart;

/** Names types of packages that are hidden, or exported to modules of Statute only. Does not compile. */
final class HiddenPackages {
  private HiddenPackages() {}

  static Object of(ChartDiff diff, DurationFormat format, CompiledChart model) {
    return java.util.List.of(diff, format, model);
  }
}

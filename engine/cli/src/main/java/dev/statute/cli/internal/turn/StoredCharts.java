package dev.statute.cli.internal.turn;

import dev.statute.ChartLoader;
import dev.statute.chart.ChartDefinition;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Charts that live instances of a store run, from the texts in the store: those whose file was
 * edited since. Their rules are those of the file as it is now.
 */
final class StoredCharts {
  private final InstanceStore store;
  private final ChartLoader loader;
  private final Console console;

  StoredCharts(InstanceStore store, ChartLoader loader, Console console) {
    this.store = store;
    this.loader = loader;
    this.console = console;
  }

  /** Loads the earlier texts of charts, and says which; without those that the store lacks. */
  List<Interpreter> earlier(List<Interpreter> present) {
    List<Interpreter> earlier = new ArrayList<>();
    for (ChartUse use : store.charts()) {
      Chart edited = edited(use, present);
      Interpreter before = edited == null ? null : load(use, edited);
      if (edited != null && before != null) {
        earlier.add(before);
        console.printNotice(
            "%s %s %d as it was when %s began (%s), from the store; %s is now %s"
                .formatted(
                    CountedNoun.of(use.live(), "instance") + (use.live() == 1 ? " runs" : " run"),
                    use.name(),
                    use.version(),
                    use.live() == 1 ? "it" : "they",
                    use.hash(),
                    file(edited),
                    edited.version() == use.version()
                        ? edited.hash()
                        : "version " + edited.version()));
      }
    }
    return earlier;
  }

  /** Returns the present chart of this name, if the chart itself is not among the present ones. */
  private static @Nullable Chart edited(ChartUse use, List<Interpreter> present) {
    Chart edited = null;
    for (Interpreter each : present) {
      Chart chart = each.chart();
      if (use.live() == 0 || chart.hash().equals(use.hash())) {
        return null;
      }
      boolean isNearer = edited == null || chart.version() == use.version();
      edited = chart.name().equals(use.name()) && isNearer ? chart : edited;
    }
    return edited;
  }

  private @Nullable Interpreter load(ChartUse use, Chart edited) {
    ProblemCollector problems = new ProblemCollector();
    String text;
    try {
      text = store.chartText(use.hash());
    } catch (StoreException e) {
      console.printNotice(String.valueOf(e.getMessage()));
      return null;
    }
    if (text == null) {
      return null;
    }
    ChartDefinition before =
        YamlCharts.load(new Source(use.name() + " " + use.version() + " of the store", text))
            .getOrReport(problems);
    Interpreter made =
        before == null ? null : loader.open(Path.of(file(edited)), before).getOrReport(problems);
    Interpreter read = ProblemText.valueOf(Loaded.of(made, problems), console);
    return read == null || !read.chart().hash().equals(use.hash()) ? null : read;
  }

  private static String file(Chart chart) {
    return chart.definition().name().place().file();
  }
}

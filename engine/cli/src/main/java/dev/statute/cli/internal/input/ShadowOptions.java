package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.drools.ShadowPolicy;
import dev.statute.policy.Proposal;
import dev.statute.problem.Loaded;
import dev.statute.step.Interpreter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Shadow rules, which are evaluated beside the deciding ones. */
public final class ShadowOptions {
  @Option(
      names = "--shadow-rules",
      paramLabel = "PATH",
      description =
          "rules that decide nothing: what they would change is said at the end; repeatable")
  private List<Path> rules = List.of();

  private final Map<String, Integer> counts = new TreeMap<>();

  /** Returns the shadow rules of the command line. */
  public List<Path> rules() {
    return rules;
  }

  /** Loads a chart with its rules and the shadow rules; null after printed problems. */
  @Nullable
  public Interpreter open(Path chart, ChartOptions options, Console console) {
    Interpreter real = ProblemText.valueOf(options.newLoader().open(chart), console);
    return real == null || rules.isEmpty() ? real : withShadow(real, chart, options, console);
  }

  private @Nullable Interpreter withShadow(
      Interpreter real, Path chart, ChartOptions options, Console console) {
    Loaded<Interpreter> loaded = options.loaderWith("--shadow-rules", rules).open(chart);
    Interpreter shadow = loaded.value();
    if (shadow == null) {
      ProblemText.printNotices(console, loaded.problems());
      return null;
    }
    return Interpreter.of(
        real.chart(),
        ShadowPolicy.of(real.policy(), shadow.policy(), shadow.chart().settings(), this::count));
  }

  private synchronized void count(ShadowPolicy.Divergence divergence) {
    counts.merge(describe(divergence), 1, Integer::sum);
  }

  private static String describe(ShadowPolicy.Divergence divergence) {
    String rules = String.join(", ", divergence.rules());
    if (divergence.error() != null) {
      return "rule " + rules + " failed: " + divergence.error().message();
    }
    Proposal about = divergence.subject();
    String text =
        about == null
            ? "a record"
            : (about.event().isEmpty() ? about.kind() : about.event())
                + " "
                + about.from()
                + " → "
                + about.to();
    return text + ": " + divergence.real() + ", would be " + divergence.shadow() + "  by " + rules;
  }

  /** Prints the differences of the shadow rules. */
  public synchronized void printSummary(Console console) {
    if (rules.isEmpty()) {
      return;
    }
    if (counts.isEmpty()) {
      console.printNotice("shadow: nothing would have been otherwise");
    }
    counts.forEach((words, count) -> console.printNotice("shadow: " + count + " × " + words));
  }
}

package dev.statute.cli.internal.chart;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.input.FileDependencies;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.cli.internal.report.TestText;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.session.RunnableTest;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import dev.statute.session.TestSuite;
import dev.statute.yaml.PackFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Validation and tests of the files affected by changes, in rounds. Confined to one thread. */
final class WatchRounds {
  private final Console console;
  private final ChartLoader chartLoader;
  private final List<Path> paths;
  private final Set<Path> failing = new HashSet<>();
  private Map<Path, Set<Path>> dependencies = new LinkedHashMap<>();

  WatchRounds(Console console, ChartLoader bench, List<Path> paths) {
    this.console = console;
    this.chartLoader = bench;
    this.paths = paths;
  }

  /** Runs the first round, on all files. */
  void runAll() {
    refresh();
    runRound(List.copyOf(dependencies.keySet()), Set.of());
  }

  /** Runs a round on the files affected by changes; prints nothing if there are none. */
  void runChanged(Set<Path> changed) {
    Set<Path> affected = affected(changed);
    refresh();
    affected.addAll(affected(changed));
    affected.retainAll(dependencies.keySet());
    boolean removed = changed.stream().anyMatch(file -> !Files.exists(file));
    if (!affected.isEmpty() || (removed && changed.stream().anyMatch(this::isWatchedFile))) {
      runRound(List.copyOf(affected), changed);
    }
  }

  private boolean isWatchedFile(Path file) {
    String name = FileTree.fileName(file);
    return name.endsWith(".yaml") || name.endsWith(".yml") || PackFinder.isRuleFile(file);
  }

  private Set<Path> affected(Set<Path> changed) {
    Set<Path> affected = new LinkedHashSet<>();
    dependencies.forEach(
        (file, on) -> {
          if (on.stream().anyMatch(changed::contains)) {
            affected.add(file);
          }
        });
    return affected;
  }

  /** Folders with files that affect the results. */
  Set<Path> folders() {
    Set<Path> folders = new LinkedHashSet<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        folders.addAll(FileTree.folders(path));
      }
    }
    dependencies.values().stream()
        .flatMap(Set::stream)
        .map(Path::getParent)
        .filter(Files::isDirectory)
        .forEach(folders::add);
    return folders;
  }

  private void refresh() {
    FileValidation validation = new FileValidation(chartLoader);
    List<Path> present = paths.stream().filter(Files::exists).toList();
    FileDependencies all = new FileDependencies(chartLoader);
    Map<Path, Set<Path>> fresh = new LinkedHashMap<>();
    for (Path file : FileTree.of(present, validation::accepts).files()) {
      fresh.put(file, all.of(file));
    }
    dependencies = fresh;
    failing.retainAll(fresh.keySet());
  }

  /** Tests that each file was right in its last round. */
  boolean isGood() {
    return failing.isEmpty();
  }

  private void runRound(List<Path> files, Set<Path> changed) {
    if (console.style() == TerminalStyle.COLOUR) {
      Console.writeControl(console.out(), "\u001b[H\u001b[2J");
    }
    if (!changed.isEmpty()) {
      String names =
          changed.stream()
              .map(WatchRounds::relativeName)
              .sorted()
              .collect(Collectors.joining(", "));
      console.out().println(console.style().dim("changed: " + names));
    }
    FileValidation validation = new FileValidation(chartLoader);
    ProblemCollector problems = new ProblemCollector();
    List<TestOutcome> tested = new ArrayList<>();
    for (Path file : files) {
      ProblemCollector found = new ProblemCollector();
      List<TestOutcome> ran = List.of();
      if (!TestSuite.isTestFile(file)) {
        found.addAll(validation.check(file));
      } else {
        List<RunnableTest> tests =
            TestSuite.load(file, chartLoader, new TestCoverage()).getOrReport(found);
        ran = tests == null ? List.of() : tests.stream().map(RunnableTest::run).toList();
      }
      boolean good =
          found.sorted().stream().noneMatch(Problem::isError)
              && ran.stream().allMatch(TestOutcome::passed);
      boolean unused = good ? failing.remove(file) : failing.add(file);
      problems.addAll(found.sorted());
      tested.addAll(ran);
    }
    printSummary(files.size(), problems.sorted(), tested);
    console.out().flush();
  }

  private void printSummary(int files, List<Problem> problems, List<TestOutcome> tested) {
    ProblemText.print(console.out(), console.style(), problems);
    List<TestOutcome> failed = tested.stream().filter(test -> !test.passed()).toList();
    new TestText(console).printTests(failed);
    long errors = problems.stream().filter(Problem::isError).count();
    String valid =
        errors > 0
            ? console.style().error(CountedNoun.of(errors, "error"))
            : problems.isEmpty()
                ? console.style().success("nothing wrong")
                : console.style().warning(CountedNoun.of(problems.size(), "warning"));
    String passed =
        tested.isEmpty()
            ? ""
            : "; "
                + CountedNoun.of(tested.size(), "test")
                + ", "
                + (failed.isEmpty()
                    ? console.style().success("all passed")
                    : console.style().error(failed.size() + " failed"));
    console.out().println(CountedNoun.of(files, "file") + ": " + valid + passed);
  }

  private static String relativeName(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return (file.startsWith(here) ? here.relativize(file) : file).toString();
  }
}

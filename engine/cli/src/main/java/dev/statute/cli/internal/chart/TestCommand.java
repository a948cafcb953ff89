package dev.statute.cli.internal.chart;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.OutputFormat;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.report.TestReport;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.session.RunnableTest;
import dev.statute.session.TestCoverage;
import dev.statute.session.TestOutcome;
import dev.statute.session.TestSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "test",
    description = "Runs the test files of charts and rules.",
    mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "test files, charts with a test file beside them, or folders")
  private List<Path> paths = List.of();

  @Option(names = "--coverage", description = "says what the tests did not reach")
  private boolean coverage;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      description = "text (default), jsonl, json, github, sarif or junit")
  private OutputFormat output = OutputFormat.TEXT;

  @Mixin private ChartOptions options = new ChartOptions();

  public TestCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ChartLoader bench = options.newLoader();
    FileTree tree =
        FileTree.of(paths.stream().map(TestCommand::tests).toList(), TestSuite::isTestFile);
    List<Path> files = tree.files();
    tree.unreadNotes().forEach(console::printNotice);
    if (files.isEmpty()) {
      throw new UsageException("there is no file *.test.yaml in what you named");
    }
    TestCoverage reached = new TestCoverage();
    List<TestOutcome> tested = new ArrayList<>();
    List<Problem> broken = new ArrayList<>();
    boolean allTest = true;
    for (Path file : files) {
      Loaded<List<RunnableTest>> loaded = TestSuite.load(file, bench, reached);
      broken.addAll(loaded.problems());
      List<RunnableTest> tests = loaded.value();
      if (tests != null && tests.isEmpty()) {
        console.printNotice("'" + file + "' tests nothing: it has neither a test nor a property");
        allTest = false;
      } else if (tests != null) {
        tests.forEach(test -> tested.add(test.run()));
      }
    }
    new TestReport(console, output).print(tested, broken, coverage ? reached.parts() : List.of());
    boolean good =
        tree.unread().isEmpty()
            && allTest
            && tested.stream().allMatch(TestOutcome::passed)
            && broken.stream().noneMatch(Problem::isError);
    return good ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  /** Test file of a chart or pack. */
  private static Path tests(Path path) {
    boolean hasEnding = FileTree.fileName(path).contains(".");
    if (TestSuite.isTestFile(path) || !hasEnding || Files.isDirectory(path)) {
      return path;
    }
    Path beside = TestSuite.beside(path);
    if (Files.exists(beside)) {
      return beside;
    }
    throw new UsageException(
        Files.exists(path)
            ? "there is no test file '" + beside + "' beside '" + path + "'"
            : "there is no file '" + path + "'");
  }
}

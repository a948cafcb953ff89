package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.decision.DecisionFile;
import dev.statute.cli.internal.decision.MaskedInputs;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.RecordedFile;
import dev.statute.cli.internal.input.RecordedSession;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.json.InputLine;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = {
      "Explains a problem code; without one, lists them all.",
      "With --log and --seq, explains a step of a chart: which rules fired, what the others lacked."
    },
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "CODE|CHART",
      description = "a code such as C201, or a chart file")
  private @Nullable String subject;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "input lines of the session, or a decision log")
  private @Nullable String log;

  @Option(
      names = "--seq",
      paramLabel = "N",
      description = "the step: its seq in the log, or in the output of 'run --output jsonl'")
  private @Nullable Long seq;

  @Option(names = "--all", description = "also rules that are about other transitions")
  private boolean all;

  @Mixin private JsonOption output = new JsonOption();
  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  public ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (log == null && seq == null) {
      return printCodePage();
    }
    if (log == null || seq == null || subject == null) {
      throw new UsageException("a step is explained with CHART, --log FILE and --seq N");
    }
    boolean json = output.isJson();
    Interpreter interpreter =
        ProblemText.valueOf(
            options.newLoader().open(InputFiles.requireChart(InputFiles.requireFile(subject))),
            console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    Path file = InputFiles.requirePlain(InputFiles.requireFile(log), "a session");
    try {
      explainStep(interpreter, file, seq, json);
    } catch (IOException e) {
      ProblemText.printNotices(console, List.of(RecordedFile.unreadable(file, e)));
      return ExitCode.FINDINGS;
    }
    return ExitCode.SUCCESS;
  }

  private void explainStep(Interpreter interpreter, Path file, long number, boolean json)
      throws IOException {
    DecisionFile decisions = DecisionFile.read(file);
    if (decisions != null) {
      ProblemText.printNotices(console, decisions.problems());
    }
    DecisionFile.RecordedInstance recorded =
        decisions == null ? null : decisions.findInstance(number);
    MaskedInputs hidden =
        recorded == null ? null : MaskedInputs.upTo(recorded, recorded.indexOf(number));
    StepFinder.FoundStep found =
        recorded == null
            ? StepFinder.inLines(interpreter, instance, explainLines(file)).replayTo(number)
            : StepFinder.inRecorded(interpreter, recorded)
                .replayTo(recorded.indexOf(number))
                .numbered(number);
    if (json) {
      console.printLine(hidden == null ? found.json() : hidden.json(found.json()));
    } else {
      if (hidden != null) {
        hidden.print(console.out());
      }
      new ExplainText(console.out(), console.style(), all).print(found);
    }
  }

  private List<InputLine> explainLines(Path file) throws IOException {
    RecordedSession.CompleteSession whole = RecordedSession.readAll(file, null);
    ProblemText.printNotices(console, whole.problems());
    return whole.lines();
  }

  private Integer printCodePage() throws IOException {
    String code = subject;
    if (code == null) {
      CodePages.titles()
          .forEach(
              (each, title) -> console.out().println(console.style().bold(each) + "  " + title));
      return ExitCode.SUCCESS;
    }
    String page = CodePages.read(code);
    if (page == null) {
      String near = SpellingSuggestion.nearest(code, CodePages.codes());
      throw new UsageException(
          "there is no problem code '"
              + code
              + "'"
              + (near == null
                  ? "; 'statute explain' lists them all"
                  : ", did you mean " + near + "?"));
    }
    console.out().print(page);
    return ExitCode.SUCCESS;
  }
}

package dev.statute.cli;

import dev.statute.json.InputLine;
import dev.statute.problem.Loaded;
import dev.statute.problem.Suggest;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
final class ExplainCommand implements Callable<Integer> {
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

  @Option(names = "--output", paramLabel = "FORM", description = "text (default) or json")
  private OutputFormat output = OutputFormat.TEXT;

  @Option(names = "--all", description = "also rules that are about other transitions")
  private boolean all;

  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (log == null && seq == null) {
      return code();
    }
    if (log == null || seq == null || subject == null) {
      throw new UsageException("a step is explained with CHART, --log FILE and --seq N");
    }
    boolean json = output.among(OutputFormat.TEXT, OutputFormat.JSON) == OutputFormat.JSON;
    Loaded<Interpreter> loaded = options.bench().open(InputFiles.chart(InputFiles.file(subject)));
    ProblemText.say(console, loaded.problems());
    Interpreter interpreter = loaded.value();
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    Path file = InputFiles.file(log);
    DecisionFile decisions = DecisionFile.read(file);
    if (decisions != null) {
      ProblemText.say(console, decisions.problems());
    }
    DecisionFile.Recorded recorded = decisions == null ? null : decisions.with(seq);
    MaskedInputs hidden =
        recorded == null ? null : MaskedInputs.until(recorded, recorded.index(seq));
    StepFinder.Found found =
        recorded == null
            ? StepFinder.inLines(interpreter, instance, lines(file)).find(seq)
            : StepFinder.inRecorded(interpreter, recorded).find(recorded.index(seq));
    if (json) {
      console.out().print(hidden == null ? found.json() : hidden.json(found.json()));
      console.out().print('\n');
    } else {
      if (hidden != null) {
        hidden.print(console.out());
      }
      new ExplainText(console.out(), console.style(), all).print(found);
    }
    return ExitCode.FINE;
  }

  private List<InputLine> lines(Path file) throws IOException {
    RecordedSession.Whole whole = RecordedSession.whole(file, null);
    ProblemText.say(console, whole.problems());
    return whole.lines();
  }

  private Integer code() throws IOException {
    String code = subject;
    if (code == null) {
      CodePages.titles()
          .forEach(
              (each, title) -> console.out().println(console.style().strong(each) + "  " + title));
      return ExitCode.FINE;
    }
    String page = CodePages.page(code);
    if (page == null) {
      String near = Suggest.nearest(code, CodePages.codes());
      throw new UsageException(
          "there is no problem code '"
              + code
              + "'"
              + (near == null
                  ? "; 'statute explain' lists them all"
                  : ", did you mean " + near + "?"));
    }
    console.out().print(Objects.requireNonNull(page));
    return ExitCode.FINE;
  }
}

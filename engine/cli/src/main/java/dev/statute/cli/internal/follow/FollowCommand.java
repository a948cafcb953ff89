package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.FormatOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.ShippedCharts;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.expr.DurationFormat;
import dev.statute.logs.LogFormat;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "follow",
    description = "Follows growing session logs of agents, and prints findings as they come.",
    footer = "Ctrl-C ends it, with the exit code that scan would have.",
    mixinStandardHelpOptions = true)
public final class FollowCommand implements Callable<Integer> {
  /** Rounds of reading. */
  interface Rounds {
    /**
     * Waits for the next round.
     *
     * @param hasRead whether there was anything in the last one
     * @return false = there is none
     */
    boolean next(LogSource source, boolean hasRead) throws InterruptedException;

    /** Ends the rounds. */
    void end(int exitCode);
  }

  private final Console console;
  private final Clock clock;
  private final @Nullable Rounds rounds;

  @Parameters(
      paramLabel = "PATH",
      description = "a log, a folder of logs, or - for the standard input")
  private String path = "-";

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description =
          "a chart file; default: charts/observer.yaml, which is for the log of any agent")
  private @Nullable Path chart;

  @Mixin private FormatOptions formats = new FormatOptions();

  @Option(
      names = "--exec",
      paramLabel = "COMMAND",
      description =
          "a command of the shell for each finding, which is on its standard input as JSON and in"
              + " STATUTE_LOG, _LINE, _PATTERN, _LEVEL, _COUNT, _REASON, _RULE")
  private @Nullable String exec;

  @Option(
      names = "--idle",
      paramLabel = "DURATION",
      description = "ends when nothing was written for so long, such as 10m; default: never")
  private @Nullable String idle;

  @Mixin private JsonLinesOption output = new JsonLinesOption();
  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  public FollowCommand(Console console) {
    this(console, Clock.system(), null);
  }

  /**
   * Creates a command with ports for time.
   *
   * @param rounds null = rounds of the machine's clock, until Ctrl-C
   */
  FollowCommand(Console console, Clock clock, @Nullable Rounds rounds) {
    this.console = console;
    this.clock = clock;
    this.rounds = rounds;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean json = output.isJson();
    LogFormat given = formats.read();
    if (!path.equals("-")) {
      InputFiles.requirePlain(InputFiles.path(path), "a session");
      if (!Files.exists(Path.of(path))) {
        console.printNotice(path + " is not there; it is followed when it comes");
      }
    }
    Interpreter interpreter = load();
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    Rounds all = rounds == null ? machineRounds() : rounds;
    int code = ExitCode.INTERNAL;
    // the process may end as soon as the rounds did, so the commands end before
    try (FindingCommand command = exec == null ? null : new FindingCommand(exec, console)) {
      FindingOutput findings = new FindingOutput(console, json, command);
      LogFollower follower = new LogFollower(console, interpreter, instance, clock, findings);
      try (LogSource source = follower.open(path, given)) {
        follower.follow(source, all);
        code = follower.finish(source, json);
        console.out().flush();
      }
    } finally {
      all.end(code);
    }
    return code;
  }

  private @Nullable Interpreter load() throws IOException {
    return ProblemText.valueOf(
        chart == null
            ? ShippedCharts.open("observer.yaml", options.newLoader())
            : options.newLoader().open(InputFiles.requireChart(chart)),
        console);
  }

  private Rounds machineRounds() {
    MachineRounds machine = new MachineRounds(clock, idle == null ? null : parseIdle(idle));
    machine.stopAtSignal(console);
    return machine;
  }

  private static Duration parseIdle(String text) {
    Duration duration = DurationFormat.parse(text);
    if (duration == null || duration.isZero() || duration.isNegative()) {
      throw new UsageException("--idle takes a duration such as 10m, not '" + text + "'");
    }
    return duration;
  }
}

package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.session.SessionListener;
import dev.statute.session.SimulatedInstance;
import dev.statute.step.Interpreter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "simulate",
    description = "Plays with one instance of a chart, command by command; 'help' lists them.",
    mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "CHART", description = "a chart file")
  private @Nullable Path chart;

  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  public SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Path file = InputFiles.requireChart(Objects.requireNonNull(chart));
    Interpreter interpreter = ProblemText.valueOf(options.newLoader().open(file), console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    RunText printer = new RunText(console.out(), console.style());
    SimulatedInstance simulation =
        SimulatedInstance.start(
            interpreter,
            instance.at(),
            instance.data(interpreter.chart()),
            SessionListener.all(new StartRefusal(instance), printer));
    SimulationCommands simulator =
        new SimulationCommands(console, simulation, interpreter.chart(), file, options.settings());
    boolean typed = Boolean.getBoolean("statute.terminal.in");
    boolean understood = true;
    BufferedReader in =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    while (!simulator.isOver()) {
      prompt(typed, interpreter);
      String line = in.readLine();
      if (line == null) {
        break;
      }
      understood &= simulator.execute(line);
    }
    RunText.printEnd(console.out(), console.style(), simulation.session());
    return understood || typed ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  private void prompt(boolean typed, Interpreter interpreter) {
    if (typed) {
      console.out().print(console.style().bold(interpreter.chart().name() + "> "));
      console.out().flush();
    }
  }
}

package dev.statute.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the command line. */
@Command(
    name = "statute",
    description = "Runs, checks and explains state charts and their rules.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Console.ofProcess(), args));
  }

  /** Runs one command in this process and gives its exit code; never throws. */
  static int run(Console console, String... args) {
    CommandLine line = new CommandLine(new Main());
    for (Object command : Commands.all(console)) {
      line.addSubcommand(command);
    }
    line.setOut(writer(console.out()));
    line.setErr(writer(console.err()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(console.style() == Style.COLOUR ? Ansi.ON : Ansi.OFF));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(new Faults(console));
    line.setParameterExceptionHandler(
        new MissingWords(console, line.getParameterExceptionHandler()));
    try {
      int code = line.execute(args);
      console.out().flush();
      return code;
    } catch (StackOverflowError | OutOfMemoryError e) {
      return Faults.internal(console, e);
    }
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "which command?");
  }
}

package dev.statute.cli;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.TerminalStyle;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Entry point of the command line. */
@Command(
    name = "statute",
    description = "Runs, checks and explains state charts and their rules.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Console.ofProcess(), args));
  }

  /** Runs one command in this process and returns its exit code; never throws. */
  static int run(Console given, String... args) {
    Console console = given.withEscaping();
    CommandLine line = new CommandLine(new Main());
    CommandCatalog.of(console, args).forEach(line::addSubcommand);
    line.addSubcommand(new CommandLine.HelpCommand());
    line.setExecutionStrategy(Main::execute);
    // help consists of our own text only
    line.setOut(new PrintWriter(given.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            console.style() == TerminalStyle.COLOUR ? Ansi.ON : Ansi.OFF));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // words of the user stay as they are: claude "@notes.md"
    line.setExecutionExceptionHandler(new CommandExceptionHandler(console));
    line.setParameterExceptionHandler(
        new MissingArgumentHandler(console, line.getParameterExceptionHandler()));
    try {
      int code = line.execute(args);
      return console.checkWritten() ? code : Math.max(code, ExitCode.INTERNAL);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return CommandExceptionHandler.reportInternalError(console, e);
    }
  }

  /** Runs help; an unknown command is an error. */
  private static int execute(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    CommandLine last = commands.get(commands.size() - 1);
    if (!last.getUnmatchedArguments().isEmpty()) {
      throw new CommandLine.UnmatchedArgumentException(last, last.getUnmatchedArguments());
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "which command?");
  }
}

package dev.statute.cli;

import dev.statute.store.StoreException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Turns what a command throws into one plain line and an exit code. The stack is shown only when
 * {@code STATUTE_DEBUG} is set.
 */
final class CommandExceptionHandler implements IExecutionExceptionHandler {
  /** What whoever gave the command can mend by giving another one. */
  private static final Set<String> ASKED_WRONGLY =
      Set.of("foreign", "newer-schema", "unknown-chart", "worker-exists", "held", "unreachable");

  private final Console console;

  CommandExceptionHandler(Console console) {
    this.console = console;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof UsageException) {
      console.say(line.getCommandSpec().qualifiedName() + ": " + e.getMessage());
      console.say("see '" + line.getCommandSpec().qualifiedName() + " --help'");
      return ExitCode.WRONG_USE;
    }
    Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    if (cause instanceof StoreException store) {
      console.say("statute: " + store.code() + ": " + store.getMessage());
      return ASKED_WRONGLY.contains(store.code()) ? ExitCode.WRONG_USE : ExitCode.INTERNAL;
    }
    return internal(console, e);
  }

  static int internal(Console console, Throwable e) {
    Throwable cause =
        e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
    String text = cause instanceof FileSystemException file ? file(file) : cause.getMessage();
    String first = text == null ? "" : ": " + text.lines().findFirst().orElse("");
    console.say("statute: internal error" + first + " (set STATUTE_DEBUG=1 to see where)");
    if (System.getenv("STATUTE_DEBUG") != null) {
      e.printStackTrace(console.err());
    }
    return ExitCode.INTERNAL;
  }

  /** A fault of a file, whose own message is only its name. */
  private static String file(FileSystemException e) {
    return e.getFile() + ": " + FileTree.why(e);
  }
}

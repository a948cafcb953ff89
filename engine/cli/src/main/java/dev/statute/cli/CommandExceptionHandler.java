package dev.statute.cli;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.store.StoreException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Handler of exceptions of commands: one plain line and an exit code. The stack trace is shown only
 * if {@code STATUTE_DEBUG} is set.
 */
final class CommandExceptionHandler implements IExecutionExceptionHandler {
  /** Errors that a different command line can correct. */
  private static final Set<String> USER_ERRORS =
      Set.of(
          "foreign",
          "older-schema",
          "newer-schema",
          "unknown-chart",
          "worker-exists",
          "held",
          "unreachable");

  private final Console console;

  CommandExceptionHandler(Console console) {
    this.console = console;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof UsageException) {
      console.printNotice(line.getCommandSpec().qualifiedName() + ": " + e.getMessage());
      console.printNotice("see '" + line.getCommandSpec().qualifiedName() + " --help'");
      return ExitCode.USAGE;
    }
    Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    if (cause instanceof StoreException store) {
      console.printNotice("statute: " + store.code() + ": " + store.getMessage());
      return USER_ERRORS.contains(store.code()) ? ExitCode.USAGE : ExitCode.INTERNAL;
    }
    return reportInternalError(console, e);
  }

  static int reportInternalError(Console console, Throwable e) {
    Throwable cause =
        e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
    String text =
        cause instanceof FileSystemException file ? fileErrorMessage(file) : cause.getMessage();
    String first = text == null ? "" : ": " + text.lines().findFirst().orElse("");
    console.printNotice("statute: internal error" + first + " (set STATUTE_DEBUG=1 to see where)");
    if (System.getenv("STATUTE_DEBUG") != null) {
      e.printStackTrace(console.err());
    }
    return ExitCode.INTERNAL;
  }

  /** Message of a file error, as the exception's own message is only the file name. */
  private static String fileErrorMessage(FileSystemException e) {
    return e.getFile() + ": " + FileTree.reason(e);
  }
}

package dev.statute.cli.internal.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Streams of one invocation: the result is written to {@code out}, notices to {@code err}.
 *
 * @param style colours of the result
 * @param interactive true if {@code err} is a terminal, so that progress may be drawn there
 * @param width number of characters of a line of {@code out}
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    TerminalStyle style,
    boolean interactive,
    int width) {
  /** Creates a console with lines of any width. */
  public Console(
      InputStream in, PrintStream out, PrintStream err, TerminalStyle style, boolean interactive) {
    this(in, out, err, style, interactive, Integer.MAX_VALUE);
  }

  /** Streams of the process, UTF-8; the result is buffered and must be flushed. */
  public static Console ofProcess() {
    boolean plain = isPlain(System.getenv());
    boolean colour = Boolean.getBoolean("statute.terminal.out") && !plain;
    return new Console(
        System.in,
        new ProcessOutput(),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        colour ? TerminalStyle.COLOUR : TerminalStyle.PLAIN,
        Boolean.getBoolean("statute.terminal.err") && !plain,
        Boolean.getBoolean("statute.terminal.out")
            ? width(System.getenv("COLUMNS"), System.getProperty("statute.terminal.columns"))
            : Integer.MAX_VALUE);
  }

  /** Returns the first of some widths that is a number; without one, a width without limit. */
  static int width(@Nullable String... said) {
    for (String each : said) {
      if (each != null && each.matches("[1-9][0-9]{0,4}")) {
        return Integer.parseInt(each);
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Tests for an environment without colours; an empty {@code NO_COLOR} says nothing. */
  static boolean isPlain(Map<String, String> environment) {
    return !environment.getOrDefault("NO_COLOR", "").isEmpty()
        || "dumb".equals(environment.get("TERM"));
  }

  /** Returns the same console with terminal codes escaped, except its own. */
  public Console withEscaping() {
    return new Console(
        in,
        new TerminalOutput(out, style),
        new TerminalOutput(err, TerminalStyle.PLAIN),
        style,
        interactive,
        width);
  }

  /** Tests that the whole result was written; reports it otherwise. */
  public boolean checkWritten() {
    out.flush();
    if (!out.checkError()) {
      return true;
    }
    PrintStream last = out instanceof TerminalOutput escaping ? escaping.target() : out;
    String fault = last instanceof ProcessOutput process ? process.fault() : "";
    if (!fault.equals("Broken pipe")) { // a closed pipe needs no message
      printNotice(
          "statute: the standard output could not be written: "
              + (fault.isEmpty() ? "it failed" : fault));
    }
    return false;
  }

  /** Writes terminal codes, which are escaped in text. */
  public static void writeControl(PrintStream stream, String codes) {
    if (stream instanceof TerminalOutput terminal) {
      terminal.writeControl(codes);
    } else {
      stream.print(codes);
    }
  }

  /**
   * Prints a line of a result for programs, which ends with a line feed on every system. Lines of
   * several threads are not mixed.
   */
  public void printLine(String line) {
    out.print(line + "\n");
  }

  /** Prints a line that is no result: a note, a hint, a total time. */
  public void printNotice(String line) {
    out.flush();
    err.println(line);
  }
}

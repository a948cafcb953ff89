package dev.statute.cli.internal.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where one invocation reads and writes: the result goes to {@code out}, talk to {@code err}.
 *
 * @param style how the result is coloured
 * @param interactive whether a person watches {@code err}, so that progress may be drawn there
 */
public record Console(
    InputStream in, PrintStream out, PrintStream err, TerminalStyle style, boolean interactive) {
  /** The process's own streams, UTF-8; the result is buffered and must be flushed. */
  public static Console ofProcess() {
    boolean plain = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
    boolean colour = Boolean.getBoolean("statute.terminal.out") && !plain;
    return new Console(
        System.in,
        new ProcessOutput(),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        colour ? TerminalStyle.COLOUR : TerminalStyle.PLAIN,
        Boolean.getBoolean("statute.terminal.err") && !plain);
  }

  /** The same, where nothing that a terminal obeys comes through but what is ours. */
  public Console withEscaping() {
    return new Console(
        in,
        new TerminalOutput(out, style),
        new TerminalOutput(err, TerminalStyle.PLAIN),
        style,
        interactive);
  }

  /** Whether all of the result was written; says it if it was not. */
  public boolean checkWritten() {
    out.flush();
    if (!out.checkError()) {
      return true;
    }
    PrintStream last = out instanceof TerminalOutput escaping ? escaping.target() : out;
    String fault = last instanceof ProcessOutput process ? process.fault() : "";
    if (!fault.equals("Broken pipe")) { // who reads no further knows it
      printNotice(
          "statute: the standard output could not be written: "
              + (fault.isEmpty() ? "it failed" : fault));
    }
    return false;
  }

  /** Has the terminal do something: beside the text, in which no code comes through. */
  public static void writeControl(PrintStream stream, String codes) {
    if (stream instanceof TerminalOutput terminal) {
      terminal.writeControl(codes);
    } else {
      stream.print(codes);
    }
  }

  /** Says something that is no result: a note, a hint, a total time. */
  public void printNotice(String line) {
    out.flush();
    err.println(line);
  }
}

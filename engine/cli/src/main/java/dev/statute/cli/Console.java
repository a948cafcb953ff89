package dev.statute.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where one invocation reads and writes: the result goes to {@code out}, talk to {@code err}.
 *
 * @param style how the result is coloured
 * @param lively whether a person watches {@code err}, so that progress may be drawn there
 */
record Console(InputStream in, PrintStream out, PrintStream err, Style style, boolean lively) {
  /** The process's own streams, UTF-8; the result is buffered and must be flushed. */
  static Console ofProcess() {
    boolean plain = System.getenv("NO_COLOR") != null || "dumb".equals(System.getenv("TERM"));
    boolean colour = Boolean.getBoolean("statute.terminal.out") && !plain;
    return new Console(
        System.in,
        new PrintStream(
            new java.io.BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
            false,
            StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        colour ? Style.COLOUR : Style.PLAIN,
        Boolean.getBoolean("statute.terminal.err") && !plain);
  }

  /** Says something that is no result: a note, a hint, a total time. */
  void say(String line) {
    out.flush();
    err.println(line);
  }
}

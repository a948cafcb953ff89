package dev.statute.cli.internal.console;

import dev.statute.problem.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The one way for text to reach a terminal. Names, paths and texts of logs are strangers' words:
 * what a terminal would obey among them is written out, so that it is seen. Our own colours come as
 * marks of {@link TerminalStyle} and are put in here.
 */
final class TerminalOutput extends PrintStream {
  private final PrintStream target;

  /**
   * A stream before another one.
   *
   * @param style whether colours are put in
   */
  TerminalOutput(PrintStream target, TerminalStyle style) {
    super(new EscapingStream(target, style), false, StandardCharsets.UTF_8);
    this.target = target;
  }

  /** Writes what the terminal is to obey. */
  void writeControl(String codes) {
    flush();
    target.print(codes);
    target.flush();
  }

  /** Where trusted words with codes of their own go. */
  PrintStream target() {
    return target;
  }

  @Override
  public boolean checkError() {
    boolean failed = super.checkError();
    return target.checkError() || failed;
  }

  /** Reads UTF-8 as it comes; what stands in one write or another makes no difference. */
  private static final class EscapingStream extends OutputStream {
    private final PrintStream target;
    private final TerminalStyle style;
    private int character;
    private int expected;
    private boolean returned;

    EscapingStream(PrintStream target, TerminalStyle style) {
      this.target = target;
      this.style = style;
    }

    @Override
    public void write(int b) throws IOException {
      int octet = b & 0xFF;
      if (octet < 0x80) {
        accept(octet);
      } else if (octet < 0xC0) {
        character = character << 6 | (octet & 0x3F);
        if (--expected == 0) {
          accept(character);
        }
      } else {
        expected = octet < 0xE0 ? 1 : octet < 0xF0 ? 2 : 3;
        character = octet & (0x3F >> expected);
      }
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
      int plain = from;
      for (int i = from; i < from + length; i++) {
        boolean seen = octets[i] >= ' ' && octets[i] < 0x7F && !returned;
        if (!seen) {
          target.write(octets, plain, i - plain);
          write(octets[i]);
          plain = i + 1;
        }
      }
      target.write(octets, plain, from + length - plain);
    }

    private void accept(int c) throws IOException {
      if (returned) { // it belongs to a line's end, or is obeyed
        returned = false;
        emit(c == '\n' ? "\r" : VisibleText.escapeSequence('\r'));
      }
      String code = style.code(c);
      if (c == '\r') {
        returned = true;
      } else if (code != null) {
        emit(code);
      } else {
        emit(VisibleText.isHidden(c) ? VisibleText.escapeSequence(c) : Character.toString(c));
      }
    }

    private void emit(String text) throws IOException {
      target.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() {
      target.flush();
    }
  }
}

package dev.statute.cli.internal.console;

import dev.statute.problem.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Only path of text to a terminal. Names, paths and texts of logs are untrusted: terminal codes in
 * them are escaped, so that they are visible. Own colours are marks of {@link TerminalStyle}, which
 * are replaced by codes here.
 */
final class TerminalOutput extends PrintStream {
  private final PrintStream target;

  /**
   * Creates an escaping stream.
   *
   * @param style enables colours
   */
  TerminalOutput(PrintStream target, TerminalStyle style) {
    super(new EscapingStream(target, style), false, StandardCharsets.UTF_8);
    this.target = target;
  }

  /** Writes terminal codes. */
  void writeControl(String codes) {
    flush();
    target.print(codes);
    target.flush();
  }

  /** Stream for trusted text with codes of its own. */
  PrintStream target() {
    return target;
  }

  @Override
  public boolean checkError() {
    boolean failed = super.checkError();
    return target.checkError() || failed;
  }

  /** Escaping of UTF-8 in a stream; the split into writes makes no difference. */
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
      if (returned) { // it is part of a line end, or a terminal code
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

package dev.statute.progress.internal;

/**
 * What a person at a terminal would have seen of an output: without colours and other control
 * sequences (ECMA-48), of a line that was written over, such as a progress bar, the last state, and
 * with one kind of line ending. Two runs that say the same are seldom redrawn equally often.
 */
public final class TerminalText {
  private static final char ESCAPE = '\u001b';
  private static final char BELL = '\u0007';

  private TerminalText() {}

  /** The text as shown; most are returned as they are. */
  public static String shown(String text) {
    if (text.indexOf('\r') < 0 && text.indexOf(ESCAPE) < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int line = 0; // where in out the present line starts
    boolean back = false; // whether the cursor went back to there
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ESCAPE) {
        i = end(text, i);
      } else if (c == '\r') {
        back = true;
      } else if (c == '\n') {
        out.append(c);
        line = out.length();
        back = false;
      } else {
        if (back) {
          out.setLength(line);
          back = false;
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Where the control sequence that starts here has its last sign. */
  private static int end(String text, int start) {
    int at = start + 1;
    char kind = at < text.length() ? text.charAt(at) : 'c';
    if (kind == '[') {
      do {
        at++;
      } while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < '@');
    } else if (kind == ']') {
      while (at < text.length() && text.charAt(at) != BELL && text.charAt(at) != '\\') {
        at++; // a title, up to BEL or ESC \
      }
    } else if (kind >= '(' && kind <= '/') {
      at++;
    }
    return Math.min(at, text.length() - 1);
  }
}

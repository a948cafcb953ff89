package dev.statute.progress.internal.text;

/**
 * Output as a terminal displays it: without control sequences (ECMA-48), with only the last state
 * of a line that is overwritten, such as a progress bar, and with line feeds as line ends. Equal
 * runs seldom redraw equally often.
 */
public final class TerminalText {
  private static final char ESCAPE = '\u001b';
  private static final char BELL = '\u0007';

  private TerminalText() {}

  /** Returns the displayed text; a text without control characters is returned itself. */
  public static String display(String text) {
    if (text.indexOf('\r') < 0 && text.indexOf(ESCAPE) < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int line = 0; // start of the current line in out
    boolean back = false; // whether the cursor returned to it
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

  /** Returns the index of the last character of a control sequence. */
  private static int end(String text, int start) {
    int at = start + 1;
    char kind = at < text.length() ? text.charAt(at) : 'c';
    if (kind == '[') {
      do {
        at++;
      } while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < '@');
    } else if (kind == ']') {
      while (at + 1 < text.length()
          && text.charAt(at) != BELL
          && text.charAt(at) != '\\'
          && text.charAt(at + 1) != '\n') {
        at++; // a title, up to BEL or ESC \, at most to the end of the line
      }
    } else if (kind >= '(' && kind <= '/') {
      at++;
    }
    return Math.min(at, text.length() - 1);
  }
}

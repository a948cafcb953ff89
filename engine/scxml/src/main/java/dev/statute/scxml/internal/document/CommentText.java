package dev.statute.scxml.internal.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text of an XML comment that is meant for people. Editors keep their own data in comments: encoded
 * bytes, whose lines are replaced by a note with their number.
 */
final class CommentText {
  /** A word that no language has: long, of the letters of Base64 or hexadecimal digits. */
  private static final Pattern DATA = Pattern.compile("[A-Za-z0-9+/=_,-]{41,}");

  private static final Pattern BINARY = Pattern.compile("[\\p{Cntrl}&&[^\\t\\r\\n]]");

  private CommentText() {}

  /** Returns the text without the data of editors. */
  static String of(String comment) {
    List<String> lines = new ArrayList<>();
    int left = 0;
    for (String line : comment.strip().lines().toList()) {
      if (isData(line)) {
        left++;
      } else {
        note(lines, left);
        left = 0;
        lines.add(line);
      }
    }
    note(lines, left);
    return String.join("\n", lines);
  }

  private static void note(List<String> lines, int left) {
    if (left > 0) {
      lines.add("(" + left + (left == 1 ? " line" : " lines") + " of an editor's data left out)");
    }
  }

  private static boolean isData(String line) {
    String text = line.strip();
    return (DATA.matcher(text).matches() && !text.matches("[-=_]+|[a-z]+(?:[-_/][a-z]+)*"))
        || BINARY.matcher(text).find();
  }
}

package dev.statute.progress;

import dev.statute.progress.internal.VolatileTextMask;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with a call, as a class and a key. The exit code comes before the text, since
 * some surroundings print tracebacks whatever happens.
 *
 * @param name the class; {@code infra} is nobody's fault and counts as nothing
 * @param key hash of class and telling line, without digits
 * @param form the same of an error of no known class, without the words of the call that it
 *     repeats, if it repeats any: "must be low or high, got 'x'" is one error, whatever x is; else
 *     0
 */
record ErrorClassifier(String name, int key, int form) {
  private static final int MOST = 4_000;

  /** Shorter texts stand in any line. */
  private static final int WORD = 3;

  /** The class of errors of which nothing is known. */
  static final String OTHER = "other";

  private static final String ECHO = "\u2026";
  private static final String EXCEPTION = "exception:";
  private static final String[] EXCEPTIONS = {"Error", "Exception", "Warning", "Fault"};

  /**
   * Reads the error of a call that failed.
   *
   * @param looks whether it only looked for something, so that "no match" is what it found, and an
   *     exit code of 1 says no more than that
   */
  static ErrorClassifier of(
      ProgressRecord record, String text, ToolCatalogue catalogue, boolean looks) {
    String ends = ends(text);
    ErrorPhrases said = catalogue.errors(ends);
    String given = record.text(RecordField.ERROR_CLASS);
    String name = given.isEmpty() ? name(record, ends, said, looks) : given;
    if (record.has(RecordField.ERROR_KEY)) {
      return new ErrorClassifier(name, TextHash.half(record.text(RecordField.ERROR_KEY)), 0);
    }
    String line = telling(ends, name, said);
    String without = name.equals(OTHER) ? withoutEcho(line, record.value(RecordField.ARGS)) : line;
    int key = key(name, line);
    return new ErrorClassifier(name, key, without.equals(line) ? 0 : key(name, without));
  }

  private static int key(String name, String line) {
    StringBuilder words = new StringBuilder(name).append('\n');
    VolatileTextMask.digits(line, words);
    return TextHash.half(words.toString());
  }

  /** The line without the texts that the call itself was given. */
  private static String withoutEcho(String line, @Nullable Object args) {
    String left = line;
    if (args instanceof Map<?, ?> map) {
      for (Object value : map.values()) {
        String text = value instanceof String given ? given.strip() : "";
        left = text.length() < WORD || text.length() > MOST ? left : left.replace(text, ECHO);
      }
    }
    return left;
  }

  private static String name(ProgressRecord record, String text, ErrorPhrases said, boolean looks) {
    String kind = record.text(RecordField.ERROR_KIND);
    if (!kind.isEmpty()) {
      return kind;
    }
    int code = (int) record.number(RecordField.EXIT_CODE, -1);
    if (code == 127) {
      return "command-missing";
    }
    if (code == 124) {
      return "timeout";
    }
    String known = said.first();
    if (known != null && (looks || !known.equals("no-match"))) {
      return known;
    }
    String exception = exception(text);
    return exception == null ? OTHER : EXCEPTION + exception;
  }

  /** The last word with a capital that ends like an exception. */
  private static @Nullable String exception(String text) {
    for (int end = text.length(); end > 0; end--) {
      if (!word(text.charAt(end - 1)) || (end < text.length() && part(text.charAt(end)))) {
        continue;
      }
      int start = end - 1;
      while (start > 0 && word(text.charAt(start - 1))) {
        start--;
      }
      char first = text.charAt(start);
      boolean whole = start == 0 || !part(text.charAt(start - 1));
      if (whole && first >= 'A' && first <= 'Z' && exceptional(text, start, end)) {
        return text.substring(start, end);
      }
      end = start + 1;
    }
    return null;
  }

  private static boolean exceptional(String text, int start, int end) {
    for (String ending : EXCEPTIONS) {
      int length = ending.length();
      if (end - start > length && text.startsWith(ending, end - length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /** Whether a sign would be a part of the word beside it, in any script. */
  private static boolean part(char c) {
    return word(c) || (c > 127 && Character.isLetterOrDigit(c));
  }

  /**
   * Both ends of a long text: errors stand at the end of tracebacks, and at the start of outputs.
   */
  private static String ends(String text) {
    return text.length() <= MOST
        ? text
        : text.substring(0, MOST / 2) + '\n' + text.substring(text.length() - MOST / 2);
  }

  /** The line that says what is wrong: of an exception the last that names it. */
  private static String telling(String text, String name, ErrorPhrases said) {
    int at =
        name.startsWith(EXCEPTION)
            ? text.lastIndexOf(name.substring(EXCEPTION.length()))
            : said.place(name);
    if (at < 0) {
      at = 0;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    int end = text.indexOf('\n', at);
    return text.substring(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length() : end)
        .strip();
  }
}

package dev.statute.progress.internal.call;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Class and key of the error of a call. The exit code takes precedence over the text, since some
 * environments always print tracebacks.
 *
 * @param name class of the error; {@code infra} errors are not counted
 * @param key key of class and decisive line, without digits
 * @param form for errors of no known class, the key without the texts of the call's arguments that
 *     the line repeats, so that "must be low or high, got 'x'" is one error for any x; 0 if it
 *     repeats none
 */
record ErrorClassifier(String name, int key, int form) {
  private static final int MAX_LENGTH = 4_000;

  /** Minimum length of an argument that is searched for. */
  private static final int MIN_ARGUMENT = 3;

  /** Class of errors of a container, sandbox or browser that no longer exists. */
  static final String ENVIRONMENT = "environment-gone";

  /** Programs that manage containers: of their own commands, a missing one is a wrong name. */
  private static final Set<String> MANAGERS =
      Set.of("docker", "docker-compose", "podman", "nerdctl", "kubectl", "crictl", "lxc");

  /** Command that makes a container, though the command in it is what counts otherwise. */
  private static final Pattern NEW_CONTAINER =
      Pattern.compile("\\b(?:docker|podman|nerdctl)(?:[ -]compose)?\\s+run\\b");

  /** Class of unclassified errors. */
  static final String OTHER = "other";

  private static final String ECHO = "\u2026";
  private static final String EXCEPTION = "exception:";
  private static final String[] EXCEPTIONS = {"Error", "Exception", "Warning", "Fault"};

  /**
   * Classifies the error of a failed call.
   *
   * @param exitCode null if it is unknown
   * @param command command line of the call; may be empty
   * @param lookup whether the call is a lookup, for which "no match" is a result
   */
  static ErrorClassifier of(
      ProgressRecord record,
      @Nullable Integer exitCode,
      String text,
      ToolCatalogue catalogue,
      String command,
      boolean lookup) {
    String ends = ends(text);
    ToolCatalogue.ErrorPhrases phrases = catalogue.errors(ends);
    String given = record.text(RecordField.ERROR_CLASS);
    String derived = given.isEmpty() ? name(record, exitCode, ends, phrases, lookup) : given;
    String name = derived.equals(ENVIRONMENT) && isManager(command) ? "not-found" : derived;
    if (record.has(RecordField.ERROR_KEY)) {
      return new ErrorClassifier(name, TextHash.key32(record.text(RecordField.ERROR_KEY)), 0);
    }
    String line = decisiveLine(ends, name, phrases);
    String without = name.equals(OTHER) ? withoutEcho(line, record.value(RecordField.ARGS)) : line;
    int key = key(name, line);
    return new ErrorClassifier(name, key, without.equals(line) ? 0 : key(name, without));
  }

  private static boolean isManager(String command) {
    return NEW_CONTAINER.matcher(command).find()
        || ShellCommandParser.parse(command).stream()
            .anyMatch(each -> MANAGERS.contains(each.program()));
  }

  private static int key(String name, String line) {
    StringBuilder words = new StringBuilder(name).append('\n');
    byte[] masked = VolatileTextMask.maskVolatileParts(line.getBytes(StandardCharsets.UTF_8));
    VolatileTextMask.maskDigits(new String(masked, StandardCharsets.UTF_8), words);
    return TextHash.key32(words.toString());
  }

  /** Returns a line without the texts of the call's arguments. */
  private static String withoutEcho(String line, @Nullable Object args) {
    String left = line;
    if (args instanceof Map<?, ?> map) {
      for (Object value : map.values()) {
        String text = value instanceof String given ? given.strip() : "";
        left =
            text.length() < MIN_ARGUMENT || text.length() > MAX_LENGTH
                ? left
                : left.replace(text, ECHO);
      }
    }
    return left;
  }

  private static String name(
      ProgressRecord record,
      @Nullable Integer exitCode,
      String text,
      ToolCatalogue.ErrorPhrases phrases,
      boolean lookup) {
    String kind = record.text(RecordField.ERROR_KIND);
    if (!kind.isEmpty()) {
      return kind;
    }
    int code = exitCode == null ? -1 : exitCode;
    if (code == 127) {
      return "command-missing";
    }
    if (code == 124) {
      return "timeout";
    }
    String known = phrases.first();
    if (known != null && (lookup || !known.equals("no-match"))) {
      return known;
    }
    String exception = exception(text);
    return exception == null ? OTHER : EXCEPTION + exception;
  }

  /** Returns the last capitalized word with the ending of an exception, or null. */
  private static @Nullable String exception(String text) {
    for (int end = text.length(); end > 0; end--) {
      if (!isWordPart(text.charAt(end - 1))
          || (end < text.length() && isLetterOrDigit(text.charAt(end)))) {
        continue;
      }
      int start = end - 1;
      while (start > 0 && isWordPart(text.charAt(start - 1))) {
        start--;
      }
      char first = text.charAt(start);
      boolean whole = start == 0 || !isLetterOrDigit(text.charAt(start - 1));
      if (whole && first >= 'A' && first <= 'Z' && isException(text, start, end)) {
        return text.substring(start, end);
      }
      end = start + 1;
    }
    return null;
  }

  private static boolean isException(String text, int start, int end) {
    for (String ending : EXCEPTIONS) {
      int length = ending.length();
      if (end - start > length && text.startsWith(ending, end - length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordPart(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  /** Returns whether a character is part of a word in any script. */
  private static boolean isLetterOrDigit(char c) {
    return isWordPart(c) || (c > 127 && Character.isLetterOrDigit(c));
  }

  /**
   * Returns both ends of a long text: errors are at the end of tracebacks and the start of outputs.
   */
  private static String ends(String text) {
    return text.length() <= MAX_LENGTH
        ? text
        : text.substring(0, MAX_LENGTH / 2) + '\n' + text.substring(text.length() - MAX_LENGTH / 2);
  }

  /** Returns the line with the error: of an exception the last line that names it. */
  private static String decisiveLine(String text, String name, ToolCatalogue.ErrorPhrases phrases) {
    int at =
        name.startsWith(EXCEPTION)
            ? text.lastIndexOf(name.substring(EXCEPTION.length()))
            : phrases.indexOf(name);
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

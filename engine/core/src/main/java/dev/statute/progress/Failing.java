package dev.statute.progress;

import dev.statute.progress.internal.Mask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with a call, as a class and a key. The exit code comes before the text, since
 * some surroundings print tracebacks whatever happens.
 *
 * @param name the class; {@code infra} is nobody's fault and counts as nothing
 * @param key hash of class and telling line, without digits
 */
record Failing(String name, int key) {
  private static final int MOST = 4_000;
  private static final Pattern EXCEPTION =
      Pattern.compile("\\b([A-Z]\\w*(?:Error|Exception|Warning|Fault))\\b");

  /** Reads the error of a call that failed. */
  static Failing of(Record record, String text, ToolCatalogue catalogue) {
    String given = record.text("error_class");
    String name = given.isEmpty() ? name(record, text, catalogue) : given;
    if (record.has("error_key")) {
      return new Failing(name, Key.half(record.text("error_key")));
    }
    return new Failing(name, Key.half(name + '\n' + Mask.digits(telling(text, name, catalogue))));
  }

  private static String name(Record record, String text, ToolCatalogue catalogue) {
    String kind = record.text("error_kind");
    if (!kind.isEmpty()) {
      return kind;
    }
    int code = (int) record.number("exit_code", -1);
    if (code == 127) {
      return "command-missing";
    }
    if (code == 124) {
      return "timeout";
    }
    String known = catalogue.errorClass(ends(text).toLowerCase(Locale.ROOT));
    if (known != null) {
      return known;
    }
    String exception = exception(text);
    return exception == null ? "other" : "exception:" + exception;
  }

  private static @Nullable String exception(String text) {
    Matcher matcher = EXCEPTION.matcher(ends(text));
    String last = null;
    while (matcher.find()) {
      last = matcher.group(1);
    }
    return last;
  }

  /**
   * Both ends of a long text: errors stand at the end of tracebacks, and at the start of outputs.
   */
  private static String ends(String text) {
    return text.length() <= MOST
        ? text
        : text.substring(0, MOST / 2) + '\n' + text.substring(text.length() - MOST / 2);
  }

  /** The line that says what is wrong. */
  private static String telling(String text, String name, ToolCatalogue catalogue) {
    List<String> lines = new ArrayList<>();
    for (String line : ends(text).split("\n", -1)) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      }
    }
    if (lines.isEmpty()) {
      return "";
    }
    if (name.startsWith("exception:")) {
      String type = name.substring("exception:".length());
      for (int i = lines.size() - 1; i >= 0; i--) {
        if (lines.get(i).contains(type)) {
          return lines.get(i);
        }
      }
    }
    return catalogue.line(name, lines);
  }
}

package dev.statute.progress.internal.call;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of a call that is wrapped in a JSON object: how it ended, and its text without the
 * wrapping and without members that say nothing about the work, such as durations.
 *
 * @param text output, then errors; the whole object if it has neither
 * @param error text of the error; empty if it names none
 * @param exitCode null if it has none
 * @param failed whether it says that the call failed
 */
record JsonResult(String text, String error, @Nullable Integer exitCode, boolean failed) {
  private static final int MAX_LENGTH = 200_000;
  private static final int TIMEOUT = 124;
  private static final List<String> EXIT_CODES =
      List.of("returncode", "return_code", "exit_code", "exitCode", "exitcode", "exit_status");
  private static final List<String> TIMEOUTS = List.of("timed_out", "timedOut", "timeout_reached");
  private static final List<String> ERROR_FLAGS = List.of("isError", "is_error");
  private static final List<String> OUTPUTS = List.of("stdout", "output", "content", "result");
  private static final List<String> MESSAGES =
      List.of("error", "message", "error_message", "errorMessage", "detail", "reason");
  private static final List<String> ERRORS = List.of("stderr", "error");

  /**
   * Returns the result in a text; null if the text is no JSON object that says how a call ended.
   */
  static @Nullable JsonResult of(String text) {
    int start = text.length() - text.stripLeading().length();
    if (!text.startsWith("{", start) || text.length() > MAX_LENGTH) {
      return null;
    }
    Map<String, String> members = new HashMap<>();
    if (!new JsonMembers(text, start, members).read()) {
      return null;
    }
    Integer code = number(first(members, EXIT_CODES));
    String timeout = first(members, TIMEOUTS);
    String flag = first(members, ERROR_FLAGS);
    if (code == null && flag == null && timeout == null && !members.containsKey("stderr")) {
      return null;
    }
    boolean timedOut = "true".equals(timeout);
    String output = joined(members, OUTPUTS);
    String error = joined(members, ERRORS);
    String all = output.isEmpty() || error.isEmpty() ? output + error : output + '\n' + error;
    boolean named = !members.getOrDefault("error", "").isBlank();
    boolean failed = timedOut || "true".equals(flag) || (code == null ? named : code != 0);
    boolean bare = OUTPUTS.stream().noneMatch(members::containsKey) && error.isEmpty();
    String said = error.isBlank() ? all : error;
    return new JsonResult(
        bare ? text : all,
        !failed ? "" : timedOut ? "timed out\n" + said : said,
        timedOut ? (Integer) TIMEOUT : code,
        failed);
  }

  /**
   * Returns what a text says about an error if it is one JSON object: its error or message, or else
   * the object without the spaces of its layout; any other text as it is.
   */
  static String errorText(String text) {
    int start = text.length() - text.stripLeading().length();
    Map<String, String> members = new HashMap<>();
    if (!text.startsWith("{", start)
        || text.length() > MAX_LENGTH
        || !new JsonMembers(text, start, members).read()) {
      return text;
    }
    String said = first(members, MESSAGES);
    return said == null || said.isBlank() ? JsonMembers.compact(text) : JsonMembers.compact(said);
  }

  private static @Nullable String first(Map<String, String> members, List<String> names) {
    return names.stream().map(members::get).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static String joined(Map<String, String> members, List<String> names) {
    return names.stream()
        .map(name -> members.getOrDefault(name, ""))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static @Nullable Integer number(@Nullable String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException notWhole) {
      return null;
    }
  }
}

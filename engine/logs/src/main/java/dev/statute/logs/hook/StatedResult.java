package dev.statute.logs.hook;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the result of a tool states about its success by its members, not by its text. */
final class StatedResult {
  private static final List<String> FAILED = List.of("is_error", "isError");
  private static final List<String> SUCCEEDED = List.of("success", "ok");

  private StatedResult() {}

  /** Returns whether the call succeeded; null if nothing is stated. */
  static @Nullable Boolean success(@Nullable Object result) {
    if (!(result instanceof Map<?, ?> members)) {
      return null;
    }
    Boolean stated = null;
    for (String name : FAILED) {
      if (members.get(name) instanceof Boolean failed) {
        if (failed) {
          return false;
        }
        stated = true;
      }
    }
    for (String name : SUCCEEDED) {
      if (members.get(name) instanceof Boolean succeeded) {
        if (!succeeded) {
          return false;
        }
        stated = true;
      }
    }
    boolean failed =
        members.containsKey("error")
            && (members.get("error") instanceof Map
                || (members.get("error") instanceof String text && !text.isBlank()));
    boolean ended = failed || Boolean.TRUE.equals(members.get("interrupted"));
    return ended ? (Boolean) false : stated;
  }

  /** Returns the exit code; null if none is stated. */
  static @Nullable Long exitCode(@Nullable Object result) {
    if (result instanceof Map<?, ?> members) {
      for (String name : List.of("exit_code", "exitCode")) {
        if (members.get(name) instanceof Long code) {
          return code;
        }
      }
    }
    return null;
  }
}

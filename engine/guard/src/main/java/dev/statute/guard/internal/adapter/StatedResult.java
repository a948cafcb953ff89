package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the result of a tool states about its success by its members, not by its text. */
final class StatedResult {
  private static final List<String> FAILED = List.of("is_error", "isError");
  private static final List<String> SUCCEEDED = List.of("success", "ok");

  private StatedResult() {}

  /** Returns whether the call succeeded; null if nothing is stated. */
  static @Nullable Boolean success(JsonNode result) {
    Boolean stated = null;
    for (String name : FAILED) {
      if (result.path(name).isBoolean()) {
        if (result.path(name).booleanValue()) {
          return false;
        }
        stated = true;
      }
    }
    for (String name : SUCCEEDED) {
      if (result.path(name).isBoolean()) {
        if (!result.path(name).booleanValue()) {
          return false;
        }
        stated = true;
      }
    }
    JsonNode error = result.path("error");
    boolean failed = error.isObject() || (error.isTextual() && !error.textValue().isBlank());
    boolean ended = failed || result.path("interrupted").asBoolean(false);
    return ended ? (Boolean) false : stated;
  }

  /** Returns the exit code; null if none is stated. */
  static @Nullable Long exitCode(JsonNode result) {
    for (String name : List.of("exit_code", "exitCode")) {
      Long code = CallFields.wholeNumber(result.path(name));
      if (code != null) {
        return code;
      }
    }
    return null;
  }
}

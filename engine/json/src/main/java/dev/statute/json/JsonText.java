package dev.statute.json;

import dev.statute.json.internal.JsonReader;
import dev.statute.json.internal.JsonSyntaxError;
import dev.statute.json.internal.JsonWriter;
import dev.statute.problem.Loaded;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain values as JSON text and back: null, Boolean, Long, Double, String, List and Map of such.
 * Members stay in order. Thread-safe.
 */
public final class JsonText {
  private JsonText() {}

  /**
   * Formats a value as one line without white space, with the same characters for the same values.
   * Instants and durations are ISO texts.
   *
   * @throws IllegalArgumentException if a value is of another type
   */
  public static String write(@Nullable Object value) {
    return new JsonWriter().value(value).toString();
  }

  /**
   * Parses a text that is one object, as strictly as input lines, but without their limit of
   * nesting.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static Map<String, @Nullable Object> object(String text) {
    try {
      return members(text, JsonReader.MAX_STORED_DEPTH);
    } catch (JsonSyntaxError fault) {
      throw new IllegalArgumentException(fault.message(), fault);
    }
  }

  /**
   * Parses a line of a file; the problem has the place of a syntax error.
   *
   * @param number of the line, from 1
   */
  public static Loaded<Map<String, @Nullable Object>> object(String text, String file, int number) {
    try {
      return new Loaded<>(members(text, JsonReader.MAX_DEPTH), List.of());
    } catch (JsonSyntaxError fault) {
      return new Loaded<>(null, List.of(fault.problem(file, number, text)));
    }
  }

  /**
   * Reads a document that is one object and may have several lines; a problem has the line and
   * column of the document.
   */
  public static Loaded<Map<String, @Nullable Object>> document(String text, String file) {
    try {
      return new Loaded<>(members(text, JsonReader.MAX_DEPTH), List.of());
    } catch (JsonSyntaxError fault) {
      return new Loaded<>(null, List.of(fault.problem(file, fault.line(), null)));
    }
  }

  private static Map<String, @Nullable Object> members(String text, int depth)
      throws JsonSyntaxError {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    JsonReader.object(text, depth).forEach((name, member) -> values.put(name, member.value()));
    return Collections.unmodifiableMap(values);
  }
}

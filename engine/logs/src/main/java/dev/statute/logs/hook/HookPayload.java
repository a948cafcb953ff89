package dev.statute.logs.hook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.text.JsonValues;
import dev.statute.problem.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of a payload of a hook: a JSON object of another program. */
final class HookPayload {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(500)
                  .build())
          .build();

  /** Byte order mark that programs on Windows put before a text. */
  private static final String MARK = "\uFEFF";

  private HookPayload() {}

  /**
   * Reads a payload leniently, since a call that cannot be read cannot be judged.
   *
   * @throws IllegalArgumentException if the text is not a JSON object
   */
  static LenientMap parse(String text) {
    String json = text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != null && JsonValues.read(parser) instanceof LenientMap payload) {
        return payload;
      }
    } catch (JsonProcessingException e) {
      String at =
          e.getLocation() == null
              ? ""
              : " (line %d, column %d)"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      String what =
          e instanceof StreamConstraintsException
              ? "a number of the payload has over 1000 digits, or its values are nested too deep"
              : "the payload is not JSON";
      throw new IllegalArgumentException(what + at, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory is read without
    }
    throw new IllegalArgumentException("the payload is not a JSON object");
  }

  /** Returns the first value of these names that is present and not null. */
  static @Nullable Object value(LenientMap payload, List<String> names) {
    for (String name : names) {
      if (payload.containsKey(name)) {
        return payload.get(name);
      }
    }
    return null;
  }

  /**
   * Returns a text that a payload must have: the first of these names that is not empty.
   *
   * @throws IllegalArgumentException if there is none, or it is no text
   */
  static String text(LenientMap payload, List<String> names) {
    Object value = value(payload, names);
    if (value != null && !(value instanceof String)) {
      throw new IllegalArgumentException(
          "'%s' of the payload must be a text, not %s"
              .formatted(names.get(0), VisibleText.shorten(JsonValues.text(value), 40)));
    }
    for (String name : names) {
      String text = JsonValues.text(payload.get(name));
      if (!text.isBlank()) {
        return text;
      }
    }
    throw new IllegalArgumentException("the payload has no '" + names.get(0) + "'");
  }
}

package dev.statute.json.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import dev.statute.expr.DecimalFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of one JSON text, the same characters for the same values on every JDK: members in the
 * given order, no white space, doubles in their shortest form. Durations and instants are ISO
 * texts; a non-finite double is the text {@code "NaN"}, {@code "Infinity"} or {@code "-Infinity"}.
 * Confined to one thread.
 */
public final class JsonWriter {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
          .build();

  private final StringWriter out = new StringWriter();
  private final JsonGenerator generator;

  public JsonWriter() {
    try {
      generator = FACTORY.createGenerator(out);
    } catch (IOException e) {
      throw unexpected(e);
    }
  }

  public JsonWriter open() {
    return write(generator::writeStartObject);
  }

  public JsonWriter close() {
    return write(generator::writeEndObject);
  }

  public JsonWriter openList() {
    return write(generator::writeStartArray);
  }

  public JsonWriter closeList() {
    return write(generator::writeEndArray);
  }

  public JsonWriter key(String name) {
    return write(() -> generator.writeFieldName(replaceLoneSurrogates(name)));
  }

  /** Writes a member. */
  public JsonWriter put(String name, @Nullable Object value) {
    return key(name).value(value);
  }

  /** Writes a member, unless its value is null or empty. */
  public JsonWriter putIfAny(String name, @Nullable Object value) {
    boolean none =
        value == null
            || (value instanceof String text && text.isEmpty())
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Map<?, ?> map && map.isEmpty());
    return none ? this : put(name, value);
  }

  public JsonWriter value(@Nullable Object value) {
    return write(() -> writeValue(value));
  }

  private interface GeneratorCall {
    void run() throws IOException;
  }

  private JsonWriter write(GeneratorCall part) {
    try {
      part.run();
    } catch (IOException e) {
      throw unexpected(e);
    }
    return this;
  }

  private void writeValue(@Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName(replaceLoneSurrogates(String.valueOf(entry.getKey())));
        writeValue(entry.getValue());
      }
      generator.writeEndObject();
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object item : list) {
        writeValue(item);
      }
      generator.writeEndArray();
    } else {
      scalar(value);
    }
  }

  private void scalar(@Nullable Object value) throws IOException {
    if (value == null) {
      generator.writeNull();
    } else if (value instanceof String text) {
      generator.writeString(replaceLoneSurrogates(text));
    } else if (value instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (value instanceof Long || value instanceof Integer) {
      generator.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double number) {
      generator.writeNumber(number);
    } else if (value instanceof Duration || value instanceof Instant) {
      generator.writeString(value.toString());
    } else if (value instanceof BigDecimal decimal) {
      generator.writeString(DecimalFormat.format(decimal)); // readers of numbers lose digits
    } else {
      throw new IllegalArgumentException(
          "a "
              + value.getClass().getName()
              + " is no value of a chart; give text, numbers, booleans, durations, instants, lists"
              + " or maps");
    }
  }

  /** Replaces lone surrogates, which UTF-8 cannot encode, by U+FFFD. */
  private static String replaceLoneSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, (a, b) -> a.append(b))
            .toString();
      }
    }
    return text;
  }

  private static IllegalStateException unexpected(IOException e) {
    return new IllegalStateException("a text in memory cannot fail to be written", e);
  }

  /** Ends the text and returns it; the writer accepts no more members. */
  @Override
  public String toString() {
    try {
      generator.close(); // its buffers are reused
    } catch (IOException e) {
      throw unexpected(e);
    }
    return out.toString();
  }
}

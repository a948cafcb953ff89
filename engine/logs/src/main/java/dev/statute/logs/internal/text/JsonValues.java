package dev.statute.logs.internal.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.statute.expr.reading.LenientMap;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON of other programs as plain values: null, Boolean, Long, Double, String, List, and {@link
 * LenientMap} for objects. Whole numbers above 64 bits are Double.
 */
public final class JsonValues {
  /** Maximum nesting of values that are kept in records; deeper ones become their JSON text. */
  private static final int DEPTH = 40;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(JsonSpan.CONSTRAINTS).build();

  private JsonValues() {}

  /**
   * Consecutive objects and lists of a text.
   *
   * @param brokenAt first line that is neither; 0 = none
   */
  public record ParsedValues(List<LogDocument> documents, int brokenAt) {}

  public static ParsedValues parseAll(String text, int first) {
    List<LogDocument> documents = new ArrayList<>();
    int line = first;
    try (JsonParser parser = FACTORY.createParser(text)) {
      while (parser.nextToken() != null) {
        line = first - 1 + parser.currentTokenLocation().getLineNr();
        if (!parser.currentToken().isStructStart()) {
          return new ParsedValues(documents, line);
        }
        documents.add(new LogDocument(line, read(parser)));
      }
      return new ParsedValues(documents, 0);
    } catch (IOException e) {
      return new ParsedValues(documents, line);
    }
  }

  /** Reads the value at which a parser stands. */
  public static @Nullable Object read(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        LenientMap map = new LenientMap();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
          parser.nextToken();
          map.put(key, read(parser));
        }
        return map;
      }
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser));
        }
        return list;
      }
      case VALUE_STRING -> {
        return parser.getText();
      }
      case VALUE_NUMBER_INT -> {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
            ? (Object) parser.getDoubleValue()
            : (Object) parser.getLongValue();
      }
      case VALUE_NUMBER_FLOAT -> {
        return parser.getDoubleValue();
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        return parser.getBooleanValue();
      }
      default -> {
        return null;
      }
    }
  }

  /**
   * Parses the value with which a text begins.
   *
   * @param whole whether nothing may follow it
   * @return null if there is none
   */
  private static @Nullable Object parse(String text, boolean whole) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        return null;
      }
      Object value = read(parser);
      return whole && parser.nextToken() != null ? null : value;
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean mayBeContainer(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > ' ') {
        return c == '{' || c == '[';
      }
    }
    return false;
  }

  /** Object that a text is as JSON, whatever its spaces; null for any other value. */
  public static @Nullable LenientMap object(@Nullable Object value) {
    Object read = value instanceof String text && mayBeContainer(text) ? parse(text, true) : value;
    return read instanceof LenientMap map ? map : null;
  }

  /** Object or list with which a text begins as JSON, or that it is; null if there is none. */
  public static @Nullable Object container(String text, boolean whole) {
    Object read = mayBeContainer(text) ? parse(text, whole) : null;
    return read instanceof Map || read instanceof List ? read : null;
  }

  /** Object or list that a text is as JSON; any other value as it is. */
  public static @Nullable Object parsed(@Nullable Object value) {
    Object read = value instanceof String text ? container(text, true) : null;
    return read == null ? value : read;
  }

  /**
   * Arguments of a call: a text that begins with an object or list, or is one JSON text, is parsed,
   * as by programs that run the call; any other value is as it is.
   */
  public static @Nullable Object arguments(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return value;
    }
    Object read = container(text, false);
    if (read == null && text.stripLeading().startsWith("\"")) {
      read = parse(text, true) instanceof String inner ? unwrapped(inner) : null;
    }
    return read == null ? value : read;
  }

  private static Object unwrapped(String inner) {
    Object read = container(inner, true);
    return read == null ? inner : read;
  }

  /** Text that a text is as JSON; any other one as it is. */
  public static String unquoted(String text) {
    return text.startsWith("\"") && parse(text, true) instanceof String inner ? inner : text;
  }

  /**
   * Text as it is, anything else as JSON; empty for null. Unpaired surrogates, which a text has
   * that was cut, become U+FFFD.
   */
  public static String text(@Nullable Object value) {
    return value == null || value == LenientMap.NOTHING
        ? ""
        : wellFormed(value instanceof String text ? text : json(value));
  }

  /** Whole number that a value is, also in a text; null if it is none. */
  public static @Nullable Long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    return value instanceof String text && NUMBER.matcher(text).matches()
        ? (Long) Long.parseLong(text)
        : null;
  }

  /** Short hash of a text. */
  public static String hash(String text) {
    return Integer.toHexString(text.hashCode()) + '-' + Integer.toHexString(text.length());
  }

  /** Returns a text in which U+FFFD stands for each unpaired surrogate. */
  public static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) { // most texts have none
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return text;
  }

  private static String json(Object value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(generator, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void write(JsonGenerator out, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        out.writeFieldName(String.valueOf(member.getKey()));
        write(out, member.getValue());
      }
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      for (Object member : list) {
        write(out, member);
      }
      out.writeEndArray();
    } else {
      out.writePOJO(value);
    }
  }

  /** Copies a value for a record; what is nested too deep becomes its JSON text. */
  public static @Nullable Object plain(@Nullable Object value) {
    return plain(value, 0);
  }

  private static @Nullable Object plain(@Nullable Object value, int depth) {
    if (depth == DEPTH && (value instanceof Map || value instanceof List)) {
      return text(value);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((key, each) -> copy.put(wellFormed(String.valueOf(key)), plain(each, depth + 1)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>(list.size());
      list.forEach(each -> copy.add(plain(each, depth + 1)));
      return copy;
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return Double.toString(number);
    }
    return value instanceof String text ? wellFormed(text) : value;
  }

  /** Joins the text parts of a message's content; a picture is one word. */
  public static String contentText(@Nullable Object content) {
    if (!(content instanceof List<?> parts)) {
      return text(content);
    }
    StringBuilder out = new StringBuilder();
    for (Object part : parts) {
      String text = partText(part);
      if (text != null && !text.isEmpty()) {
        out.append(out.isEmpty() ? "" : "\n").append(text);
      }
    }
    return out.toString();
  }

  /** Text of a result's content; a list of values without any text is kept as JSON. */
  public static String resultText(@Nullable Object content) {
    boolean structured =
        content instanceof List<?> parts
            && !parts.isEmpty()
            && parts.stream().allMatch(part -> partText(part) == null);
    return structured ? text(content) : contentText(content);
  }

  /** Text of a part; null if it has none. */
  private static @Nullable String partText(@Nullable Object part) {
    if (part instanceof String text) {
      return wellFormed(text);
    }
    if (!(part instanceof Map<?, ?> map)) {
      return null;
    }
    Object said = map.get("text");
    if (said instanceof String || said instanceof Number || said instanceof Boolean) {
      return wellFormed(String.valueOf(said));
    }
    return String.valueOf(map.get("type")).contains("image") ? "[image]" : null;
  }
}

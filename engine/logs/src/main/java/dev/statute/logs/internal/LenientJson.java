package dev.statute.logs.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lenient parser for JSON of other programs. Readers omit what they do not understand. */
public final class LenientJson {
  /** Maximum nesting of values that are kept as such; deeper ones become their JSON text. */
  private static final int DEPTH = 40;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(JsonFactory.builder().streamReadConstraints(JsonSpan.CONSTRAINTS).build());

  /** Reader of the first value of texts. */
  private static final ObjectReader FIRST = MAPPER.reader();

  /** Reader of texts that are one value and nothing else. */
  private static final ObjectReader WHOLE =
      FIRST.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private LenientJson() {}

  private static JsonNode parsed(JsonNode node, ObjectReader reader) {
    try {
      return node.isTextual() ? reader.readTree(node.textValue()) : node;
    } catch (JsonProcessingException e) {
      return node; // plain text
    }
  }

  /** Short hash of a text. */
  static String hash(String text) {
    return Integer.toHexString(text.hashCode()) + '-' + Integer.toHexString(text.length());
  }

  /**
   * Text as it is, anything else as JSON; empty for null and missing nodes. Unpaired surrogates,
   * which a text has that was cut, become U+FFFD.
   */
  public static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull()
        ? ""
        : wellFormed(node.isTextual() ? node.textValue() : node.toString());
  }

  private static String wellFormed(String text) {
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

  /** Text of a member, as {@link #text(JsonNode)}. */
  public static String text(JsonNode node, String member) {
    return text(node.path(member));
  }

  /**
   * Value that a text of arguments holds as JSON, unless it is a number or a flag; any other value
   * as it is.
   */
  static JsonNode unwrapped(JsonNode node) {
    JsonNode first = first(node);
    JsonNode read = first.isContainerNode() ? first : parsed(node, WHOLE);
    return read.isNumber() || read.isBoolean() ? node : read;
  }

  /**
   * Object or list with which a text begins as JSON; any other value as it is. Text that follows is
   * left out, as by programs that run the call.
   */
  public static JsonNode first(JsonNode node) {
    return container(node, FIRST);
  }

  /** Object or list that a text is as JSON; any other value as it is. */
  public static JsonNode whole(JsonNode node) {
    return container(node, WHOLE);
  }

  private static JsonNode container(JsonNode node, ObjectReader reader) {
    JsonNode read = parsed(node, reader);
    return read.isContainerNode() ? read : node;
  }

  /** Converts plain values to a tree. */
  public static JsonNode toNode(Object plain) {
    return MAPPER.valueToTree(plain);
  }

  /** Converts a tree to plain values: whole numbers of 64 bits are Long, other numbers Double. */
  public static @Nullable Object toPlain(JsonNode node) {
    return toPlain(node, 0);
  }

  private static @Nullable Object toPlain(JsonNode node, int depth) {
    if (node.isContainerNode() && depth == DEPTH) {
      return text(node);
    }
    if (node.isObject()) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      node.properties()
          .forEach(each -> map.put(wellFormed(each.getKey()), toPlain(each.getValue(), depth + 1)));
      return map;
    }
    if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>();
      node.forEach(member -> list.add(toPlain(member, depth + 1)));
      return list;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() && node.canConvertToLong()
          ? (Object) node.longValue()
          : finite(node.doubleValue());
    }
    return node.isTextual() ? text(node) : null;
  }

  private static Object finite(double number) {
    return Double.isFinite(number) ? (Object) number : Double.toString(number);
  }

  /** Concatenates the text parts of a message's content; a picture is one word. */
  static String contentText(JsonNode content) {
    if (!content.isArray()) {
      return text(content);
    }
    StringBuilder out = new StringBuilder();
    for (JsonNode part : content) {
      boolean picture = text(part.path("type")).contains("image");
      JsonNode said = part.isTextual() ? part : part.path("text");
      String text = said.isTextual() ? text(said) : said.asText(picture ? "[image]" : "");
      if (!text.isEmpty()) {
        out.append(out.isEmpty() ? "" : "\n").append(text);
      }
    }
    return out.toString();
  }

  /** Text of a result's content; a list of values without any text is kept as JSON. */
  static String resultText(JsonNode content) {
    String text = contentText(content);
    boolean structured = content.isArray() && text.isEmpty() && !hasTexts(content);
    return structured ? text(content) : text;
  }

  private static boolean hasTexts(JsonNode content) {
    for (JsonNode part : content) {
      if (part.isTextual() || part.path("text").isTextual()) {
        return true;
      }
    }
    return content.isEmpty();
  }
}

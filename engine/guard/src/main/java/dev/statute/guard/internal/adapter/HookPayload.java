package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a hook: a JSON object of another program, read leniently, since a call that cannot be
 * read cannot be judged. Numbers beyond 64 bits become floating-point numbers, unpaired surrogates
 * U+FFFD, values nested deeper than {@value #DEPTH} their JSON text. Immutable.
 */
public final class HookPayload {
  /** Maximum nesting of arguments that are kept as values. */
  private static final int DEPTH = 40;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(500)
                      .build())
              .build());

  private final JsonNode root;

  private HookPayload(JsonNode root) {
    this.root = root;
  }

  /**
   * Reads a payload.
   *
   * @throws IllegalArgumentException if the text is not a JSON object
   */
  public static HookPayload parse(String text) {
    JsonNode root;
    try {
      root = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      String at =
          e.getLocation() == null
              ? ""
              : " (line %d, column %d)"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new IllegalArgumentException("the payload is not JSON" + at, e);
    }
    if (!root.isObject()) {
      throw new IllegalArgumentException("the payload is not a JSON object");
    }
    return new HookPayload(root);
  }

  /** Returns the first value of these names that is present and not null. */
  JsonNode value(String... names) {
    for (String name : names) {
      JsonNode value = root.path(name);
      if (!value.isMissingNode() && !value.isNull()) {
        return value;
      }
    }
    return MissingNode.getInstance();
  }

  /** Begins the record of a tool call whose members have the names that most programs give them. */
  CallFields toolCall(String agent) {
    return new CallFields(text("tool_name"), value("tool_input"), agent);
  }

  boolean has(String name) {
    return root.has(name);
  }

  /** Returns the first of these texts that is not empty, or empty text. */
  String text(String... names) {
    for (String name : names) {
      String text = text(root.path(name));
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  /**
   * Returns the id of the session.
   *
   * @throws IllegalArgumentException if there is none, or it is neither a text nor a number
   */
  String session(String... names) {
    return value(names).isNumber() ? text(names) : requiredText(names);
  }

  /**
   * Returns the name of the hook. A payload without one could be a call that must be judged.
   *
   * @throws IllegalArgumentException if there is none, or it is no text
   */
  String hookName(String... names) {
    return requiredText(names);
  }

  private String requiredText(String... names) {
    JsonNode value = value(names);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw new IllegalArgumentException(
          "'%s' of the payload must be a text, not %s".formatted(names[0], shortened(value)));
    }
    String text = text(names);
    if (text.isBlank()) {
      throw new IllegalArgumentException("the payload has no '" + names[0] + "'");
    }
    return text;
  }

  private static String shortened(JsonNode value) {
    String text = text(value);
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  /** Returns a text as it is, another value as JSON, nothing as empty text. */
  static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull()
        ? ""
        : wellFormed(node.isTextual() ? node.textValue() : node.toString());
  }

  /** Returns a whole number; null for anything else. */
  static @Nullable Long wholeNumber(JsonNode node) {
    return node.isIntegralNumber() ? (Long) node.longValue() : null;
  }

  /** Returns a value that is a JSON object or array in a text, parsed; any other one as it is. */
  static JsonNode parsed(JsonNode node) {
    if (!node.isTextual()) {
      return node;
    }
    try {
      JsonNode read = MAPPER.readTree(node.textValue());
      return read != null && read.isContainerNode() ? read : node;
    } catch (JsonProcessingException e) {
      return node; // plain text
    }
  }

  /** Returns a value as a chart can hold it. */
  static @Nullable Object plain(JsonNode node) {
    return plain(node, 0);
  }

  private static @Nullable Object plain(JsonNode node, int depth) {
    if (node.isContainerNode() && depth == DEPTH) {
      return text(node);
    }
    if (node.isObject()) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      node.properties()
          .forEach(each -> map.put(wellFormed(each.getKey()), plain(each.getValue(), depth + 1)));
      return map;
    }
    if (node.isArray()) {
      List<@Nullable Object> list = new ArrayList<>();
      node.forEach(each -> list.add(plain(each, depth + 1)));
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
    return node.isTextual() ? wellFormed(node.textValue()) : null;
  }

  private static Object finite(double number) {
    return Double.isFinite(number) ? (Object) number : Double.toString(number);
  }

  private static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaceUnpaired(text);
      }
    }
    return text;
  }

  private static String replaceUnpaired(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point ->
                out.appendCodePoint(
                    point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                        ? 0xFFFD
                        : point));
    return out.toString();
  }
}

package dev.statute.logs.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.statute.problem.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lenient parser for JSON of other programs. Readers omit what they do not understand. */
public final class LenientJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(JsonFactory.builder().streamReadConstraints(JsonSpan.CONSTRAINTS).build());

  private LenientJson() {}

  /** Parses all documents of a text. */
  public static List<LogDocument> documents(Source log) {
    DocumentReader reader = new DocumentReader(log.file());
    List<LogDocument> documents = new ArrayList<>();
    log.content().lines().forEach(line -> documents.addAll(reader.read(line)));
    documents.addAll(reader.finish());
    return documents;
  }

  /**
   * Consecutive objects and lists of a text.
   *
   * @param brokenAt first line that is neither; 0 = none
   */
  record ParsedValues(List<LogDocument> documents, int brokenAt) {}

  static ParsedValues parseValues(String text, int first) {
    List<LogDocument> documents = new ArrayList<>();
    int line = first;
    try (JsonParser parser = MAPPER.createParser(text)) {
      while (parser.nextToken() != null) {
        line = first - 1 + parser.currentTokenLocation().getLineNr();
        if (!parser.currentToken().isStructStart()) {
          return new ParsedValues(documents, line);
        }
        documents.add(new LogDocument(line, MAPPER.readTree(parser)));
      }
      return new ParsedValues(documents, 0);
    } catch (IOException e) {
      return new ParsedValues(documents, line);
    }
  }

  private static @Nullable JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Short hash of a text. */
  static String hash(String text) {
    return Integer.toHexString(text.hashCode()) + '-' + Integer.toHexString(text.length());
  }

  /** Text as it is, anything else as JSON; empty for null and missing nodes. */
  public static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull()
        ? ""
        : node.isTextual() ? node.textValue() : node.toString();
  }

  /** Text of a member, as {@link #text(JsonNode)}. */
  public static String text(JsonNode node, String member) {
    return text(node.path(member));
  }

  /** Value that a text holds as JSON; any other value as it is. */
  static JsonNode unwrapped(JsonNode node) {
    JsonNode read = node.isTextual() ? parse(node.textValue()) : node;
    return read == null ? node : read;
  }

  /** Whole number; null for anything else. */
  static @Nullable Long wholeNumber(JsonNode node) {
    return node.isIntegralNumber() ? (Long) node.longValue() : null;
  }

  /** Converts plain values to a tree. */
  public static JsonNode toNode(Object plain) {
    return MAPPER.valueToTree(plain);
  }

  /** Converts a tree to plain values: integers are Long, other numbers Double. */
  static @Nullable Object toPlain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(e -> map.put(e.getKey(), toPlain(e.getValue())));
      return map;
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.forEach(member -> list.add(toPlain(member)));
      return list;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isNumber()) {
      return node.isIntegralNumber() && node.canConvertToLong()
          ? (Object) node.longValue()
          : (Object) node.doubleValue();
    }
    return node.isTextual() ? node.textValue() : null;
  }

  /** Concatenates the text parts of a message's content; a picture is one word. */
  static String contentText(JsonNode content) {
    if (!content.isArray()) {
      return text(content);
    }
    StringBuilder out = new StringBuilder();
    for (JsonNode part : content) {
      boolean picture = text(part.path("type")).contains("image");
      String text =
          part.isTextual() ? part.textValue() : part.path("text").asText(picture ? "[image]" : "");
      if (!text.isEmpty()) {
        out.append(out.isEmpty() ? "" : "\n").append(text);
      }
    }
    return out.toString();
  }
}

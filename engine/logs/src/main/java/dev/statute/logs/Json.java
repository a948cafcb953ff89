package dev.statute.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON of other programs, read leniently: what is not understood is left out by whoever reads it.
 */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(200)
                      .build())
              .build());

  private Json() {}

  /** A JSON value and the line it stands on; a whole document stands on line 1. */
  record Document(int line, JsonNode node) {}

  /** One value per line, or one for the whole text. */
  static List<Document> documents(Source log, Problems problems, boolean firstOnly) {
    List<Document> lines = new ArrayList<>();
    List<Problem> unread = new ArrayList<>();
    int number = 0;
    for (String line : log.content().lines().toList()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      JsonNode node = parse(line);
      if (node == null || !node.isContainerNode()) {
        unread.add(
            Problem.warning(
                "L302",
                new Place(log.file(), number, 1),
                "this line is no JSON object; it is left out",
                "write one JSON object to a line, or one JSON document to the file"));
        if (lines.isEmpty() && unread.size() == 1) {
          JsonNode whole = parse(log.content());
          if (whole != null && whole.isContainerNode()) {
            return List.of(new Document(1, whole));
          }
        }
      } else {
        lines.add(new Document(number, node));
        if (firstOnly) {
          return lines;
        }
      }
    }
    if (!lines.isEmpty()) {
      problems.addAll(unread);
    }
    return lines;
  }

  static @Nullable JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** A short word for a text, the same for the same text. */
  static String hash(String text) {
    return Integer.toHexString(text.hashCode()) + '-' + Integer.toHexString(text.length());
  }

  /** Text as it is, anything else as JSON; empty for nothing. */
  static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull()
        ? ""
        : node.isTextual() ? node.textValue() : node.toString();
  }

  /** Plain values: integers are Long, other numbers Double. */
  static @Nullable Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> map = new LinkedHashMap<>();
      node.properties().forEach(e -> map.put(e.getKey(), plain(e.getValue())));
      return map;
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      node.forEach(member -> list.add(plain(member)));
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

  /** The parts of a message's content that are text, one after the other; pictures as a word. */
  static String textOf(JsonNode content) {
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

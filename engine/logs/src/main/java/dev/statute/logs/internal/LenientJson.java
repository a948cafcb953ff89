package dev.statute.logs.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
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
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(200)
                      .build())
              .build());

  private LenientJson() {}

  /** JSON value with its line; a whole document is on line 1. */
  public record LogDocument(int line, JsonNode node) {}

  /** Parses one value per line, or one for the whole text. */
  public static List<LogDocument> documents(
      Source log, ProblemCollector problems, boolean firstOnly) {
    List<LogDocument> lines = new ArrayList<>();
    List<Problem> unread = new ArrayList<>();
    int number = 0;
    for (String line : log.content().lines().toList()) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      ParsedValues values = parseValues(line, number);
      if (values.brokenAt() != 0) {
        unread.add(
            Problem.error(
                "L302",
                new Place(log.file(), number, 1),
                "this line is no JSON object; it is left out",
                "write one JSON object to a line, or one JSON document to the file"));
        if (lines.isEmpty() && unread.size() == 1) {
          ParsedValues whole = parseValues(log.content(), 1);
          if (!whole.documents().isEmpty()) {
            return readWhole(log, whole, problems);
          }
        }
      }
      lines.addAll(values.documents());
      if (firstOnly && !lines.isEmpty()) {
        return lines;
      }
    }
    if (!lines.isEmpty()) {
      problems.addAll(unread);
    }
    return lines;
  }

  /** Parses documents of several lines each, up to the first syntax error. */
  private static List<LogDocument> readWhole(
      Source log, ParsedValues values, ProblemCollector problems) {
    if (values.brokenAt() != 0) {
      problems.add(
          Problem.error(
              "L302",
              new Place(log.file(), values.brokenAt(), 1),
              "from here on this is no JSON; it is left out",
              "write one JSON object to a line, or whole JSON documents to the file"));
    }
    return values.documents().size() == 1
        ? List.of(new LogDocument(1, values.documents().get(0).node()))
        : values.documents();
  }

  /**
   * Consecutive objects and lists of a text.
   *
   * @param brokenAt first line that is neither; 0 = none
   */
  private record ParsedValues(List<LogDocument> documents, int brokenAt) {}

  private static ParsedValues parseValues(String text, int first) {
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

  static @Nullable JsonNode parse(String text) {
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

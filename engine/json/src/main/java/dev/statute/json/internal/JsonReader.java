package dev.statute.json.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.statute.expr.ValueLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one JSON text as plain values, with the place of each top-level member.
 *
 * <p>Stricter than JSON where JSON is ambiguous, so that two readers always agree: duplicate keys,
 * integers beyond 64 bits, numbers beyond the range of doubles, lone surrogates and nesting beyond
 * {@value #MAX_DEPTH} are refused.
 */
public final class JsonReader {
  /** Limit of nesting for texts of other programs. */
  public static final int MAX_DEPTH = 100;

  /**
   * Limit of nesting for texts of this program: any accepted value, each of its maps in a wrapper
   * that marks it as a map, and the enclosing objects.
   */
  public static final int MAX_STORED_DEPTH = 2 * ValueLimits.DEPTH + 32;

  private static final int MAX_NUMBER_LENGTH = 1000;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .build())
          .build();

  private final JsonParser parser;
  private final int maxDepth;
  private int depth;

  private JsonReader(JsonParser parser, int most) {
    this.parser = parser;
    this.maxDepth = most;
  }

  /**
   * Member of the outermost object.
   *
   * @param line of its key, from 1
   * @param keyColumn column of its key, from 1
   * @param valueColumn column of its value, from 1
   */
  public record JsonMember(
      String name, @Nullable Object value, int line, int keyColumn, int valueColumn) {
    public JsonSyntaxError fault(String code, String message, String fix) {
      return new JsonSyntaxError(code, line, valueColumn, name, message, fix);
    }

    JsonSyntaxError faultAtKey(String code, String message, String fix) {
      return new JsonSyntaxError(code, line, keyColumn, name, message, fix);
    }

    /** Creates members without places. */
    public static Map<String, JsonMember> of(Map<String, ?> values) {
      Map<String, JsonMember> members = new LinkedHashMap<>();
      values.forEach((name, value) -> members.put(name, new JsonMember(name, value, 1, 1, 1)));
      return members;
    }
  }

  /** Parses a text that must be one object; returns its members. */
  public static Map<String, JsonMember> object(String text) throws JsonSyntaxError {
    return object(text, MAX_DEPTH);
  }

  /**
   * Parses a text that must be one object, with a limit of nesting.
   *
   * @param depth of the deepest object or array
   */
  public static Map<String, JsonMember> object(String text, int depth) throws JsonSyntaxError {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonReader(parser, depth).members();
    } catch (JsonProcessingException e) {
      throw notJson(e);
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory cannot fail to be read", e);
    }
  }

  private Map<String, JsonMember> members() throws IOException, JsonSyntaxError {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw fault("L101", "there is nothing here, where one JSON object should be", "write {…}");
    }
    if (first != JsonToken.START_OBJECT) {
      throw fault(
          "L102",
          "this is " + kind(first) + ", where one JSON object should be",
          "write it as {\"event\":\"…\"} or {\"type\":\"…\", …}");
    }
    depth = 1;
    Map<String, JsonMember> members = new LinkedHashMap<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_OBJECT; t = parser.nextToken()) {
      String name = requireText(parser.currentName());
      JsonLocation key = parser.currentTokenLocation();
      if (members.containsKey(name)) {
        throw duplicateKey(name);
      }
      JsonToken token = parser.nextToken();
      JsonLocation at = parser.currentTokenLocation();
      members.put(
          name,
          new JsonMember(name, value(token), key.getLineNr(), key.getColumnNr(), at.getColumnNr()));
    }
    if (parser.nextToken() != null) {
      throw fault("L101", "there is more after the end of the object", "one object per line");
    }
    return members;
  }

  private @Nullable Object value(@Nullable JsonToken token) throws IOException, JsonSyntaxError {
    if (token == null) {
      throw fault(
          "L101", "the text ends in the middle of a value", "an object stands whole on one line");
    }
    return switch (token) {
      case START_OBJECT -> map();
      case START_ARRAY -> list();
      case VALUE_STRING -> requireText(parser.getText());
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> number();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default ->
          throw fault(
              "L101",
              "a value is missing here",
              "write a text in quotes, a number, true, false, null, {…} or […]");
    };
  }

  private Map<String, @Nullable Object> map() throws IOException, JsonSyntaxError {
    enter();
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_OBJECT; t = parser.nextToken()) {
      String name = requireText(parser.currentName());
      if (map.containsKey(name)) {
        throw duplicateKey(name);
      }
      map.put(name, value(parser.nextToken()));
    }
    depth--;
    return Collections.unmodifiableMap(map);
  }

  private List<@Nullable Object> list() throws IOException, JsonSyntaxError {
    enter();
    List<@Nullable Object> list = new ArrayList<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      list.add(value(t));
    }
    depth--;
    return Collections.unmodifiableList(list);
  }

  private void enter() throws JsonSyntaxError {
    if (++depth > maxDepth) {
      throw fault(
          "L107", "values are nested more than " + maxDepth + " deep here", "flatten the value");
    }
  }

  private Long integer() throws IOException, JsonSyntaxError {
    JsonParser.NumberType type = parser.getNumberType();
    if (type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG) {
      return parser.getLongValue();
    }
    String digits = shortened(parser.getText());
    throw fault(
        "L109",
        "the integer " + digits + " does not fit into 64 bits",
        "send it as text: \"" + digits + "\"");
  }

  private Double number() throws IOException, JsonSyntaxError {
    double value = parser.getDoubleValue();
    if (Double.isInfinite(value)) {
      throw fault(
          "L109", "the number " + shortened(parser.getText()) + " is too large", "send it as text");
    }
    return value;
  }

  private String requireText(String text) throws JsonSyntaxError {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          throw fault(
              "L111",
              String.format("the text holds half a character (\\u%04x)", (int) c),
              "send both halves of the pair, or \\ufffd");
        }
      }
    }
    return text;
  }

  private JsonSyntaxError duplicateKey(String name) {
    return fault("L108", "the key '" + name + "' stands here a second time", "remove one of them");
  }

  private JsonSyntaxError fault(String code, String message, String fix) {
    JsonLocation at = parser.currentTokenLocation();
    return new JsonSyntaxError(
        code, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), "", message, fix);
  }

  private static JsonSyntaxError notJson(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    int line = at == null ? 1 : Math.max(1, at.getLineNr());
    int column = at == null ? 1 : Math.max(1, at.getColumnNr());
    if (e instanceof StreamConstraintsException) {
      return new JsonSyntaxError(
          "L109",
          line,
          column,
          "",
          "a number has more than " + MAX_NUMBER_LENGTH + " digits",
          "send it as text");
    }
    // removes the parser's text in brackets, which is about its own source, its own names of
    // tokens,
    // and its settings
    String said =
        e.getOriginalMessage()
            .replaceFirst(" ?\\(start marker at .*", "")
            .replaceFirst(": (?:was )?expect(?:ing|ed) .*", "")
            .replaceFirst(": (?:enable |maybe a \\(non-standard\\) ).*", "")
            .replaceFirst("^Unexpected end-of-input.*", "it ends too early")
            .replaceFirst("^(Unrecognized token '.*')$", "$1, where a value belongs");
    int end = said.indexOf('\n');
    return new JsonSyntaxError(
        "L101",
        line,
        column,
        "",
        "this is not JSON: " + (end < 0 ? said : said.substring(0, end)),
        "write one JSON object: keys and texts in double quotes, a comma between two, none at the"
            + " end");
  }

  private static String kind(JsonToken token) {
    return switch (token) {
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_NULL -> "null";
      default -> "a truth value";
    };
  }

  private static String shortened(String digits) {
    return digits.length() <= 40 ? digits : digits.substring(0, 37) + "…";
  }
}

package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.statute.logs.CallFields;
import dev.statute.problem.VisibleText;

/**
 * Payload of a hook: a JSON object of another program, read leniently, since a call that cannot be
 * read cannot be judged. Immutable.
 */
public final class HookPayload {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNestingDepth(500)
                      .build())
              .build());

  /** Byte order mark that programs on Windows put before a text. */
  private static final String MARK = "\uFEFF";

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
      root = MAPPER.readTree(text.startsWith(MARK) ? text.substring(MARK.length()) : text);
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
    }
    if (!root.isObject()) {
      throw new IllegalArgumentException("the payload is not a JSON object");
    }
    return new HookPayload(root);
  }

  /** Returns the first value of these names that is present and not null. */
  JsonNode value(String... names) {
    return value(root, names);
  }

  /** Returns the first member of these names that is present and not null. */
  static JsonNode value(JsonNode parent, String... names) {
    for (String name : names) {
      JsonNode value = parent.path(name);
      if (!value.isMissingNode() && !value.isNull()) {
        return value;
      }
    }
    return MissingNode.getInstance();
  }

  /** Begins the record of a tool call whose members have the names that most programs give them. */
  CallFields toolCall() {
    return CallFields.of(text("tool_name"), value("tool_input"));
  }

  /** Returns whether a value of these names is present and not null. */
  boolean has(String... names) {
    return !value(names).isMissingNode();
  }

  /** Returns the first of these texts that is not empty, or empty text. */
  String text(String... names) {
    for (String name : names) {
      String text = CallFields.text(root.path(name));
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
          "'%s' of the payload must be a text, not %s"
              .formatted(names[0], VisibleText.shorten(CallFields.text(value), 40)));
    }
    String text = text(names);
    if (text.isBlank()) {
      throw new IllegalArgumentException("the payload has no '" + names[0] + "'");
    }
    return text;
  }
}

package dev.statute.logs.span;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Span of any encoding.
 *
 * @param start in nanoseconds since 1970
 * @param end in nanoseconds since 1970; 0 = not known
 * @param error text of its failure; null = it states none
 * @param ok whether its status states a success
 */
public record AgentSpan(
    String trace,
    String id,
    String parent,
    String name,
    long start,
    long end,
    Map<String, Object> attributes,
    @Nullable String error,
    boolean ok) {
  /** Status of a span; most programs set none for a success. */
  public enum Status {
    UNSET,
    OK,
    ERROR
  }

  /**
   * Creates a span whose error is its status, else its exception, else its {@code error.type}.
   *
   * @param message message of its status, or empty
   * @param exception attributes of its last event {@code exception}; null = none
   */
  public static AgentSpan of(
      String trace,
      String id,
      String parent,
      String name,
      long start,
      long end,
      Map<String, Object> attributes,
      Status status,
      String message,
      @Nullable Map<String, Object> exception) {
    String error = error(status == Status.ERROR, message, exception, attributes);
    boolean ok = status == Status.OK && error == null;
    return new AgentSpan(trace, id, parent, name, start, end, attributes, error, ok);
  }

  private static @Nullable String error(
      boolean failed,
      String message,
      @Nullable Map<String, Object> exception,
      Map<String, Object> attributes) {
    Object type = attributes.get("error.type");
    if (!failed && type == null) {
      return null;
    }
    if (!message.isEmpty()) {
      return message;
    }
    Object thrown = exception == null ? null : exception.get("exception.message");
    return String.valueOf(thrown != null ? thrown : type != null ? type : "failed");
  }

  /**
   * Returns the operation of OpenTelemetry's conventions for generative AI, or an empty text; a
   * tool call of any convention is {@code execute_tool}.
   */
  public String operation() {
    if (SpanVocabulary.isToolCall(this)) {
      return "execute_tool";
    }
    String named = text("gen_ai.operation.name");
    return named == null ? "" : named;
  }

  /** Returns an attribute that is a text and not empty; else null. */
  public @Nullable String text(String attribute) {
    return attributes.get(attribute) instanceof String text && !text.isEmpty() ? text : null;
  }
}

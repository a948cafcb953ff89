package dev.statute.logs.span;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Span of any encoding.
 *
 * @param start in nanoseconds since 1970
 * @param end in nanoseconds since 1970; 0 = not known
 * @param error text of its failure; null = it did not fail
 */
public record AgentSpan(
    String trace,
    String id,
    String parent,
    String name,
    long start,
    long end,
    Map<String, Object> attributes,
    @Nullable String error) {
  /**
   * Creates a span whose error is its status, else its exception, else its {@code error.type}.
   *
   * @param failed whether its status is an error
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
      boolean failed,
      String message,
      @Nullable Map<String, Object> exception) {
    String error = error(failed, message, exception, attributes);
    return new AgentSpan(trace, id, parent, name, start, end, attributes, error);
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

  /** Returns the operation of OpenTelemetry's conventions for generative AI, or an empty text. */
  public String operation() {
    String named = text("gen_ai.operation.name");
    if (named != null) {
      return named;
    }
    return name.startsWith("execute_tool ") ? "execute_tool" : "";
  }

  /** Returns an attribute that is a text and not empty; else null. */
  public @Nullable String text(String attribute) {
    return attributes.get(attribute) instanceof String text && !text.isEmpty() ? text : null;
  }
}

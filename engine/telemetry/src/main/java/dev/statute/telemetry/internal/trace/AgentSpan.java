package dev.statute.telemetry.internal.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Span of any encoding.
 *
 * @param start in nanoseconds since 1970
 * @param error text of its failure; null = it did not fail
 */
public record AgentSpan(
    String trace,
    String id,
    String parent,
    String name,
    long start,
    Map<String, Object> attributes,
    @Nullable String error) {
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

package dev.statute.telemetry.internal.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text of the failure of a span: its status, else its exception, else its {@code error.type}. */
final class SpanErrors {
  private SpanErrors() {}

  static @Nullable String of(
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
}

package dev.statute.telemetry.internal.trace;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spans of one request, ordered by their start, with their parents as far as they came along. */
public final class SpanBatch {
  private static final int MAX_DEPTH = 100;

  private final List<AgentSpan> spans;
  private final Map<String, AgentSpan> byId = new HashMap<>();

  /** Creates a batch. */
  public SpanBatch(List<AgentSpan> all) {
    spans = all.stream().sorted(Comparator.comparingLong(AgentSpan::start)).toList();
    spans.forEach(span -> byId.put(key(span.trace(), span.id()), span));
  }

  /** Returns the spans by their start. */
  public List<AgentSpan> spans() {
    return spans;
  }

  /** Returns an attribute of the span or of the nearest span around it that has it. */
  public @Nullable String nearest(AgentSpan span, String attribute) {
    AgentSpan each = span;
    for (int i = 0; each != null && i < MAX_DEPTH; i++) {
      String value = each.text(attribute);
      if (value != null) {
        return value;
      }
      each = parent(each);
    }
    return null;
  }

  /** Returns whether the span lies within another agent or a tool. */
  public boolean isNested(AgentSpan span) {
    AgentSpan each = parent(span);
    for (int i = 0; each != null && i < MAX_DEPTH; i++) {
      if (each.operation().equals("invoke_agent") || each.operation().equals("execute_tool")) {
        return true;
      }
      each = parent(each);
    }
    return false;
  }

  private @Nullable AgentSpan parent(AgentSpan span) {
    return span.parent().isEmpty() ? null : byId.get(key(span.trace(), span.parent()));
  }

  private static String key(String trace, String id) {
    return trace + "/" + id;
  }
}

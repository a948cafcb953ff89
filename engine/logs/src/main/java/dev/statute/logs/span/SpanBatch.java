package dev.statute.logs.span;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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

  /**
   * Reads a request in the JSON encoding of OTLP.
   *
   * @param isWanted tests for the spans to keep
   * @throws IllegalArgumentException if it is none
   */
  public static SpanBatch ofJson(String text, Predicate<AgentSpan> isWanted) {
    return new SpanBatch(JsonSpans.read(text).stream().filter(isWanted).toList());
  }

  /** Returns the spans by their start. */
  public List<AgentSpan> spans() {
    return spans;
  }

  /** Returns an attribute of the span or of the nearest span around it that has it. */
  private @Nullable String nearest(AgentSpan span, String attribute) {
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
  private boolean isNested(AgentSpan span) {
    AgentSpan each = parent(span);
    for (int i = 0; each != null && i < MAX_DEPTH; i++) {
      if (each.operation().equals("invoke_agent") || each.operation().equals("execute_tool")) {
        return true;
      }
      each = parent(each);
    }
    return false;
  }

  /**
   * Record of a span.
   *
   * @param part distinguishes records of one span
   * @param fields null = the span is a tool call that is not read
   */
  public record SpanRecord(AgentSpan span, String part, @Nullable Map<String, Object> fields) {
    /** Name of the convention of a tool call that is not read; null if it is read. */
    public @Nullable String unreadConvention() {
      return SpanVocabulary.unreadConvention(span);
    }
  }

  /**
   * Returns the records of the spans. A span {@code execute_tool} becomes a {@code tool_call}; the
   * first {@code invoke_agent} around others brings the user's message and the agent's last one;
   * other spans give none. Calls of one parent that overlap in time are a batch.
   *
   * @param isKnown tests for traces with earlier records, for which a user's message comes too late
   */
  public List<SpanRecord> records(Predicate<String> isKnown) {
    List<SpanRecord> records = new ArrayList<>();
    Map<String, ParallelCalls> rounds = new HashMap<>();
    for (AgentSpan span : spans) {
      if (span.operation().equals("execute_tool")) {
        Map<String, Object> call = SpanRecords.toolCall(span, nearest(span, "gen_ai.agent.name"));
        if (call != null) {
          rounds
              .computeIfAbsent(key(span.trace(), span.parent()), parent -> new ParallelCalls())
              .add(span, call);
        }
        records.add(new SpanRecord(span, "", call));
      } else if (SpanVocabulary.unreadConvention(span) != null) {
        records.add(new SpanRecord(span, "", null));
      } else if (isOutermostAgent(span) && !isKnown.test(span.trace())) {
        add(records, span, "/user", SpanRecords.userMessage(span));
      }
    }
    for (AgentSpan span : spans) {
      if (isOutermostAgent(span)) {
        add(records, span, "/agent", SpanRecords.message(span));
      }
    }
    return records;
  }

  private static void add(
      List<SpanRecord> records, AgentSpan span, String part, @Nullable Map<String, Object> fields) {
    if (fields != null) {
      records.add(new SpanRecord(span, part, fields));
    }
  }

  /** Calls of one parent, of which each began before the ones before it ended. */
  private static final class ParallelCalls {
    private @Nullable Map<String, Object> first;
    private String batch = "";
    private long end;

    private void add(AgentSpan span, Map<String, Object> call) {
      Map<String, Object> before = first;
      if (before != null && span.start() < end) {
        before.put("batch", batch);
        call.put("batch", batch);
      } else {
        first = call;
        batch = span.id();
      }
      end = Math.max(end, span.end());
    }
  }

  private boolean isOutermostAgent(AgentSpan span) {
    return span.operation().equals("invoke_agent") && !isNested(span);
  }

  /** Returns the conversation of a span; null if neither it nor a span around it names one. */
  public @Nullable String conversation(AgentSpan span) {
    String named = nearest(span, "gen_ai.conversation.id");
    return named == null ? nearest(span, "session.id") : named;
  }

  private @Nullable AgentSpan parent(AgentSpan span) {
    return span.parent().isEmpty() ? null : byId.get(key(span.trace(), span.parent()));
  }

  private static String key(String trace, String id) {
    return trace + "/" + id;
  }
}

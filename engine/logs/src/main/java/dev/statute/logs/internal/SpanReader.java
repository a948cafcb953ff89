package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.text.JsonValues;
import dev.statute.logs.internal.text.LogDocument;
import dev.statute.logs.span.AgentSpan;
import dev.statute.logs.span.SpanBatch;
import dev.statute.logs.span.SpanBatch.SpanRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reader of OTLP files in JSON: spans by OpenTelemetry's conventions for generative AI. A span that
 * is written again is skipped. Tokens come from spans that ask a model.
 */
final class SpanReader {
  private final Set<String> seen = new HashSet<>();
  private final Set<String> traces = new HashSet<>();

  /** First conversation of the file; null = none yet. */
  private @Nullable String conversation;

  /** Reads a request; returns whether it has spans. */
  boolean read(LogDocument item, CallPairing calls) {
    SpanBatch batch;
    try {
      batch =
          SpanBatch.ofJson(
              JsonValues.text(item.value()), span -> seen.add(span.trace() + '/' + span.id()));
    } catch (IllegalArgumentException e) {
      calls.countUnread("OTLP request");
      return false;
    }
    Deque<AgentSpan> unread = new ArrayDeque<>(batch.spans());
    for (SpanRecord record : batch.records(traces::contains)) {
      AgentSpan span = record.span();
      while (!unread.isEmpty() && unread.element().start() <= span.start()) {
        readUsage(unread.remove(), calls);
      }
      traces.add(span.trace());
      if (record.fields() == null) {
        String convention = record.unreadConvention();
        calls.countUnread(convention == null ? "execute_tool span" : convention + " span");
      } else {
        calls.readUsage(instant(span.end()));
        calls.add(item.line(), named(record.fields(), batch.conversation(span)));
      }
    }
    unread.forEach(span -> readUsage(span, calls));
    return !batch.spans().isEmpty();
  }

  /** Returns the record; one of another conversation than the first has it as its agent. */
  private Map<String, Object> named(Map<String, Object> fields, @Nullable String given) {
    conversation = conversation == null ? given : conversation;
    Map<String, Object> named = new LinkedHashMap<>(fields);
    if (given != null && !given.equals(conversation)) {
      named.merge("agent", given, (agent, other) -> other + "/" + agent);
    }
    return named;
  }

  /** Reads the tokens of a span that asks a model; spans around it repeat them. */
  private static void readUsage(AgentSpan span, CallPairing calls) {
    if (!Set.of("chat", "generate_content", "text_completion").contains(span.operation())) {
      return;
    }
    LenientMap item = instant(span.end());
    LenientMap usage = new LenientMap();
    item.put("usage", usage);
    for (String part : new String[] {"input_tokens", "output_tokens"}) {
      if (span.attributes().get("gen_ai.usage." + part) instanceof Number tokens) {
        usage.put(part, tokens.longValue());
      }
    }
    calls.readUsage(item);
  }

  private static LenientMap instant(long nanos) {
    LenientMap item = new LenientMap();
    if (nanos != 0) {
      item.put("timestamp", TimeUnit.NANOSECONDS.toMillis(nanos));
    }
    return item;
  }
}

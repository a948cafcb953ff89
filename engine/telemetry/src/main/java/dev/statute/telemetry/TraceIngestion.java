package dev.statute.telemetry;

import dev.statute.collection.BoundedMap;
import dev.statute.json.JsonText;
import dev.statute.logs.span.AgentSpan;
import dev.statute.logs.span.SpanBatch;
import dev.statute.logs.span.SpanBatch.SpanRecord;
import dev.statute.runtime.Engine;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.telemetry.internal.trace.ProtobufSpans;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Spans of agents, as OTLP exporters send them, as records of instances. A span {@code
 * execute_tool} becomes a {@code tool_call}; the first {@code invoke_agent} around others brings
 * the user's message and the agent's last one; other spans are ignored.
 *
 * <p>The instance is named by {@code gen_ai.conversation.id}, else {@code session.id}, of the span
 * or of one around it, else by the trace. It is begun when its first span comes. A span that is
 * sent again changes nothing. Within a request spans are ordered by their start. Thread-safe.
 */
public final class TraceIngestion {
  private static final int MAX_TRACES = 10_000;

  private final Engine engine;
  private final String chart;
  private final Map<String, String> conversations = BoundedMap.ofRecentlyUsed(MAX_TRACES);

  /**
   * Creates an ingestion.
   *
   * @param chart name of a registered chart on which instances are begun
   */
  public TraceIngestion(Engine engine, String chart) {
    this.engine = engine;
    this.chart = chart;
  }

  /**
   * Result of a request.
   *
   * @param rejected spans that were to become records and did not
   * @param message why the first of them was rejected; empty = none was
   * @param overloaded whether spans were rejected that may be sent again
   */
  public record Result(long rejected, String message, boolean overloaded) {
    private Result with(Outcome outcome) {
      if (!(outcome instanceof Outcome.Rejected) && !(outcome instanceof Outcome.Failed)) {
        return this;
      }
      boolean again = "mailbox-full".equals(outcome.code()) || "stopped".equals(outcome.code());
      return reject(outcome.code() + ": " + outcome.message(), again);
    }

    private Result reject(String why, boolean again) {
      return new Result(rejected + 1, message.isEmpty() ? why : message, overloaded || again);
    }

    /** Encodes the response of OTLP as JSON, with a partial success where spans were rejected. */
    public byte[] toJson() {
      Map<String, String> partial = new LinkedHashMap<>();
      partial.put("errorMessage", message);
      partial.put("rejectedSpans", String.valueOf(rejected));
      Map<String, ?> reply = rejected == 0 ? Map.of() : Map.of("partialSuccess", partial);
      return JsonText.write(reply).getBytes(StandardCharsets.UTF_8);
    }

    /** Encodes the response of OTLP in the binary encoding, as {@link #toJson}. */
    public byte[] toProtobuf() {
      ExportTraceServiceResponse.Builder reply = ExportTraceServiceResponse.newBuilder();
      if (rejected > 0) {
        reply.setPartialSuccess(
            ExportTracePartialSuccess.newBuilder()
                .setRejectedSpans(rejected)
                .setErrorMessage(message));
      }
      return reply.build().toByteArray();
    }
  }

  /**
   * Handles a request in the binary encoding.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  public CompletableFuture<Result> acceptProtobuf(byte[] body) {
    return accept(new SpanBatch(ProtobufSpans.read(body)));
  }

  /**
   * Handles a request in the JSON encoding.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  public CompletableFuture<Result> acceptJson(byte[] body) {
    return accept(SpanBatch.ofJson(new String(body, StandardCharsets.UTF_8), span -> true));
  }

  private CompletableFuture<Result> accept(SpanBatch batch) {
    Set<String> earlier = knownTraces();
    batch.spans().forEach(span -> learnConversation(batch, span));
    CompletableFuture<Result> done = CompletableFuture.completedFuture(new Result(0, "", false));
    for (SpanRecord record : batch.records(earlier::contains)) {
      done =
          record.fields() == null
              ? done.thenApply(result -> result.reject(refusal(record), false))
              : send(done, record.span(), record.part(), record.fields());
    }
    return done;
  }

  private static String refusal(SpanRecord record) {
    String convention = record.unreadConvention();
    String why = convention == null ? "names no tool" : "is a tool call of " + convention;
    return "span " + record.span().id() + " " + why;
  }

  private CompletableFuture<Result> send(
      CompletableFuture<Result> before, AgentSpan span, String part, Map<String, Object> fields) {
    Input record = new Input.Report(fields, "otlp/" + span.trace() + "/" + span.id() + part);
    String id = conversation(span.trace());
    return before.thenCompose(
        result -> engine.sendOrSpawn(id, chart, record).thenApply(result::with));
  }

  /** Traces whose earlier spans were records: a user's message would come too late for these. */
  private Set<String> knownTraces() {
    synchronized (conversations) {
      return new HashSet<>(conversations.keySet());
    }
  }

  private void learnConversation(SpanBatch batch, AgentSpan span) {
    if (!span.operation().equals("execute_tool") && !span.operation().equals("invoke_agent")) {
      return;
    }
    String given = batch.conversation(span);
    synchronized (conversations) {
      if (given != null) {
        conversations.put(span.trace(), given);
      } else {
        conversations.putIfAbsent(span.trace(), "trace:" + span.trace());
      }
    }
  }

  private String conversation(String trace) {
    synchronized (conversations) {
      return conversations.getOrDefault(trace, "trace:" + trace);
    }
  }
}

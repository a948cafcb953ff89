package dev.statute.telemetry;

import dev.statute.json.JsonText;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Response of OTLP to a request of spans, with a partial success where spans were rejected. */
public final class OtlpReply {
  private OtlpReply() {}

  /** Encodes a response as JSON. */
  public static byte[] json(TraceIngestion.Result result) {
    Map<String, ?> reply =
        result.rejected() == 0
            ? Map.of()
            : Map.of(
                "partialSuccess",
                new TreeMap<>(
                    Map.of(
                        "rejectedSpans",
                        String.valueOf(result.rejected()),
                        "errorMessage",
                        result.message())));
    return JsonText.write(reply).getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes a response in the binary encoding. */
  public static byte[] protobuf(TraceIngestion.Result result) {
    ExportTraceServiceResponse.Builder reply = ExportTraceServiceResponse.newBuilder();
    if (result.rejected() > 0) {
      reply.setPartialSuccess(
          ExportTracePartialSuccess.newBuilder()
              .setRejectedSpans(result.rejected())
              .setErrorMessage(result.message()));
    }
    return reply.build().toByteArray();
  }
}

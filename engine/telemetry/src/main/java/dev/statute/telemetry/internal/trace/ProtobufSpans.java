package dev.statute.telemetry.internal.trace;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.statute.logs.span.AgentSpan;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reader of spans in the binary encoding of OTLP. */
public final class ProtobufSpans {
  private ProtobufSpans() {}

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static List<AgentSpan> read(byte[] body) {
    try {
      return ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
          .flatMap(resource -> resource.getScopeSpansList().stream())
          .flatMap(scope -> scope.getSpansList().stream())
          .map(ProtobufSpans::convert)
          .toList();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the body is no trace request: " + e.getMessage(), e);
    }
  }

  private static AgentSpan convert(Span span) {
    Map<String, Object> attributes = map(span.getAttributesList());
    return AgentSpan.of(
        hex(span.getTraceId()),
        hex(span.getSpanId()),
        hex(span.getParentSpanId()),
        span.getName(),
        span.getStartTimeUnixNano(),
        span.getEndTimeUnixNano(),
        attributes,
        status(span.getStatus().getCode()),
        span.getStatus().getMessage(),
        exception(span));
  }

  private static AgentSpan.Status status(Status.StatusCode code) {
    return switch (code) {
      case STATUS_CODE_OK -> AgentSpan.Status.OK;
      case STATUS_CODE_ERROR -> AgentSpan.Status.ERROR;
      default -> AgentSpan.Status.UNSET;
    };
  }

  private static @Nullable Map<String, Object> exception(Span span) {
    return span.getEventsList().stream()
        .filter(event -> event.getName().equals("exception"))
        .map(event -> map(event.getAttributesList()))
        .reduce((first, last) -> last)
        .orElse(null);
  }

  private static Map<String, Object> map(List<KeyValue> pairs) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (KeyValue pair : pairs) {
      Object value = value(pair.getValue());
      if (value != null) {
        values.put(pair.getKey(), value);
      }
    }
    return values;
  }

  private static @Nullable Object value(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case BOOL_VALUE -> value.getBoolValue();
      case INT_VALUE -> value.getIntValue();
      case DOUBLE_VALUE -> value.getDoubleValue();
      case BYTES_VALUE -> hex(value.getBytesValue());
      case KVLIST_VALUE -> map(value.getKvlistValue().getValuesList());
      case ARRAY_VALUE ->
          value.getArrayValue().getValuesList().stream()
              .map(ProtobufSpans::value)
              .filter(Objects::nonNull)
              .toList();
      default -> null;
    };
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}

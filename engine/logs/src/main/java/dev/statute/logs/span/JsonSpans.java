package dev.statute.logs.span;

import dev.statute.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of spans in the JSON encoding of OTLP, which has ids in hexadecimal, 64-bit numbers as
 * texts or numbers, and enumerations as numbers.
 */
final class JsonSpans {
  private JsonSpans() {}

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is none
   */
  static List<AgentSpan> read(String text) {
    List<AgentSpan> spans = new ArrayList<>();
    for (Map<?, ?> resource : maps(JsonText.object(text).get("resourceSpans"))) {
      for (Map<?, ?> scope : maps(resource.get("scopeSpans"))) {
        maps(scope.get("spans")).forEach(span -> spans.add(convert(span)));
      }
    }
    return spans;
  }

  private static AgentSpan convert(Map<?, ?> span) {
    Map<String, Object> attributes = attributes(span.get("attributes"));
    Map<?, ?> status = span.get("status") instanceof Map<?, ?> map ? map : Map.of();
    String code = text(status.get("code"));
    return AgentSpan.of(
        id(span.get("traceId")),
        id(span.get("spanId")),
        id(span.get("parentSpanId")),
        text(span.get("name")),
        number(span.get("startTimeUnixNano")),
        number(span.get("endTimeUnixNano")),
        attributes,
        status(code),
        text(status.get("message")),
        exception(span));
  }

  private static AgentSpan.Status status(String code) {
    return switch (code) {
      case "1", "STATUS_CODE_OK" -> AgentSpan.Status.OK;
      case "2", "STATUS_CODE_ERROR" -> AgentSpan.Status.ERROR;
      default -> AgentSpan.Status.UNSET;
    };
  }

  private static @Nullable Map<String, Object> exception(Map<?, ?> span) {
    Map<String, Object> last = null;
    for (Map<?, ?> event : maps(span.get("events"))) {
      last = "exception".equals(event.get("name")) ? attributes(event.get("attributes")) : last;
    }
    return last;
  }

  private static Map<String, Object> attributes(@Nullable Object pairs) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map<?, ?> pair : maps(pairs)) {
      Object value = value(pair.get("value"));
      if (value != null) {
        values.put(text(pair.get("key")), value);
      }
    }
    return values;
  }

  private static @Nullable Object value(@Nullable Object any) {
    if (!(any instanceof Map<?, ?> map) || map.isEmpty()) {
      return null;
    }
    Object value = map.values().iterator().next();
    return switch (String.valueOf(map.keySet().iterator().next())) {
      case "intValue" -> number(value);
      case "kvlistValue" -> value instanceof Map<?, ?> list ? attributes(list.get("values")) : null;
      case "arrayValue" -> value instanceof Map<?, ?> list ? items(list.get("values")) : null;
      default -> value;
    };
  }

  private static List<Object> items(@Nullable Object values) {
    List<Object> items = new ArrayList<>();
    for (Map<?, ?> each : maps(values)) {
      Object item = value(each);
      if (item != null) {
        items.add(item);
      }
    }
    return items;
  }

  private static List<Map<?, ?>> maps(@Nullable Object list) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (list instanceof List<?> all) {
      for (Object each : all) {
        if (!(each instanceof Map<?, ?> map)) {
          throw new IllegalArgumentException("the body is no trace request: " + each);
        }
        maps.add(map);
      }
    } else if (list != null) {
      throw new IllegalArgumentException("the body is no trace request: expected a list");
    }
    return maps;
  }

  private static String id(@Nullable Object value) {
    return text(value).toLowerCase(Locale.ROOT);
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : String.valueOf(value);
  }

  private static long number(@Nullable Object value) {
    try {
      return value instanceof Number number
          ? number.longValue()
          : value == null ? 0 : Long.parseUnsignedLong(String.valueOf(value));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + value + "' is no whole number", e);
    }
  }
}

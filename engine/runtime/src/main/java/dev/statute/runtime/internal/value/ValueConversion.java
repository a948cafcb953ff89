package dev.statute.runtime.internal.value;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of Java values, and of inputs with such, to immutable chart values: whole numbers
 * become Long, floats Double, enums and UUIDs text; decimals stay exact. Refuses other types, and
 * values beyond {@link ValueLimits}.
 */
public final class ValueConversion {
  private final ValueLimits limits = new ValueLimits();

  private ValueConversion() {}

  /** Value of a type unknown to charts. */
  private static final class ForeignException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ForeignException(String message) {
      super(message);
    }
  }

  /**
   * Converts an input.
   *
   * @param to target instance
   * @throws IllegalArgumentException if it contains a value unknown to charts
   * @throws ValueException if a value or id exceeds the limits
   */
  public static Input input(String to, Input input) {
    checkId("the instance's id", to);
    if (input.id() != null) {
      checkId("the input's id", input.id());
    }
    if (input instanceof Input.Event event) {
      checkId("the event's name", event.name());
    }
    if (input instanceof Input.Event event) {
      Map<String, ?> data = event.data();
      return new Input.Event(
          event.name(), data == null ? null : map(data), event.id(), event.sender());
    }
    if (input instanceof Input.Move move) {
      Map<String, ?> data = move.data();
      return new Input.Move(move.to(), move.reason(), data == null ? null : map(data), move.id());
    }
    if (input instanceof Input.Report report) {
      return new Input.Report(map(report.fields()), report.id());
    }
    throw new IllegalArgumentException("no way to send " + input);
  }

  /** Refuses an id that cannot be stored unchanged. */
  public static void checkId(String what, String id) {
    String fault = ValueLimits.checkId(id);
    if (fault != null) {
      throw new ValueException(what + " cannot be kept: " + fault);
    }
  }

  /** Returns the outcome for values beyond the limits. */
  public static Outcome.Rejected rejection(ValueException fault) {
    return new Outcome.Rejected(
        List.of(),
        "value",
        "it cannot be kept: " + fault.getMessage(),
        fault.path().isEmpty() ? null : fault.path(),
        null,
        fault.reason(),
        Trace.NONE);
  }

  /**
   * Converts a map.
   *
   * @throws IllegalArgumentException naming a value unknown to charts
   * @throws ValueException naming a value that exceeds the limits or cannot be read
   */
  public static Map<String, ?> map(Map<String, ?> values) {
    return readable(() -> new ValueConversion().map(values, ""));
  }

  /** Converts a value, with the checks of {@link #map}. */
  public static @Nullable Object value(@Nullable Object value) {
    return readable(() -> new ValueConversion().value(value, ""));
  }

  private static <T extends @Nullable Object> T readable(Supplier<T> copy) {
    try {
      return copy.get();
    } catch (ForeignException | ValueException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new ValueException("it cannot be read: " + e.getMessage());
    }
  }

  private Map<String, @Nullable Object> map(Map<?, ?> values, String path) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    limits.enter();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      Object key = entry.getKey();
      if (!(key instanceof String) && !(key instanceof Enum) && !(key instanceof UUID)) {
        throw new ValueException("the key " + key + " of a map is no text");
      }
      String name = key.toString();
      limits.text(name);
      copy.put(name, value(entry.getValue(), path.isEmpty() ? name : path + "." + name));
    }
    limits.leave();
    return Collections.unmodifiableMap(copy);
  }

  private @Nullable Object value(@Nullable Object value, String path) {
    try {
      return copy(value, path);
    } catch (ValueException e) {
      throw e.path().isEmpty() ? new ValueException(path, e.reason()) : e;
    }
  }

  private @Nullable Object copy(@Nullable Object value, String path) {
    if (value instanceof String text) {
      limits.text(text);
      return text;
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, path);
    }
    if (value instanceof Collection<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      limits.enter();
      for (Object each : list) {
        copy.add(value(each, path + "[" + copy.size() + "]"));
      }
      limits.leave();
      return Collections.unmodifiableList(copy);
    }
    if (value instanceof BigDecimal decimal) {
      return limits.decimal(decimal);
    }
    limits.time(value);
    if (value == null
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Double
        || value instanceof Duration
        || value instanceof Instant) {
      return value;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof UUID || value instanceof Enum) {
      return value.toString();
    }
    throw new ForeignException(
        (path.isEmpty() ? "the value" : "'" + path + "'")
            + " is a "
            + value.getClass().getName()
            + ", which a chart cannot hold; give text, numbers, booleans, durations, instants,"
            + " lists or maps");
  }
}

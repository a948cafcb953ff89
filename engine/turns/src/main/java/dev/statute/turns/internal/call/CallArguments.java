package dev.statute.turns.internal.call;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Typed arguments of a built-in call; invalid ones cause a {@link TurnChartException}. */
public final class CallArguments {
  private final BuiltInCall call;
  private final Map<String, ?> values;

  private CallArguments(BuiltInCall call, Map<String, ?> values) {
    this.call = call;
    this.values = values;
  }

  /** Checks and wraps the values. */
  public static CallArguments of(BuiltInCall call, Map<String, ?> values) {
    values.forEach(
        (name, value) -> {
          BuiltInCall.Argument argument = call.arguments().get(name);
          if (argument == null) {
            throw new TurnChartException(call.handler() + " takes no '" + name + "'");
          }
          if (value != null && !matches(argument, value)) {
            throw new TurnChartException(
                call.handler() + " takes no " + name + " such as " + format(value));
          }
        });
    for (BuiltInCall.Argument argument : call.arguments().values()) {
      if (argument.required() && values.get(argument.name()) == null) {
        throw new TurnChartException(call.handler() + " needs '" + argument.name() + "'");
      }
    }
    return new CallArguments(call, values);
  }

  private static boolean matches(BuiltInCall.Argument argument, Object value) {
    return switch (argument.kind()) {
      case INT -> value instanceof Long;
      case DURATION -> value instanceof Duration || value instanceof Long;
      case TEXT ->
          value instanceof String text
              && (argument.words().isEmpty() || argument.words().contains(text));
    };
  }

  private static String format(Object value) {
    return value instanceof Map ? "a map" : value instanceof List ? "a list" : "'" + value + "'";
  }

  @Nullable
  public Long number(String name) {
    return values.get(name) instanceof Long number ? number : null;
  }

  @Nullable
  public String text(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  public String requireText(String name) {
    return require(name, text(name));
  }

  public long requireNumber(String name) {
    return require(name, number(name));
  }

  /** Returns a duration, or null; whole numbers are milliseconds. */
  @Nullable
  public Duration time(String name) {
    Object value = values.get(name);
    return value instanceof Long millis
        ? Duration.ofMillis(millis)
        : value instanceof Duration duration ? duration : null;
  }

  public Duration requireTime(String name) {
    return require(name, time(name));
  }

  private <T> T require(String name, @Nullable T value) {
    if (value == null) {
      throw new TurnChartException(call.handler() + " needs '" + name + "'");
    }
    return value;
  }
}

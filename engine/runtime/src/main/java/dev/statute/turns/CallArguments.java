package dev.statute.turns;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a built-in call was given, by type; what cannot be is a {@link ChartFault}. */
final class CallArguments {
  private final BuiltInCall call;
  private final Map<String, ?> values;

  private CallArguments(BuiltInCall call, Map<String, ?> values) {
    this.call = call;
    this.values = values;
  }

  /** Takes the values after looking at each. */
  static CallArguments of(BuiltInCall call, Map<String, ?> values) {
    values.forEach(
        (name, value) -> {
          BuiltInCall.Argument argument = call.arguments().get(name);
          if (argument == null) {
            throw new ChartFault(call.handler() + " takes no '" + name + "'");
          }
          if (value != null && !fits(argument, value)) {
            throw new ChartFault(call.handler() + " takes no " + name + " such as " + shown(value));
          }
        });
    for (BuiltInCall.Argument argument : call.arguments().values()) {
      if (argument.required() && values.get(argument.name()) == null) {
        throw new ChartFault(call.handler() + " needs '" + argument.name() + "'");
      }
    }
    return new CallArguments(call, values);
  }

  private static boolean fits(BuiltInCall.Argument argument, Object value) {
    return switch (argument.kind()) {
      case INT -> value instanceof Long;
      case DURATION -> value instanceof Duration || value instanceof Long;
      case TEXT ->
          value instanceof String text
              && (argument.words().isEmpty() || argument.words().contains(text));
    };
  }

  private static String shown(Object value) {
    return value instanceof Map ? "a map" : value instanceof List ? "a list" : "'" + value + "'";
  }

  @Nullable Long number(String name) {
    return values.get(name) instanceof Long number ? number : null;
  }

  @Nullable String text(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  String needText(String name) {
    String text = text(name);
    if (text == null) {
      throw new ChartFault(call.handler() + " needs '" + name + "'");
    }
    return text;
  }

  long needNumber(String name) {
    Long number = number(name);
    if (number == null) {
      throw new ChartFault(call.handler() + " needs '" + name + "'");
    }
    return number;
  }

  /** A duration, or null; whole numbers are milliseconds. */
  @Nullable Duration time(String name) {
    Object value = values.get(name);
    return value instanceof Long millis
        ? Duration.ofMillis(millis)
        : value instanceof Duration duration ? duration : null;
  }

  Duration needTime(String name) {
    Duration time = time(name);
    if (time == null) {
      throw new ChartFault(call.handler() + " needs '" + name + "'");
    }
    return time;
  }
}

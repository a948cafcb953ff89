package dev.statute.step.internal.interpret;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.check.FieldTypes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validation of an event's payload against its declaration. An optional field that is null equals
 * an absent one; values are converted where necessary (timestamps, durations, ints for declared
 * numbers). A payload without conversions is returned as it is.
 */
public final class PayloadValidator {
  private PayloadValidator() {}

  /** Result of the validation. */
  public sealed interface Result {}

  /** Valid payload as expressions and rules read it, in its original order. */
  public record Accepted(Map<String, ?> data) implements Result {}

  /**
   * Invalid payload.
   *
   * @param code {@code missing-field}, {@code undeclared-field} or {@code wrong-type}
   * @param field the field, or the element of it: {@code items[2]}
   * @param expected the declared type, or the declared fields
   * @param found the given value, shortened; empty for a missing field
   */
  public record RejectedPayload(
      String code, String event, String field, String expected, String found) implements Result {

    /** Returns one sentence that names event, field and values. */
    public String message() {
      return switch (code) {
        case "missing-field" -> "event '" + event + "' needs '" + field + ": " + expected + "'";
        case "undeclared-field" ->
            "event '" + event + "' has no field '" + field + "', it has " + expected;
        default ->
            "'" + field + "' of event '" + event + "' is " + found + ", expected " + expected;
      };
    }
  }

  /** Validates the payload of an external event against the chart's declaration. */
  public static Result check(EventDefinition event, Map<String, ?> data) {
    boolean changed = false;
    for (Map.Entry<String, FieldType> field : event.payload().entrySet()) {
      FieldType type = field.getValue();
      Object value = data.get(field.getKey());
      if (value == null) {
        if (!type.optional()
            && !(type.kind() == FieldType.Kind.ANY && data.containsKey(field.getKey()))) {
          return missingField(event, field.getKey(), type, data);
        }
        changed |= type.optional() && data.containsKey(field.getKey());
        continue;
      }
      FieldTypes.Mismatch wrong = FieldTypes.mismatch(type, value);
      if (wrong != null) {
        return wrongType(event, field.getKey(), wrong);
      }
      changed |= FieldTypes.convert(type, value) != value;
    }
    if (!event.open()) {
      for (String name : data.keySet()) {
        if (!event.payload().containsKey(name)) {
          return new RejectedPayload(
              "undeclared-field",
              event.name().value(),
              name,
              fields(event),
              FieldTypes.describe(data.get(name)));
        }
      }
    }
    return new Accepted(changed ? convert(event, data) : data);
  }

  private static RejectedPayload missingField(
      EventDefinition event, String field, FieldType type, Map<String, ?> data) {
    boolean isNull = data.containsKey(field);
    return new RejectedPayload(
        isNull ? "wrong-type" : "missing-field",
        event.name().value(),
        field,
        type.text(),
        isNull ? "null" : "");
  }

  private static RejectedPayload wrongType(
      EventDefinition event, String field, FieldTypes.Mismatch wrong) {
    return new RejectedPayload(
        "wrong-type",
        event.name().value(),
        field + wrong.path(),
        FieldTypes.describe(wrong.expected()),
        FieldTypes.describe(wrong.found()));
  }

  private static Map<String, ?> convert(EventDefinition event, Map<String, ?> data) {
    Map<String, @Nullable Object> converted = new LinkedHashMap<>();
    data.forEach(
        (name, value) -> {
          FieldType type = event.payload().get(name);
          if (type == null) {
            converted.put(name, value);
          } else if (value != null || !type.optional()) {
            converted.put(name, FieldTypes.convert(type, value));
          }
        });
    return Collections.unmodifiableMap(converted);
  }

  private static String fields(EventDefinition event) {
    return event.payload().isEmpty() ? "none" : String.join(", ", event.payload().keySet());
  }
}

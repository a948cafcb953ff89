package dev.statute.step.internal.scope;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.check.ValueType.Field;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of {@code event} in transitions. */
final class EventTypes {
  private static final Field TEXT = Field.required(ValueType.STRING);
  private static final Field OPTIONAL_TEXT = Field.optional(ValueType.STRING);
  private static final Field COUNT = Field.required(ValueType.INT);
  private static final ValueType RESULT =
      ValueType.closed(
          "an answer",
          fields(
              "status",
              TEXT,
              "message",
              OPTIONAL_TEXT,
              "metadata",
              Field.optional(ValueType.DYN),
              "value",
              Field.optional(ValueType.DYN),
              "fields",
              Field.optional(ValueType.DYN)));
  private static final ValueType REFUSED_MOVE =
      ValueType.closed(
          "error.move",
          fields("state", TEXT, "code", TEXT, "message", TEXT, "rule", OPTIONAL_TEXT));
  private static final ValueType FAILURE =
      ValueType.closed(
          "an error", fields("code", TEXT, "message", TEXT, "kind", TEXT, "attempts", COUNT));
  private static final ValueType EXECUTION =
      ValueType.closed("error.execution", fields("message", TEXT, "place", TEXT, "in", TEXT));
  private static final ValueType COMMUNICATION =
      ValueType.closed("error.communication", fields("message", TEXT));
  private static final ValueType FINDING =
      ValueType.open(
          "a finding",
          fields("pattern", TEXT, "identity", TEXT, "level", TEXT, "count", COUNT, "reason", TEXT));

  private final @Nullable Map<String, EventDefinition> declaredPayload;
  private final List<String> raised;
  private final boolean sendsComputedEvents;

  EventTypes(StateContents parts) {
    declaredPayload = parts.chart().events();
    raised = parts.raisedEvents().stream().map(SourceText::value).toList();
    sendsComputedEvents = parts.sendsComputedEvents();
  }

  /** Returns the payload type if exactly one declared event matches, else {@link ValueType#DYN}. */
  ValueType forDescriptors(List<SourceText> descriptors) {
    if (descriptors.size() != 1) {
      return ValueType.DYN;
    }
    String name = descriptors.get(0).value();
    if (declaredPayload != null) {
      EventDefinition event = declaredPayload.get(name);
      if (event != null) {
        return isUnambiguous(name, declaredPayload) ? payload(event) : ValueType.DYN;
      }
    }
    boolean madeByChart =
        sendsComputedEvents || raised.stream().anyMatch(e -> EventDescriptor.matches(name, e));
    return madeByChart ? ValueType.DYN : platformType(name);
  }

  /**
   * Returns the payload type of the declared event of exactly that name, else {@link
   * ValueType#DYN}.
   */
  ValueType declaredPayload(String name) {
    EventDefinition event = declaredPayload == null ? null : declaredPayload.get(name);
    return event == null ? ValueType.DYN : payload(event);
  }

  private static boolean isUnambiguous(String name, Map<String, EventDefinition> declared) {
    return declared.keySet().stream().filter(e -> EventDescriptor.matches(name, e)).count() == 1;
  }

  private static ValueType payload(EventDefinition event) {
    Map<String, Field> fields = new LinkedHashMap<>();
    event
        .payload()
        .forEach(
            (name, type) ->
                fields.put(name, new Field(FieldTypes.expressionType(type), type.optional())));
    String name = "event " + event.name().value();
    return event.open() ? ValueType.open(name, fields) : ValueType.closed(name, fields);
  }

  private static ValueType platformType(String name) {
    if (EventDescriptor.matches("done.call", name)
        || EventDescriptor.matches("done.invoke", name)) {
      return RESULT;
    }
    if (EventDescriptor.matches("error.call", name)
        || EventDescriptor.matches("error.invoke", name)) {
      return FAILURE;
    }
    if (name.equals("error.execution")) {
      return EXECUTION;
    }
    if (name.equals("error.communication")) {
      return COMMUNICATION;
    }
    if (name.equals("error.move")) {
      return REFUSED_MOVE;
    }
    return EventDescriptor.matches("stuck", name) ? FINDING : ValueType.DYN;
  }

  /** Returns fields in this order: name, field, name, field. */
  static Map<String, Field> fields(Object... namesAndFields) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFields.length; i += 2) {
      fields.put((String) namesAndFields[i], (Field) namesAndFields[i + 1]);
    }
    return fields;
  }
}

package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.expr.Type;
import dev.statute.expr.Type.Field;
import dev.statute.problem.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of {@code event} where a transition waits for it. */
final class EventTypes {
  private static final Field TEXT = Field.required(Type.STRING);
  private static final Field MAYBE_TEXT = Field.optional(Type.STRING);
  private static final Field COUNT = Field.required(Type.INT);
  private static final Type RESULT =
      Type.closed(
          "an answer",
          fields(
              "status",
              TEXT,
              "message",
              MAYBE_TEXT,
              "metadata",
              Field.optional(Type.DYN),
              "value",
              Field.optional(Type.DYN)));
  private static final Type FAILURE =
      Type.closed(
          "an error", fields("code", TEXT, "message", TEXT, "kind", TEXT, "attempts", COUNT));
  private static final Type EXECUTION =
      Type.closed("error.execution", fields("message", TEXT, "place", TEXT, "in", TEXT));
  private static final Type COMMUNICATION =
      Type.closed("error.communication", fields("message", TEXT));
  private static final Type FINDING =
      Type.open(
          "a finding",
          fields("pattern", TEXT, "identity", TEXT, "level", TEXT, "count", COUNT, "reason", TEXT));

  private final @Nullable Map<String, EventDefinition> declared;
  private final List<String> raised;
  private final boolean sendsAnything;

  EventTypes(ChartDefinition chart) {
    declared = chart.events();
    StateContents parts = StateContents.of(chart);
    raised = parts.raised().stream().map(Text::value).toList();
    sendsAnything = parts.sendsAnything();
  }

  /** The payload if exactly one event can be meant and is known, else {@link Type#DYN}. */
  Type of(List<Text> descriptors) {
    if (descriptors.size() != 1) {
      return Type.DYN;
    }
    String name = descriptors.get(0).value();
    if (declared != null) {
      EventDefinition event = declared.get(name);
      if (event != null) {
        return isAlone(name, declared) ? payload(event) : Type.DYN;
      }
    }
    boolean madeByChart =
        sendsAnything || raised.stream().anyMatch(e -> EventDescriptor.matches(name, e));
    return madeByChart ? Type.DYN : platform(name);
  }

  /** The payload of the declared event of exactly that name, else {@link Type#DYN}. */
  Type declared(String name) {
    EventDefinition event = declared == null ? null : declared.get(name);
    return event == null ? Type.DYN : payload(event);
  }

  private static boolean isAlone(String name, Map<String, EventDefinition> declared) {
    return declared.keySet().stream().filter(e -> EventDescriptor.matches(name, e)).count() == 1;
  }

  private static Type payload(EventDefinition event) {
    Map<String, Field> fields = new LinkedHashMap<>();
    event
        .payload()
        .forEach(
            (name, type) ->
                fields.put(name, new Field(FieldTypes.expression(type), type.optional())));
    String name = "event " + event.name().value();
    return event.open() ? Type.open(name, fields) : Type.closed(name, fields);
  }

  private static Type platform(String name) {
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
    return EventDescriptor.matches("stuck", name) ? FINDING : Type.DYN;
  }

  private static Map<String, Field> fields(Object... namesAndFields) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFields.length; i += 2) {
      fields.put((String) namesAndFields[i], (Field) namesAndFields[i + 1]);
    }
    return fields;
  }
}

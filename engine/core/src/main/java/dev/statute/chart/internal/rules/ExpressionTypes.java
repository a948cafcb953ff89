package dev.statute.chart.internal.rules;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.TransitionDefinition.Trigger;
import dev.statute.chart.check.FieldTypes;
import dev.statute.expr.Type;
import dev.statute.expr.Type.Field;
import dev.statute.expr.TypeEnvironment;
import dev.statute.policy.Settings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the expressions of a chart may name, and what is known of it, place by place. In all places
 * the variables of {@link VariableSlots} are in scope; they differ in what is known of {@code
 * event}: its declared payload in a transition that waits for exactly one declared event, nothing
 * elsewhere. States have the numbers of {@link ChartIndex}. Immutable.
 */
public final class ExpressionTypes {
  private static final Type TEXT_MAP = Type.map(Type.STRING, Type.DYN);

  private static final Type FIELDS =
      record(
          "fields",
          "next",
          Type.DYN,
          "prompt",
          Type.DYN,
          "missing",
          Type.list(Type.STRING),
          "values",
          TEXT_MAP,
          "errors",
          Type.map(Type.STRING, Type.STRING));

  private static final Type INSTANCE =
      record(
          "instance",
          "id",
          Type.STRING,
          "epoch",
          Type.INT,
          "turn",
          Type.STRING,
          "revision",
          Type.STRING);

  private static final Type EVENT_META =
      record(
          "event_meta",
          "type",
          Type.STRING,
          "origin",
          Type.DYN,
          "sendid",
          Type.DYN,
          "invokeid",
          Type.DYN);

  private final EventTypes events;
  private final Type data;
  private final Type settings;
  private final Type progress;
  private final ChartIndex index;
  private final TypeEnvironment dynamic;

  private ExpressionTypes(
      ChartDefinition chart, ChartIndex index, Settings settings, Type progress) {
    this.index = index;
    this.progress = progress;
    this.settings = settings(settings);
    events = new EventTypes(chart);
    data = data(chart.data());
    dynamic = env(Type.DYN);
  }

  /**
   * @param settings the effective ones: their names are all that {@code settings.x} may say
   * @param progress what is known of {@code progress}
   */
  public static ExpressionTypes of(
      ChartDefinition chart, ChartIndex index, Settings settings, Type progress) {
    return new ExpressionTypes(chart, index, settings, progress);
  }

  /** Of a transition with this trigger: its condition, actions and reason. */
  public TypeEnvironment transition(Trigger trigger) {
    Type event = trigger instanceof OnEvent on ? events.of(on.descriptors()) : Type.DYN;
    return event == Type.DYN ? dynamic : env(event);
  }

  /** What the data of a declared event must be; {@link Type#DYN} of others. */
  public Type payload(String event) {
    return events.declared(event);
  }

  /** Of all places that no single event leads to: entries, exits, moves, timers, invocations. */
  public TypeEnvironment dynamic() {
    return dynamic;
  }

  /** Of the check and the message of a field: {@code value} is what the user gave. */
  public TypeEnvironment fieldCheck() {
    return dynamic.with("value", Type.DYN);
  }

  private TypeEnvironment env(Type event) {
    return TypeEnvironment.empty()
        .with("data", data)
        .with("event", event)
        .with("event_name", Type.STRING)
        .with("progress", progress)
        .with("fields", FIELDS)
        .with("settings", settings)
        .with("instance", INSTANCE)
        .with("now", Type.TIMESTAMP)
        .with("event_meta", EVENT_META)
        .withStates(index.ids(), index::number);
  }

  private static Type record(String name, Object... namesAndTypes) {
    Map<String, Field> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.put((String) namesAndTypes[i], Field.required((Type) namesAndTypes[i + 1]));
    }
    return Type.closed(name, fields);
  }

  private static Type data(@Nullable Map<String, DataDefinition> declared) {
    if (declared == null) {
      return TEXT_MAP;
    }
    Map<String, Field> fields = new LinkedHashMap<>();
    declared.forEach(
        (name, item) -> {
          Type type = item.type() == null ? Type.DYN : FieldTypes.expression(item.type());
          boolean nullable = item.type() != null && item.type().optional();
          fields.put(name, nullable ? Field.optional(type) : Field.required(type));
        });
    return Type.closed("data", fields);
  }

  private static Type settings(Settings effective) {
    Map<String, Field> fields = new LinkedHashMap<>();
    effective.all().forEach((name, value) -> fields.put(name, Field.required(ofValue(value))));
    return Type.closed("settings", fields);
  }

  private static Type ofValue(@Nullable Object value) {
    if (value instanceof Boolean) {
      return Type.BOOL;
    }
    if (value instanceof Long) {
      return Type.INT;
    }
    if (value instanceof Double) {
      return Type.DOUBLE;
    }
    if (value instanceof String) {
      return Type.STRING;
    }
    if (value instanceof Duration) {
      return Type.DURATION;
    }
    if (value instanceof List) {
      return Type.list(Type.DYN);
    }
    return value instanceof Map ? TEXT_MAP : Type.DYN;
  }
}

package dev.statute.step.internal.scope;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.TransitionDefinition.Trigger;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.check.ValueType.Field;
import dev.statute.policy.Settings;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Type environments of a chart's expressions, by place. The variables of {@link VariableSlots} are
 * in scope everywhere; the environments differ in the type of {@code event}: its declared payload
 * in a transition that waits for exactly one declared event, else dynamic. States have the numbers
 * of {@link ChartIndex}. Immutable.
 */
public final class ExpressionEnvironments {
  private static final ValueType TEXT_MAP = ValueType.map(ValueType.STRING, ValueType.DYN);

  private static final Field ANY = Field.required(ValueType.DYN);
  private static final Field TEXT = Field.required(ValueType.STRING);

  private static final ValueType FIELDS =
      ValueType.closed(
          "fields",
          EventTypes.fields(
              "next",
              ANY,
              "prompt",
              ANY,
              "missing",
              Field.required(ValueType.list(ValueType.STRING)),
              "values",
              Field.required(TEXT_MAP),
              "errors",
              Field.required(ValueType.map(ValueType.STRING, ValueType.STRING))));

  private static final ValueType INSTANCE =
      ValueType.closed(
          "instance",
          EventTypes.fields(
              "id", TEXT, "epoch", Field.required(ValueType.INT), "turn", TEXT, "revision", TEXT));

  private static final ValueType EVENT_META =
      ValueType.closed(
          "event_meta",
          EventTypes.fields("type", TEXT, "origin", ANY, "sendid", ANY, "invokeid", ANY));

  private final EventTypes events;
  private final ValueType data;
  private final ValueType settings;
  private final ValueType progress;
  private final ChartIndex index;
  private final TypeEnvironment forAnyEvent;

  private ExpressionEnvironments(StateContents parts, Settings settings, ValueType progress) {
    this.index = parts.index();
    this.progress = progress;
    this.settings = settings(settings);
    events = new EventTypes(parts);
    data = data(parts.chart().data(), assigned(parts));
    forAnyEvent = env(ValueType.DYN);
  }

  /**
   * Creates the environments of a chart.
   *
   * @param settings the effective ones; {@code settings.x} is valid for their names only
   * @param progress type of {@code progress}
   */
  public static ExpressionEnvironments of(
      StateContents parts, Settings settings, ValueType progress) {
    return new ExpressionEnvironments(parts, settings, progress);
  }

  /** Returns the environment of a transition with this trigger: condition, actions and reason. */
  public TypeEnvironment forTransition(Trigger trigger) {
    ValueType event =
        trigger instanceof OnEvent on ? events.forDescriptors(on.descriptors()) : ValueType.DYN;
    return event == ValueType.DYN ? forAnyEvent : env(event);
  }

  /** Returns the type of a declared event's data; {@link ValueType#DYN} of others. */
  public ValueType payloadType(String event) {
    return events.declaredPayload(event);
  }

  /**
   * Returns the environment of places without a single event: entries, exits, moves, timers,
   * invocations.
   */
  public TypeEnvironment forAnyEvent() {
    return forAnyEvent;
  }

  /**
   * Returns the environment of the check and message of a field: {@code value} is the user's input.
   */
  public TypeEnvironment forFieldCheck() {
    return forAnyEvent.withVariable("value", ValueType.DYN);
  }

  private TypeEnvironment env(ValueType event) {
    return TypeEnvironment.empty()
        .withVariable("data", data)
        .withVariable("event", event)
        .withVariable("event_name", ValueType.STRING)
        .withVariable("progress", progress)
        .withVariable("fields", FIELDS)
        .withVariable("settings", settings)
        .withVariable("instance", INSTANCE)
        .withVariable("now", ValueType.TIMESTAMP)
        .withVariable("event_meta", EVENT_META)
        .withStates(index.ids(), index::number);
  }

  /** Names of the data that some action assigns; their values may be of any type. */
  private static Set<String> assigned(StateContents parts) {
    Set<String> names = new HashSet<>();
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Assign assign) {
        assign.values().keySet().forEach(path -> names.add(path.value().split("[.\\[]", 2)[0]));
      }
    }
    return names;
  }

  /** Type of data: the declared one, or that of an initial list or text that nothing assigns. */
  private static ValueType type(DataDefinition item, Set<String> assigned) {
    if (item.type() != null) {
      return FieldTypes.expressionType(item.type());
    }
    if (assigned.contains(item.name().value())) {
      return ValueType.DYN;
    }
    return item.initial() instanceof List<?>
        ? ValueType.list(ValueType.DYN)
        : item.initial() instanceof String ? ValueType.STRING : ValueType.DYN;
  }

  private static ValueType data(
      @Nullable Map<String, DataDefinition> declared, Set<String> assigned) {
    if (declared == null) {
      return TEXT_MAP;
    }
    Map<String, Field> fields = new LinkedHashMap<>();
    declared.forEach(
        (name, item) -> {
          ValueType type = type(item, assigned);
          boolean nullable = item.type() != null && item.type().optional();
          fields.put(name, nullable ? Field.optional(type) : Field.required(type));
        });
    return ValueType.closed("data", fields);
  }

  private static ValueType settings(Settings effective) {
    Map<String, Field> fields = new LinkedHashMap<>();
    effective.all().forEach((name, value) -> fields.put(name, Field.required(ValueType.of(value))));
    return ValueType.closed("settings", fields);
  }
}

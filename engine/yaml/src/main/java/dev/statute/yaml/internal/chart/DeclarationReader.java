package dev.statute.yaml.internal.chart;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.check.FieldTypes;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.MisreadLiteral;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of the declarations of data and events. */
final class DeclarationReader {
  private static final List<String> LONG_FORM = List.of("type", "initial", "note");

  private static final FieldType ANY = new FieldType(FieldType.Kind.ANY, false, false);

  private final NodeReader shape;

  DeclarationReader(NodeReader shape) {
    this.shape = shape;
  }

  @Nullable Map<String, DataDefinition> data(KeyReader keys) {
    Mapping map =
        keys.read(
            "data",
            tree -> shape.mapOrEmpty(tree, "data", "a map of values", "data: { count: 0 }"));
    if (map == null) {
      return null;
    }
    Map<String, DataDefinition> items = new LinkedHashMap<>();
    map.entries().forEach((name, entry) -> items.put(name, item(entry)));
    return Collections.unmodifiableMap(items);
  }

  private DataDefinition item(Entry entry) {
    if (entry.value() instanceof Mapping map
        && map.entries().containsKey("type")
        && LONG_FORM.containsAll(map.entries().keySet())) {
      FieldType type = TypeReader.type(shape, map.entries().get("type").value(), "type");
      YamlTree initial = map.get("initial");
      if (type != null && initial != null) {
        fits(entry.key(), type, initial);
      }
      return new DataDefinition(entry.key(), type, initial == null ? null : initial.plain(type));
    }
    MisreadLiteral.check(shape, entry.value());
    return new DataDefinition(entry.key(), null, entry.value().plain());
  }

  /** Reports C129: an initial value must be of the declared type or null. */
  private void fits(SourceText name, FieldType type, YamlTree initial) {
    boolean isUnreadable = initial instanceof Scalar scalar && scalar.isBroken();
    if (isUnreadable || initial.plain() == null) {
      return;
    }
    String wrong = FieldTypes.mismatch(type, initial.plain(type));
    if (wrong != null) {
      YamlTree culprit =
          wrong.isEmpty() || !(initial instanceof Sequence list)
              ? initial
              : list.members().get(Integer.parseInt(wrong.substring(1, wrong.length() - 1)));
      String wanted = FieldTypes.describe(wrong.isEmpty() ? type : type.element());
      shape.error(
          "C129",
          culprit.at(),
          "'" + name + wrong + "' is declared " + wanted + ", but this is " + culprit.described(),
          "begin with a value of that type, or declare another one");
    }
  }

  @Nullable Map<String, EventDefinition> events(KeyReader keys) {
    String example = "events: { Pause: { reason: string? } }";
    Mapping map =
        keys.read("events", tree -> shape.mapOrEmpty(tree, "events", "a map of events", example));
    if (map == null) {
      return null;
    }
    Map<String, EventDefinition> events = new LinkedHashMap<>();
    for (Entry entry : map.entries().values()) {
      NameReader.isEvent(shape, entry.key());
      events.put(entry.key().value(), event(entry));
    }
    return Collections.unmodifiableMap(events);
  }

  private EventDefinition event(Entry entry) {
    SourceText name = entry.key();
    Map<String, FieldType> payload = new LinkedHashMap<>();
    boolean open = false;
    Mapping map =
        shape.mapOrEmpty(
            entry.value(),
            name.value(),
            "a map from fields to types",
            name + ": { reason: string? }");
    if (map != null) {
      for (Entry field : map.entries().values()) {
        NameReader.isField(shape, field.key(), field.value());
        FieldType type = TypeReader.type(shape, field.value(), field.key().value());
        if (field.key().value().equals("...")) {
          open = true;
          if (type != null && !type.equals(ANY)) {
            shape.error(
                "C128",
                field.value().at(),
                "further fields of '" + name + "' can only be any",
                "write \"...\": any");
          }
        } else if (type != null) {
          payload.put(field.key().value(), type);
        }
      }
    }
    return new EventDefinition(name, Collections.unmodifiableMap(payload), open);
  }
}

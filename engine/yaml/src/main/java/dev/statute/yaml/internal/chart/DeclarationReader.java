package dev.statute.yaml.internal.chart;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.TypeDefinition;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of the declarations of types, data and events. */
final class DeclarationReader {
  private static final List<String> LONG_FORM = List.of("type", "initial", "note");

  private static final FieldType ANY = new FieldType(FieldType.Kind.ANY, false, false);

  private static final String TYPES = "types: { Payment: { by: string, amount: decimal } }";

  /** Names that rules use for something else. */
  private static final Set<String> RESERVED =
      Set.of(
          ("Transition Candidate Proposal Instance Settings Progress Limits Cycle Poll Budget Action"
                  + " Failure FileChange TestRun Message Phase Past Values String Integer Long"
                  + " Double BigDecimal Boolean Number Object List ArrayList Set Collection HashSet"
                  + " Math Keys")
              .split(" "));

  private final NodeReader shape;
  private final Map<String, TypeDefinition> types = new LinkedHashMap<>();
  private final TypeReader typeReader;

  private DeclarationReader(NodeReader shape) {
    this.shape = shape;
    this.typeReader = new TypeReader(shape, types);
  }

  /** Creates the reader of a chart, whose own types are read first. */
  static DeclarationReader of(NodeReader shape, KeyReader keys) {
    DeclarationReader reader = new DeclarationReader(shape);
    reader.readTypes(keys);
    return reader;
  }

  /** Reads the types in document order; one may have fields of those before it. */
  private void readTypes(KeyReader keys) {
    Mapping map = keys.map("types", "a map of types", TYPES);
    if (map == null) {
      return;
    }
    typeReader.announce(map.entries().keySet());
    for (Entry entry : map.entries().values()) {
      SourceText name = entry.key();
      if (!name.value().matches("[A-Z][A-Za-z0-9_]*") || RESERVED.contains(name.value())) {
        shape.error(
            "C128",
            name,
            "'"
                + name
                + "' is no name for a type"
                + (RESERVED.contains(name.value()) ? ": rules use it for something else" : ""),
            RESERVED.contains(name.value())
                ? "write another name, such as " + name + "Record"
                : "write a capital letter first, then letters and digits, such as Payment");
        continue;
      }
      typeReader.enterType(name.value());
      Map<String, FieldType> fields = new LinkedHashMap<>();
      Mapping declared =
          shape.mapOrEmpty(
              entry.value(), name.value(), "a map from fields to types", name + ": { by: string }");
      if (declared != null) {
        declared.entries().values().forEach(field -> field(field, fields));
      }
      types.put(
          name.value(), new TypeDefinition(name.value(), Collections.unmodifiableMap(fields)));
    }
  }

  private void field(Entry field, Map<String, FieldType> fields) {
    SourceText name = field.key();
    if (NameReader.isField(shape, name, field.value())
        && !name.value().matches("[A-Za-z_][A-Za-z0-9_]*")) {
      shape.error(
          "C125",
          name,
          "'" + name + "' is no name for a field of a type",
          "use letters, digits and '_', a letter first");
    }
    FieldType type = typeReader.type(field.value(), name.value());
    if (type != null) {
      fields.put(field.key().value(), type);
    }
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
      FieldType type = typeReader.type(map.entries().get("type").value(), "type");
      YamlTree initial = map.get("initial");
      if (type != null && initial != null) {
        fits(entry.key(), type, initial);
      }
      return new DataDefinition(entry.key(), type, initial == null ? null : initial.plain(type));
    }
    FieldType own = typeReader.ownType(entry.value(), entry.key().value());
    if (own != null) {
      boolean isEmptyList = own.list() && !own.optional();
      return new DataDefinition(entry.key(), own, isEmptyList ? List.of() : null);
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
    FieldTypes.Mismatch wrong = FieldTypes.mismatch(type, initial.plain(type));
    if (wrong != null) {
      YamlTree culprit = part(initial, wrong.path());
      shape.error(
          "C129",
          culprit.at(),
          "'"
              + name
              + wrong.path()
              + "' is declared "
              + FieldTypes.describe(wrong.expected())
              + ", but this is "
              + culprit.described(),
          "begin with a value of that type, or declare another one");
    }
  }

  /** Part of a tree at a path such as {@code [2].amount}, as far as it is there. */
  private static YamlTree part(YamlTree tree, String path) {
    YamlTree part = tree;
    for (String step : path.split("(?=[\\[.])")) {
      YamlTree next =
          step.startsWith("[") && part instanceof Sequence list
              ? list.members().get(Integer.parseInt(step.substring(1, step.length() - 1)))
              : step.startsWith(".") && part instanceof Mapping map
                  ? map.get(step.substring(1))
                  : null;
      if (next == null) {
        return part;
      }
      part = next;
    }
    return part;
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
        FieldType type = typeReader.type(field.value(), field.key().value());
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

package dev.statute.yaml.internal.node;

import dev.statute.chart.SettingDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.YamlTree.Style;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of computed values: texts are expressions, all others literals. */
public final class ValueReader {
  private ValueReader() {}

  /** Returns a value; null only after a report. */
  public static @Nullable ValueDefinition value(NodeReader shape, YamlTree tree, String key) {
    if (tree instanceof Mapping map) {
      return new ValueDefinition.MapOf(named(shape, map));
    }
    if (tree instanceof Sequence list) {
      List<ValueDefinition> members = new ArrayList<>();
      for (YamlTree member : list.members()) {
        ValueDefinition value = value(shape, member, key);
        if (value != null) {
          members.add(value);
        }
      }
      return new ValueDefinition.ListOf(List.copyOf(members));
    }
    Scalar scalar = (Scalar) tree;
    if (scalar.isMissing()) {
      QuotingChecks.reportNull(shape, scalar, key, "a value");
      return null;
    }
    if (scalar.style() == Style.PLAIN && !(scalar.plain() instanceof String)) {
      MisreadLiteral.check(shape, scalar);
      return new ValueDefinition.Literal(scalar.plain());
    }
    SourceText source = QuotingChecks.expression(shape, scalar, key);
    return source == null ? null : new ValueDefinition.Expr(source);
  }

  /** Returns a map of values by name. */
  public static Map<String, ValueDefinition> named(NodeReader shape, Mapping map) {
    Map<String, ValueDefinition> values = new LinkedHashMap<>();
    byKey(shape, map).forEach((key, value) -> values.put(key.value(), value));
    return Collections.unmodifiableMap(values);
  }

  /** Returns a map of values by key with place. */
  public static Map<SourceText, ValueDefinition> byKey(NodeReader shape, Mapping map) {
    Map<SourceText, ValueDefinition> values = new LinkedHashMap<>();
    Entry previous = null;
    for (Entry entry : map.entries().values()) {
      if (KeyReader.isTruncated(entry)) {
        if (!QuotingChecks.reportMissingSpace(shape, entry.key())) {
          QuotingChecks.report(shape, previous == null ? entry.key() : previous.value().at());
        }
        continue;
      }
      ValueDefinition value = value(shape, entry.value(), entry.key().value());
      if (value != null) {
        values.put(entry.key(), value);
      }
      previous = entry;
    }
    return Collections.unmodifiableMap(values);
  }

  /** Returns settings: plain values by name. */
  public static Map<String, SettingDefinition> settings(
      NodeReader shape, YamlTree tree, String key) {
    Map<String, SettingDefinition> settings = new LinkedHashMap<>();
    Mapping map = shape.map(tree, key, "a map of values", key + ": { stuck_threshold: 3 }");
    if (map != null) {
      checkTruncated(shape, map);
      MisreadLiteral.check(shape, map);
      map.entries()
          .forEach(
              (name, entry) ->
                  settings.put(name, new SettingDefinition(entry.key(), entry.value().plain())));
    }
    return Collections.unmodifiableMap(settings);
  }

  /** Reports keys inside settings that YAML reads without their values. */
  private static void checkTruncated(NodeReader shape, YamlTree tree) {
    if (tree instanceof Sequence list) {
      list.members().forEach(member -> checkTruncated(shape, member));
    } else if (tree instanceof Mapping map) {
      for (Entry entry : map.entries().values()) {
        if (KeyReader.isTruncated(entry)) {
          if (!QuotingChecks.reportMissingSpace(shape, entry.key())) {
            QuotingChecks.reportNull(shape, (Scalar) entry.value(), entry.key().value(), "a value");
          }
        } else {
          checkTruncated(shape, entry.value());
        }
      }
    }
  }
}

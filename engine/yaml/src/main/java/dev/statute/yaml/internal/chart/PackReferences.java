package dev.statute.yaml.internal.chart;

import dev.statute.chart.PackReference;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reader of the rule packs that a chart names. */
final class PackReferences {
  private static final String EXAMPLE = "policies: [guards/strict]";

  private static final List<String> KEYS = List.of("pack", "disable", "settings");

  private final NodeReader shape;

  PackReferences(NodeReader shape) {
    this.shape = shape;
  }

  List<PackReference> of(KeyReader chart) {
    return chart.members("policies").stream().map(this::one).filter(Objects::nonNull).toList();
  }

  private @Nullable PackReference one(YamlTree tree) {
    if (!(tree instanceof Mapping map)) {
      SourceText name = shape.text(tree, "policies", "names of rule packs", EXAMPLE);
      return name == null || !NameReader.isPack(shape, name)
          ? null
          : new PackReference(name, List.of(), Map.of());
    }
    if (isNameAsKey(map)) {
      return null;
    }
    KeyReader keys = KeyReader.of(shape, map, "a policy", KEYS);
    keys.require("pack", "pack: guards/strict");
    SourceText name = keys.text("pack", "the name of a rule pack", EXAMPLE);
    List<SourceText> off = keys.texts("disable", "names of rules", "disable: [ \"no progress\" ]");
    var values = keys.settings("settings");
    return name == null || !NameReader.isPack(shape, name)
        ? null
        : new PackReference(name, off, values);
  }

  /** Reports the form {@code - guards/strict: { disable: … }} of other formats. */
  private boolean isNameAsKey(Mapping map) {
    Entry only = map.entries().size() == 1 ? map.entries().values().iterator().next() : null;
    if (only == null
        || Stream.concat(KEYS.stream(), KeyReader.DOCUMENTATION_KEYS.stream())
            .anyMatch(only.key().value()::equals)
        || !(only.value() instanceof Mapping)) {
      return false;
    }
    shape.error(
        "C120",
        only.key(),
        "a rule pack with keys is named by 'pack', not by a key",
        "write pack: " + only.key() + ", and the other keys beside it");
    return true;
  }
}

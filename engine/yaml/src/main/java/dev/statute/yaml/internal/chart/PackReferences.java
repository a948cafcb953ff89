package dev.statute.yaml.internal.chart;

import dev.statute.chart.PackReference;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  List<PackReference> of(@Nullable YamlTree tree) {
    List<PackReference> packs = new ArrayList<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        PackReference pack = one(member);
        if (pack != null) {
          packs.add(pack);
        }
      }
    }
    return List.copyOf(packs);
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
    YamlTree pack = keys.require(shape, "pack", "a policy", "pack: guards/strict");
    SourceText name =
        pack == null ? null : shape.text(pack, "pack", "the name of a rule pack", EXAMPLE);
    YamlTree disable = keys.get("disable");
    YamlTree settings = keys.get("settings");
    List<SourceText> off =
        disable == null
            ? List.of()
            : shape.texts(disable, "disable", "names of rules", "disable: [ \"no progress\" ]");
    var values =
        settings == null
            ? Map.<String, dev.statute.chart.SettingDefinition>of()
            : ValueReader.settings(shape, settings, "settings");
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
    shape
        .problems()
        .error(
            "C120",
            only.key(),
            "a rule pack with keys is named by 'pack', not by a key",
            "write pack: " + only.key() + ", and the other keys beside it");
    return true;
  }
}

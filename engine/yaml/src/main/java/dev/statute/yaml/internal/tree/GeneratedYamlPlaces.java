package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Mapping of places in generated YAML to places in its original. */
public final class GeneratedYamlPlaces {
  private final Source original;
  private final UnaryOperator<Place> origins;

  private GeneratedYamlPlaces(Source original, UnaryOperator<Place> origins) {
    this.original = original;
    this.origins = origins;
  }

  /**
   * Returns the tree with mapped places.
   *
   * @param original file with the lines that problems show
   * @param origins place in the YAML → place in the original
   */
  public static YamlTree of(YamlTree tree, Source original, UnaryOperator<Place> origins) {
    return new GeneratedYamlPlaces(original, origins).tree(tree);
  }

  private YamlTree tree(YamlTree tree) {
    if (tree instanceof YamlTree.Scalar scalar) {
      return new YamlTree.Scalar(text(scalar.at()), scalar.style());
    }
    if (tree instanceof YamlTree.Sequence list) {
      List<YamlTree> members = list.members().stream().map(this::tree).toList();
      return new YamlTree.Sequence(members, text(list.at()));
    }
    YamlTree.Mapping map = (YamlTree.Mapping) tree;
    Map<String, YamlTree.Entry> entries = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (key, entry) ->
                entries.put(key, new YamlTree.Entry(text(entry.key()), tree(entry.value()))));
    return new YamlTree.Mapping(entries, text(map.at()));
  }

  private SourceText text(SourceText at) {
    return SourceText.of(at.value(), offset -> origins.apply(at.placeAt(offset)), original);
  }
}

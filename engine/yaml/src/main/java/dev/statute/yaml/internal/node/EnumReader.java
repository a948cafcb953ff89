package dev.statute.yaml.internal.node;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of a word out of a fixed set. */
public final class EnumReader {
  private EnumReader() {}

  public static @Nullable String read(
      NodeReader shape, YamlTree tree, String key, List<String> words) {
    if (tree instanceof Scalar scalar) {
      if (scalar.isBroken()) {
        return null;
      }
      if (words.contains(scalar.text())) {
        return scalar.text();
      }
    }
    String meant = tree instanceof Scalar s ? SpellingSuggestion.nearest(s.text(), words) : null;
    shape
        .problems()
        .error(
            "C124",
            tree.at(),
            "'"
                + key
                + "' is one of "
                + String.join(", ", words)
                + ", but this is "
                + tree.described(),
            meant == null ? "write " + key + ": " + words.get(0) : "did you mean '" + meant + "'?");
    return null;
  }
}

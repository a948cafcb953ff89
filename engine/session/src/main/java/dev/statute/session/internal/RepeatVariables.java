package dev.statute.session.internal;

import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain values of a repeated step; <code>${n}</code> in texts is the number of the repetition. */
final class RepeatVariables {
  private static final String COUNTER = "${n}";

  private RepeatVariables() {}

  /** Tests for the number of the repetition in a text. */
  static boolean counts(Scalar scalar) {
    return scalar.text().contains(COUNTER);
  }

  static @Nullable Object plain(YamlTree tree, int n) {
    if (tree instanceof Mapping mapping) {
      return map(mapping, n);
    }
    if (tree instanceof Sequence sequence) {
      List<@Nullable Object> list = new ArrayList<>();
      sequence.members().forEach(member -> list.add(plain(member, n)));
      return Collections.unmodifiableList(list);
    }
    return tree instanceof Scalar scalar ? scalar(scalar, n) : tree.plain();
  }

  static Map<String, @Nullable Object> map(Mapping mapping, int n) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    mapping.entries().forEach((key, entry) -> map.put(key, plain(entry.value(), n)));
    return Collections.unmodifiableMap(map);
  }

  /** Expands a scalar; a plain one may become a number: {@code count: ${n}}. */
  private static @Nullable Object scalar(Scalar scalar, int n) {
    String text = scalar.text();
    if (!counts(scalar)) {
      return scalar.plain();
    }
    String counted = text.replace(COUNTER, Integer.toString(n));
    return new Scalar(SourceText.of(counted, scalar.place()), scalar.style()).plain();
  }
}

package dev.statute.session.internal;

import dev.statute.yaml.YamlTree.Entry;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comparison of a rule or a reason, of which a step may have several. */
final class TextMatch {
  private TextMatch() {}

  /** Compares the expected text with each actual one; a rule may be named without its pack. */
  static void compare(
      ExpectationComparison comparison,
      String path,
      Entry expected,
      @Nullable Object actual,
      int n) {
    Object wanted = RepeatVariables.plain(expected.value(), n);
    Collection<?> said = actual instanceof Collection<?> some ? some : List.of();
    if (said.stream().noneMatch(one -> matches(wanted, one))) {
      Object shown = said.size() == 1 ? said.iterator().next() : said.isEmpty() ? null : said;
      comparison.differ(path, expected.value().at(), wanted, shown);
    }
  }

  static boolean matches(@Nullable Object wanted, @Nullable Object one) {
    return ExpectationComparison.same(wanted, one)
        || (wanted instanceof String name
            && one instanceof String rule
            && rule.endsWith("#" + name));
  }
}

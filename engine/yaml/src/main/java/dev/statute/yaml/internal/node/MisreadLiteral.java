package dev.statute.yaml.internal.node;

import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.YamlTree.Style;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lint of values without quotes that people, and YAML 1.1, take for something else than YAML 1.2:
 * numbers with leading zeros, words for true and false, numbers with signs for thousands, words for
 * null (C114).
 */
public final class MisreadLiteral {
  private static final Pattern LEADING_ZERO = Pattern.compile("([-+]?)0+(\\d+)");
  private static final Pattern FLAG = Pattern.compile("(?i)(yes|on)|no|off");
  private static final Pattern GROUPED = Pattern.compile("[-+]?\\d+(?:_\\d+)+");
  private static final Pattern ABSENT = Pattern.compile("(?i)none|nil|undefined");

  private MisreadLiteral() {}

  /** Warns of such values in a tree of values. */
  public static void check(NodeReader shape, YamlTree tree) {
    if (tree instanceof Sequence list) {
      list.members().forEach(member -> check(shape, member));
    } else if (tree instanceof Mapping map) {
      map.entries().values().forEach(entry -> check(shape, entry.value()));
    } else if (tree instanceof Scalar scalar && scalar.style() == Style.PLAIN) {
      check(shape, scalar);
    }
  }

  private static void check(NodeReader shape, Scalar scalar) {
    String text = scalar.text();
    String meant = meant(text);
    if (meant == null) {
      return;
    }
    String message =
        scalar.plain() instanceof Number number
            ? "YAML reads " + text + " as the number " + number
            : "YAML 1.2 reads " + text + " as a text";
    shape
        .problems()
        .warning(
            "C114",
            scalar.at(),
            message,
            "write " + meant + ", or '" + text + "' in quotes for the text");
  }

  /** Returns how that is written which was probably meant; null for a value that is clear. */
  private static @Nullable String meant(String text) {
    Matcher zero = LEADING_ZERO.matcher(text);
    if (zero.matches()) {
      return zero.group(1) + zero.group(2) + " for the number";
    }
    Matcher flag = FLAG.matcher(text);
    if (flag.matches()) {
      return String.valueOf(flag.group(1) != null);
    }
    if (GROUPED.matcher(text).matches()) {
      return text.replace("_", "") + " for the number";
    }
    return ABSENT.matcher(text).matches() ? "null" : null;
  }
}

package dev.statute.yaml.internal.tree;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Style;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/** Tags of YAML's core schema; any other tag is refused. */
final class CoreTags {
  private static final String PREFIX = "tag:yaml.org,2002:";
  static final String MAP = PREFIX + "map";
  static final String SEQ = PREFIX + "seq";
  private static final Set<String> SCALARS =
      Set.of(
          "!", PREFIX + "str", PREFIX + "int", PREFIX + "float", PREFIX + "bool", PREFIX + "null");

  private CoreTags() {}

  static boolean isScalar(String tag) {
    return SCALARS.contains(tag);
  }

  /** Returns whether a collection's tag is its own, or reports it. */
  static boolean isCollection(ProblemCollector problems, String tag, String own, SourceText at) {
    if (tag.equals(own) || tag.equals("!")) {
      return true;
    }
    YamlPitfalls.tag(problems, at);
    return false;
  }

  static Scalar scalar(
      ProblemCollector problems, SourceText text, @Nullable String tag, ScalarStyle style) {
    Style written =
        switch (style) {
          case LITERAL, FOLDED -> Style.BLOCK;
          case PLAIN -> Style.PLAIN;
          default -> Style.QUOTED;
        };
    if (tag != null) {
      written = tag.equals("!") || tag.equals(PREFIX + "str") ? Style.QUOTED : Style.PLAIN;
    }
    Scalar scalar = new Scalar(text, written);
    Object value = scalar.plain();
    if (tag != null && written == Style.PLAIN && !fits(tag.substring(PREFIX.length()), value)) {
      problems.error(
          "C110",
          text,
          "'" + text + "' is not what its tag '!!" + tag.substring(PREFIX.length()) + "' says",
          "leave the tag out");
      return new Scalar(text, Style.BROKEN);
    }
    if (value instanceof Double number && isBeyond(number, text.value())) {
      problems.error(
          "C112",
          text,
          "'" + text + "' is beyond what a number can hold (64 bits, and finite)",
          "quote it to make it text: \"" + text + "\"");
      return new Scalar(text, Style.BROKEN);
    }
    return scalar;
  }

  private static boolean fits(String type, @Nullable Object value) {
    return switch (type) {
      case "int" -> value instanceof Long;
      case "float" -> value instanceof Number;
      case "bool" -> value instanceof Boolean;
      default -> value == null;
    };
  }

  private static boolean isBeyond(double number, String text) {
    return !Double.isFinite(number)
        || text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
  }
}

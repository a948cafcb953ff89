package dev.statute.yaml.internal.node;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.YamlTree.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes parts of a tree for what they should be. What is of another kind is reported, and null (or
 * nothing) comes back; what was reported before stays silent.
 */
public final class NodeReader {
  private final ProblemCollector problems;

  public NodeReader(ProblemCollector problems) {
    this.problems = problems;
  }

  public ProblemCollector problems() {
    return problems;
  }

  /** A map; {@code wanted} says of what, {@code example} how one looks. */
  public @Nullable Mapping map(YamlTree tree, String key, String wanted, String example) {
    if (tree instanceof Mapping map) {
      return map;
    }
    wrongKind(tree, key, wanted, example);
    return null;
  }

  /** As {@link #map}, but nothing at all is an empty map. */
  public @Nullable Mapping mapOrEmpty(YamlTree tree, String key, String wanted, String example) {
    return tree instanceof Scalar scalar && scalar.isNull()
        ? new Mapping(Map.of(), tree.at())
        : map(tree, key, wanted, example);
  }

  /** The members of a list, or the one thing itself. */
  public List<YamlTree> oneOrMore(YamlTree tree) {
    return tree instanceof Sequence list ? list.members() : List.of(tree);
  }

  /** Text in one piece: a scalar that is not null. */
  public @Nullable SourceText text(YamlTree tree, String key, String wanted, String example) {
    if (tree instanceof Scalar scalar) {
      if (scalar.isBroken()) {
        return null;
      }
      if (!scalar.isNull() || key.equals("note") || key.equals("description")) {
        return scalar.at();
      }
    }
    wrongKind(tree, key, wanted, example);
    return null;
  }

  /** Texts, as one or as a list. */
  public List<SourceText> texts(YamlTree tree, String key, String wanted, String example) {
    List<SourceText> texts = new ArrayList<>();
    for (YamlTree member : oneOrMore(tree)) {
      SourceText text = text(member, key, wanted, example);
      if (text != null) {
        texts.add(text);
      }
    }
    return List.copyOf(texts);
  }

  /** A bool; the words of YAML 1.1 ({@code yes}, {@code on}) are none. */
  public boolean bool(YamlTree tree, String key) {
    if (tree instanceof Scalar scalar) {
      if (scalar.isBroken()) {
        return false;
      }
      if (scalar.plain() instanceof Boolean bool) {
        return bool;
      }
      String meant =
          switch (scalar.text().toLowerCase(Locale.ROOT)) {
            case "yes", "y", "on", "true", "1" -> "true";
            default -> "false";
          };
      boolean known =
          List.of("yes", "y", "on", "true", "1", "no", "n", "off", "false", "0")
              .contains(scalar.text().toLowerCase(Locale.ROOT));
      problems.error(
          "C123",
          scalar.at(),
          "'" + key + "' is true or false, but this is " + quotedOr(scalar),
          known ? "write " + key + ": " + meant : "write true or false");
      return known && meant.equals("true");
    }
    problems.error(
        "C123",
        tree.at(),
        "'" + key + "' is true or false, but this is " + tree.described(),
        "write true or false");
    return false;
  }

  private static String quotedOr(Scalar scalar) {
    return scalar.style() == Style.QUOTED ? "a text in quotes" : "the word '" + scalar.text() + "'";
  }

  /** A whole number of at least {@code least}. */
  public int wholeNumber(YamlTree tree, String key, int least) {
    if (tree instanceof Scalar scalar) {
      if (scalar.isBroken()) {
        return least;
      }
      if (scalar.plain() instanceof Long number && number >= least && number <= Integer.MAX_VALUE) {
        return number.intValue();
      }
    }
    problems.error(
        "C126",
        tree.at(),
        "'" + key + "' is a whole number from " + least + " on, but this is " + tree.described(),
        "write " + key + ": " + Math.max(1, least));
    return least;
  }

  /** A number of at least 0. */
  public double number(YamlTree tree, String key) {
    if (tree instanceof Scalar scalar) {
      if (scalar.isBroken()) {
        return 1;
      }
      if (scalar.plain() instanceof Number number && number.doubleValue() >= 0) {
        return number.doubleValue();
      }
    }
    problems.error(
        "C126",
        tree.at(),
        "'" + key + "' is a number from 0 on, but this is " + tree.described(),
        "write " + key + ": 2");
    return 1;
  }

  /** Reports that something else stands where {@code wanted} should. */
  public void wrongKind(YamlTree tree, String key, String wanted, String example) {
    if (tree instanceof Scalar scalar
        && (scalar.isBroken()
            || (scalar.style() == Style.PLAIN
                && QuotingChecks.reportMissingSpace(this, scalar.at())))) {
      return;
    }
    problems.error(
        "C122",
        tree.at(),
        "'" + key + "' wants " + wanted + ", but this is " + tree.described(),
        "write " + example);
  }
}

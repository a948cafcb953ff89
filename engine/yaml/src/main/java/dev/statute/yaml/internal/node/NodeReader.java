package dev.statute.yaml.internal.node;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.YamlTree.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to nodes. A node of another kind is reported, and null (or an empty value) returned;
 * nodes with a reported problem are not reported again.
 */
public final class NodeReader {
  private final ProblemCollector problems;

  public NodeReader(ProblemCollector problems) {
    this.problems = problems;
  }

  public ProblemCollector problems() {
    return problems;
  }

  /** Reports an error. */
  public void error(String code, SourceText at, String message, String fix) {
    problems.error(code, at, message, fix);
  }

  /** Returns a map; {@code wanted} describes its content, {@code example} shows one. */
  public @Nullable Mapping map(YamlTree tree, String key, String wanted, String example) {
    if (tree instanceof Mapping map) {
      return map;
    }
    wrongKind(tree, key, wanted, example);
    return null;
  }

  /** Returns a map, see {@link #map}; an absent value is an empty map. */
  public @Nullable Mapping mapOrEmpty(YamlTree tree, String key, String wanted, String example) {
    return tree instanceof Scalar scalar && scalar.isNull()
        ? new Mapping(Map.of(), tree.at())
        : map(tree, key, wanted, example);
  }

  /** Returns the members of a list, or a single value. */
  public List<YamlTree> oneOrMore(YamlTree tree) {
    return tree instanceof Sequence list ? list.members() : List.of(tree);
  }

  /** Returns a text: a scalar that is not null. */
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

  /** Returns those members of a list that are maps, and reports the others. */
  public List<Mapping> maps(List<YamlTree> members, String key, String wanted, String example) {
    return members.stream()
        .map(member -> map(member, key, wanted, example))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Returns texts, given as one or as a list. */
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

  /** Returns a bool; the words of YAML 1.1 ({@code yes}, {@code on}) are none. */
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

  /** Returns a word out of a fixed set, or null after a report. */
  public @Nullable String word(YamlTree tree, String key, List<String> words) {
    Scalar scalar = tree instanceof Scalar given ? given : null;
    if (scalar != null && scalar.isBroken()) {
      return null;
    }
    if (scalar != null && words.contains(scalar.text())) {
      return scalar.text();
    }
    String example = "write " + key + ": " + words.get(0);
    error(
        "C124",
        tree.at(),
        "'" + key + "' is one of " + String.join(", ", words) + ", but this is " + tree.described(),
        scalar == null ? example : SpellingSuggestion.fix(scalar.text(), words, example));
    return null;
  }

  /** Returns a whole number of at least {@code least}. */
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

  /** Returns a number of at least 0. */
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

  /** Reports a node of a kind other than {@code wanted}. */
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

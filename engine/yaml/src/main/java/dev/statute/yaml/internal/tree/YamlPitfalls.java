package dev.statute.yaml.internal.tree;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Style;

/** Texts that YAML misreads; reported at their places, with the quoted line as fix. */
final class YamlPitfalls {
  private YamlPitfalls() {}

  static Scalar alias(ProblemCollector problems, SourceText at) {
    quote(problems, at, "'*' begins an alias in YAML, and nothing is named '" + name(at) + "'");
    return new Scalar(at, Style.BROKEN);
  }

  static Scalar tag(ProblemCollector problems, SourceText at) {
    quote(problems, at, "'!' begins a tag in YAML, and there is no tag '" + word(at) + "'");
    return new Scalar(at, Style.BROKEN);
  }

  static void quote(ProblemCollector problems, SourceText at, String message) {
    problems.error("quote-me", at, message, QuoteRepair.fix(at));
  }

  /** Returns whether this can be the key of a map, or reports it. */
  static boolean isKey(ProblemCollector problems, YamlTree key, YamlTree value) {
    if (!(key instanceof Scalar scalar)) {
      if (key.at().value().startsWith("{{")) {
        return false; // the inner map was a key as well, and reported
      }
      problems.error(
          "C109",
          key.at(),
          key.described() + " cannot be a key",
          "if this is text, quote it; '{{…}}' is a map inside a map");
      return false;
    }
    if (scalar.isBroken()) {
      return false;
    }
    if (scalar.isMissing()) {
      problems.error("C109", value.at(), "there is no key before this ':'", "write the key");
      return false;
    }
    if (scalar.style() == Style.PLAIN && scalar.text().equals("<<")) {
      problems.error(
          "C113",
          scalar.at(),
          "'<<' (merging of maps) is no part of YAML 1.2",
          "write the keys out, or use 'extends'");
      return false;
    }
    return true;
  }

  private static String name(SourceText at) {
    return word(at).substring(1);
  }

  private static String word(SourceText at) {
    int end = 1;
    while (end < at.value().length() && " \t,".indexOf(at.value().charAt(end)) < 0) {
      end++;
    }
    return at.value().substring(0, Math.min(end, at.value().length()));
  }
}

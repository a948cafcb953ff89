package dev.statute.yaml.internal.node;

import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Style;
import dev.statute.yaml.internal.tree.QuoteRepair;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks of expressions and names that YAML may misread without quotes. Problems {@code quote-me}
 * have the quoted line as their fix.
 */
public final class QuotingChecks {
  private QuotingChecks() {}

  /** Returns an expression as text, or null after a report. */
  public static @Nullable SourceText expression(NodeReader shape, YamlTree tree, String key) {
    if (!(tree instanceof Scalar scalar)) {
      if (isFlow(tree)) {
        SourceText meant = QuoteRepair.intendedText(tree.at());
        shape.error(
            "quote-me",
            meant,
            "'" + key + "' wants an expression, but YAML reads " + tree.described() + " here",
            QuoteRepair.fix(meant));
      } else {
        shape.wrongKind(tree, key, "an expression", key + ": \"…\"");
      }
      return null;
    }
    if (scalar.isBroken()) {
      return null;
    }
    if (scalar.isNull()) {
      reportNull(shape, scalar, key, "an expression");
      return null;
    }
    if (isTruncated(scalar)) {
      report(shape, scalar.at());
      return null;
    }
    return scalar.at();
  }

  private static final Pattern NO_SPACE =
      Pattern.compile("([^\\s:{}\\[\\],]+):([^\\s:/{}\\[\\],]+)");

  /**
   * Reports a missing blank after a colon, which makes YAML read key and value as one word; returns
   * whether it did.
   */
  public static boolean reportMissingSpace(NodeReader shape, SourceText word) {
    Matcher colon = NO_SPACE.matcher(word.value());
    if (!colon.matches()) {
      return false;
    }
    shape.error(
        "C122",
        word,
        "a space is missing behind the ':' of '" + word + "'",
        "write " + colon.replaceFirst("$1: $2"));
    return true;
  }

  /** Reports that YAML reads null instead of {@code wanted}. */
  public static void reportNull(NodeReader shape, Scalar scalar, String key, String wanted) {
    shape.error(
        "quote-me",
        scalar.at(),
        "'" + key + "' wants " + wanted + ", but YAML reads null here",
        scalar.isMissing()
            ? "write " + wanted + " behind '" + key + ":'"
            : QuoteRepair.fix(scalar.at()));
  }

  /** Reports that YAML cut the text which begins here. */
  static void report(NodeReader shape, SourceText start) {
    SourceText meant = QuoteRepair.intendedText(start);
    shape.error(
        "quote-me", meant, "YAML does not take this for one piece of text", QuoteRepair.fix(meant));
  }

  /**
   * Returns whether a plain scalar ends inside a bracket or quote that is closed later on its line.
   */
  static boolean isTruncated(Scalar scalar) {
    return scalar.style() == Style.PLAIN
        && !isBalanced(scalar.text())
        && QuoteRepair.intendedText(scalar.at()).value().length() > scalar.text().length();
  }

  private static boolean isFlow(YamlTree tree) {
    String text = tree.at().value();
    return text.startsWith("{") || text.startsWith("[");
  }

  private static boolean isBalanced(String text) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        i += c == '\\' ? 1 : 0;
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      }
    }
    return depth == 0 && quote == 0;
  }
}

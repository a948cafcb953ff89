package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.ExpressionToken.Kind;
import java.util.List;

/** Parser of numbers, comprehensions and {@code has()}. */
final class MacroParser {
  private MacroParser() {}

  static boolean isNumber(ExpressionToken token) {
    return token.kind() == Kind.INT || token.kind() == Kind.DOUBLE;
  }

  /** Parses a number; {@code start} lies before its token if that follows a minus sign. */
  static SyntaxTree number(ExpressionToken token, int start) throws SyntaxError {
    boolean negative = start != token.start();
    if (token.value() instanceof Double value) {
      return new SyntaxTree.Literal(negative ? -value : value, start, token.end());
    }
    String sign = negative ? "-" : "";
    String text = token.text();
    try {
      long value =
          text.startsWith("0x")
              ? Long.parseLong(sign + text.substring(2), 16)
              : Long.parseLong(sign + text);
      return new SyntaxTree.Literal(value, start, token.end());
    } catch (NumberFormatException e) {
      throw new SyntaxError(
          "E102",
          start,
          token.end(),
          "an int has 64 bits; too large: " + sign + text,
          text.startsWith("0x")
              ? null
              : "write " + sign + text + ".0 for a number that is not whole");
    }
  }

  static SyntaxTree comprehension(
      ComprehensionMacro macro,
      SyntaxTree range,
      ExpressionToken word,
      List<SyntaxTree> args,
      int end)
      throws SyntaxError {
    boolean three = args.size() == 3 && macro == ComprehensionMacro.MAP;
    if ((args.size() != 2 && !three) || !(args.get(0) instanceof SyntaxTree.Name variable)) {
      throw new SyntaxError(
          "E107",
          word.start(),
          end,
          macro.word() + " takes a name for the element and what to do with it",
          "write " + macro.usage());
    }
    return new SyntaxTree.Fold(
        macro,
        range,
        variable,
        three ? args.get(1) : null,
        args.get(args.size() - 1),
        range.start(),
        end);
  }

  static SyntaxTree has(List<SyntaxTree> args, int start, int end) throws SyntaxError {
    if (args.size() == 1 && args.get(0) instanceof SyntaxTree.Select select) {
      return new SyntaxTree.Has(select, start, end);
    }
    throw new SyntaxError(
        "E107", start, end, "has() takes a field after a dot", "write has(data.x), or 'x' in data");
  }
}

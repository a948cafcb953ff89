package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.Token.Kind;
import java.util.List;

/** The forms whose tokens need a second look: numbers, comprehensions and {@code has()}. */
final class Forms {
  private Forms() {}

  static boolean isNumber(Token token) {
    return token.kind() == Kind.INT || token.kind() == Kind.DOUBLE;
  }

  /** A number; a {@code start} before its token is that of a minus sign. */
  static Ast number(Token token, int start) throws SyntaxFault {
    boolean negative = start != token.start();
    if (token.value() instanceof Double value) {
      return new Ast.Literal(negative ? -value : value, start, token.end());
    }
    String sign = negative ? "-" : "";
    String text = token.text();
    try {
      long value =
          text.startsWith("0x")
              ? Long.parseLong(sign + text.substring(2), 16)
              : Long.parseLong(sign + text);
      return new Ast.Literal(value, start, token.end());
    } catch (NumberFormatException e) {
      throw new SyntaxFault(
          "E102",
          start,
          token.end(),
          "an int has 64 bits; too large: " + sign + text,
          text.startsWith("0x")
              ? null
              : "write " + sign + text + ".0 for a number that is not whole");
    }
  }

  static Ast fold(Macro macro, Ast range, Token word, List<Ast> args, int end) throws SyntaxFault {
    boolean three = args.size() == 3 && macro == Macro.MAP;
    if ((args.size() != 2 && !three) || !(args.get(0) instanceof Ast.Name variable)) {
      throw new SyntaxFault(
          "E107",
          word.start(),
          end,
          macro.word() + " takes a name for the element and what to do with it",
          "write " + macro.usage());
    }
    return new Ast.Fold(
        macro,
        range,
        variable,
        three ? args.get(1) : null,
        args.get(args.size() - 1),
        range.start(),
        end);
  }

  static Ast has(List<Ast> args, int start, int end) throws SyntaxFault {
    if (args.size() == 1 && args.get(0) instanceof Ast.Select select) {
      return new Ast.Has(select, start, end);
    }
    throw new SyntaxFault(
        "E107", start, end, "has() takes a field after a dot", "write has(data.x), or 'x' in data");
  }
}

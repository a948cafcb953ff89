package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.ExpressionToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Recursive descent parser for the grammar of the CEL specification.
 *
 * <p>Recursion and tree height are bounded by {@link #MAX_DEPTH}, so that no walk over the tree can
 * exhaust the stack; a {@code &&} or {@code ||} chain of any length is one node. Each token is read
 * once.
 */
public final class ExpressionParser {
  /** Maximum length in characters. */
  public static final int MAX_LENGTH = 10_000;

  /** Maximum nesting of parentheses and brackets, and operators of one chain. */
  public static final int MAX_DEPTH = 200;

  /** Precedences of the logical operators, below those of {@link BinaryOperator}. */
  private static final int AND = 0;

  private static final int OR = -1;

  private static final int NONE = -2;

  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");
  private static final Set<String> LITERALS = Set.of("true", "false", "null", "in");

  private final TokenCursor tokens;
  private int nesting;

  /** Height of the last tree. */
  private int height;

  private ExpressionParser(List<ExpressionToken> tokens) {
    this.tokens = new TokenCursor(tokens);
  }

  /** Parses a whole expression. */
  public static SyntaxTree parse(String source) throws SyntaxError {
    if (source.length() > MAX_LENGTH) {
      throw new SyntaxError(
          "E106",
          0,
          1,
          "an expression of " + source.length() + " characters is too long: at most " + MAX_LENGTH,
          "move part of it to data, or to a rule");
    }
    try {
      return tree(source);
    } catch (SyntaxError error) {
      String fix = ForeignSyntaxHints.textFix(source);
      throw fix == null || !error.isOf("E101", "E102") ? error : error.withFix(fix);
    }
  }

  private static SyntaxTree tree(String source) throws SyntaxError {
    ExpressionParser parser = new ExpressionParser(ExpressionLexer.tokens(source));
    if (parser.tokens.peek().kind() == Kind.END) {
      throw new SyntaxError("E101", 0, source.length(), "there is no expression", null);
    }
    SyntaxTree tree = parser.expression();
    if (parser.tokens.peek().kind() != Kind.END) {
      throw parser.tokens.unexpected("an operator or the end");
    }
    return tree;
  }

  private SyntaxTree expression() throws SyntaxError {
    SyntaxTree condition = operation(OR);
    if (!tokens.accept("?")) {
      return condition;
    }
    int tallest = height;
    SyntaxTree yes = operation(OR);
    tallest = Math.max(tallest, height);
    if (tokens.peek().is("?")) {
      ExpressionToken at = tokens.peek();
      throw new SyntaxError(
          "E101", at.start(), at.end(), "a choice inside a choice", "put parentheses around it");
    }
    tokens.expect(":");
    enter();
    SyntaxTree no = expression();
    nesting--;
    return checkHeight(new SyntaxTree.Conditional(condition, yes, no), Math.max(tallest, height));
  }

  /**
   * Parses operators of at least {@code precedence}: relations, sums and products are
   * left-associative, a chain of one logical operator is one node. One method for all levels, since
   * each level of parentheses costs one stack frame for each method on the way down.
   */
  private SyntaxTree operation(int precedence) throws SyntaxError {
    SyntaxTree left = unary();
    while (true) {
      ExpressionToken sign = tokens.peek();
      BinaryOperator operator = BinaryOperator.of(sign);
      int found = operator != null ? operator.precedence() : logicPrecedence(sign);
      if (found < precedence) {
        return left;
      }
      int tallest = height;
      if (operator != null) {
        tokens.take();
        SyntaxTree right = operation(found + 1);
        left = new SyntaxTree.Binary(operator, left, right, sign.start());
        tallest = Math.max(tallest, height);
      } else {
        List<SyntaxTree> terms = new ArrayList<>(List.of(left));
        while (tokens.accept(sign.text())) {
          terms.add(operation(found + 1));
          tallest = Math.max(tallest, height);
        }
        left = new SyntaxTree.Logic(found == AND, terms);
      }
      checkHeight(left, tallest);
    }
  }

  private static int logicPrecedence(ExpressionToken sign) {
    return sign.is("&&") ? AND : sign.is("||") ? OR : NONE;
  }

  /** Parses unary operators; as in CEL, an even number of one sign cancels out. */
  private SyntaxTree unary() throws SyntaxError {
    ExpressionToken sign = tokens.peek();
    if (!sign.is("!") && !sign.is("-")) {
      return member(primary());
    }
    if (sign.is("-") && MacroParser.isNumber(tokens.peekSecond())) {
      tokens.take();
      height = 1;
      return member(MacroParser.number(tokens.take(), sign.start()));
    }
    boolean odd = false;
    while (tokens.accept(sign.text())) {
      odd = !odd;
    }
    SyntaxTree term = member(primary());
    if (!odd) {
      return term;
    }
    SyntaxTree node =
        sign.is("!")
            ? new SyntaxTree.Not(term, sign.start(), term.end())
            : new SyntaxTree.Negate(term, sign.start(), term.end());
    return checkHeight(node, height);
  }

  private SyntaxTree member(SyntaxTree primary) throws SyntaxError {
    SyntaxTree left = primary;
    while (true) {
      int tallest = height;
      if (tokens.accept(".")) {
        left = dotted(left, tallest);
      } else if (tokens.accept("[")) {
        SyntaxTree index = parseNested();
        int end = tokens.expect("]").end();
        left =
            checkHeight(
                new SyntaxTree.Index(left, index, left.start(), end), Math.max(tallest, height));
      } else if (tokens.peek().is("{")
          && (left instanceof SyntaxTree.Name || left instanceof SyntaxTree.Select)) {
        throw new SyntaxError(
            "E105",
            left.start(),
            left.end(),
            "there are no messages to construct",
            "write a map: {'field': value}");
      } else {
        return left;
      }
    }
  }

  private SyntaxTree dotted(SyntaxTree target, int tallest) throws SyntaxError {
    ExpressionToken name = tokens.peek();
    if (name.kind() != Kind.WORD || LITERALS.contains(name.text())) {
      throw tokens.unexpected("a field name");
    }
    tokens.take();
    if (!tokens.peek().is("(")) {
      return checkHeight(
          new SyntaxTree.Select(target, name.text(), target.start(), name.end()), tallest);
    }
    tokens.take();
    List<SyntaxTree> args = list(")");
    int end = tokens.expect(")").end();
    ComprehensionMacro macro = ComprehensionMacro.of(name.text());
    int taller = Math.max(tallest, height);
    return checkHeight(
        macro != null
            ? MacroParser.comprehension(macro, target, name, args, end)
            : new SyntaxTree.Call(target, name.text(), name.start(), args, target.start(), end),
        taller);
  }

  private SyntaxTree primary() throws SyntaxError {
    ExpressionToken token = tokens.peek();
    height = 1;
    if (MacroParser.isNumber(token)) {
      return MacroParser.number(tokens.take(), token.start());
    }
    if (token.kind() == Kind.STRING) {
      tokens.take();
      return new SyntaxTree.Literal(token.value(), token.start(), token.end());
    }
    if (token.kind() == Kind.WORD) {
      return word();
    }
    if (tokens.accept("(")) {
      SyntaxTree inner = parseNested();
      tokens.expect(")");
      return inner;
    }
    if (tokens.accept("[")) {
      List<SyntaxTree> elements = list("]");
      return checkHeight(
          new SyntaxTree.ListOf(elements, token.start(), tokens.expect("]").end()), height);
    }
    if (tokens.accept("{")) {
      return map(token.start());
    }
    throw tokens.unexpected("a value");
  }

  private SyntaxTree word() throws SyntaxError {
    ExpressionToken token = tokens.take();
    String word = token.text();
    if (LITERALS.contains(word) && !word.equals("in")) {
      Object value = word.equals("null") ? null : (Object) word.equals("true");
      return new SyntaxTree.Literal(value, token.start(), token.end());
    }
    if (RESERVED.contains(word) || word.equals("in")) {
      throw new SyntaxError(
          "E101",
          token.start(),
          token.end(),
          "'" + word + "' is a reserved word, not a name",
          word.equals("if") ? "write condition ? one : other" : null);
    }
    String sign = ForeignSyntaxHints.operator(word);
    if (sign != null && startsValue(tokens.peek())) {
      throw ForeignSyntaxHints.error(token.start(), word, sign);
    }
    if (!tokens.accept("(")) {
      return new SyntaxTree.Name(word, token.start(), token.end());
    }
    List<SyntaxTree> args = list(")");
    int end = tokens.expect(")").end();
    SyntaxTree call =
        word.equals("has")
            ? MacroParser.has(args, token.start(), end)
            : new SyntaxTree.Call(null, word, token.start(), args, token.start(), end);
    return checkHeight(call, height);
  }

  private SyntaxTree map(int start) throws SyntaxError {
    List<SyntaxTree> keys = new ArrayList<>();
    List<SyntaxTree> values = new ArrayList<>();
    int tallest = 0;
    while (!tokens.peek().is("}")) {
      keys.add(parseNested());
      tallest = Math.max(tallest, height);
      tokens.expect(":");
      values.add(parseNested());
      tallest = Math.max(tallest, height);
      if (!tokens.accept(",")) {
        break;
      }
    }
    return checkHeight(
        new SyntaxTree.MapOf(keys, values, start, tokens.expect("}").end()), tallest);
  }

  /** Parses comma-separated expressions; a trailing comma is allowed in lists, not in arguments. */
  private List<SyntaxTree> list(String close) throws SyntaxError {
    List<SyntaxTree> elements = new ArrayList<>();
    int tallest = 0;
    while (!tokens.peek().is(close)) {
      elements.add(parseNested());
      tallest = Math.max(tallest, height);
      if (!tokens.accept(",")) {
        break;
      }
      if (close.equals(")") && tokens.peek().is(close)) {
        throw tokens.unexpected("a value");
      }
    }
    height = tallest;
    return elements;
  }

  private SyntaxTree parseNested() throws SyntaxError {
    enter();
    SyntaxTree tree = expression();
    nesting--;
    return tree;
  }

  private void enter() throws SyntaxError {
    if (++nesting > MAX_DEPTH) {
      throw tooDeep();
    }
  }

  private SyntaxTree checkHeight(SyntaxTree tree, int tallest) throws SyntaxError {
    height = tallest + 1;
    if (height > MAX_DEPTH) {
      throw tooDeep();
    }
    return tree;
  }

  private SyntaxError tooDeep() {
    return new SyntaxError(
        "E106",
        tokens.peek().start(),
        tokens.peek().end(),
        "too deep: at most " + MAX_DEPTH + " levels of brackets and operators",
        "move part of it to data, or to a rule");
  }

  private static boolean startsValue(ExpressionToken token) {
    return switch (token.kind()) {
      case WORD, INT, DOUBLE, STRING -> true;
      default -> false;
    };
  }
}

package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Builds the tree by recursive descent, following the grammar of the CEL specification.
 *
 * <p>Both the recursion and the height of the tree are bounded by {@link #MAX_DEPTH}, so that
 * neither this nor anything that walks the tree can exhaust the stack; chains of {@code &&} and
 * {@code ||} are one node however long. Each token is looked at once.
 */
public final class Parser {
  /** Characters of an expression. */
  public static final int MAX_LENGTH = 10_000;

  /** Nested parentheses and brackets, and operators of one chain. */
  public static final int MAX_DEPTH = 200;

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

  private final Cursor tokens;
  private int nesting;

  /** The height of the tree that was built last. */
  private int height;

  private Parser(List<Token> tokens) {
    this.tokens = new Cursor(tokens);
  }

  /** The tree of a whole expression. */
  public static Ast parse(String source) throws SyntaxFault {
    if (source.length() > MAX_LENGTH) {
      throw new SyntaxFault(
          "E106",
          0,
          1,
          "an expression of " + source.length() + " characters is too long: at most " + MAX_LENGTH,
          "move part of it to data, or to a rule");
    }
    Parser parser = new Parser(Lexer.tokens(source));
    if (parser.tokens.peek().kind() == Kind.END) {
      throw new SyntaxFault("E101", 0, source.length(), "there is no expression", null);
    }
    Ast tree = parser.expression();
    if (parser.tokens.peek().kind() != Kind.END) {
      throw parser.tokens.unexpected("an operator or the end");
    }
    return tree;
  }

  private Ast expression() throws SyntaxFault {
    Ast condition = or();
    if (!tokens.accept("?")) {
      return condition;
    }
    int tallest = height;
    Ast yes = or();
    tallest = Math.max(tallest, height);
    if (tokens.peek().is("?")) {
      Token at = tokens.peek();
      throw new SyntaxFault(
          "E101", at.start(), at.end(), "a choice inside a choice", "put parentheses around it");
    }
    tokens.expect(":");
    enter();
    Ast no = expression();
    nesting--;
    return grown(new Ast.Conditional(condition, yes, no), Math.max(tallest, height));
  }

  private Ast or() throws SyntaxFault {
    Ast first = and();
    if (!tokens.peek().is("||")) {
      return first;
    }
    List<Ast> terms = new ArrayList<>(List.of(first));
    int tallest = height;
    while (tokens.accept("||")) {
      terms.add(and());
      tallest = Math.max(tallest, height);
    }
    return grown(new Ast.Logic(false, terms), tallest);
  }

  private Ast and() throws SyntaxFault {
    Ast first = binary(1);
    if (!tokens.peek().is("&&")) {
      return first;
    }
    List<Ast> terms = new ArrayList<>(List.of(first));
    int tallest = height;
    while (tokens.accept("&&")) {
      terms.add(binary(1));
      tallest = Math.max(tallest, height);
    }
    return grown(new Ast.Logic(true, terms), tallest);
  }

  /** Relations, sums and products from {@code precedence} on; all of them group to the left. */
  private Ast binary(int precedence) throws SyntaxFault {
    Ast left = unary();
    Operator operator = Operator.of(tokens.peek());
    while (operator != null && operator.precedence() >= precedence) {
      int tallest = height;
      int at = tokens.take().start();
      Ast right = binary(operator.precedence() + 1);
      left = grown(new Ast.Binary(operator, left, right, at), Math.max(tallest, height));
      operator = Operator.of(tokens.peek());
    }
    return left;
  }

  /** As in CEL, an even number of the same sign before an operand is nothing. */
  private Ast unary() throws SyntaxFault {
    Token sign = tokens.peek();
    if (!sign.is("!") && !sign.is("-")) {
      return member(primary());
    }
    if (sign.is("-") && Forms.isNumber(tokens.second())) {
      tokens.take();
      height = 1;
      return member(Forms.number(tokens.take(), sign.start()));
    }
    boolean odd = false;
    while (tokens.accept(sign.text())) {
      odd = !odd;
    }
    Ast term = member(primary());
    if (!odd) {
      return term;
    }
    Ast node =
        sign.is("!")
            ? new Ast.Not(term, sign.start(), term.end())
            : new Ast.Negate(term, sign.start(), term.end());
    return grown(node, height);
  }

  private Ast member(Ast primary) throws SyntaxFault {
    Ast left = primary;
    while (true) {
      int tallest = height;
      if (tokens.accept(".")) {
        left = dotted(left, tallest);
      } else if (tokens.accept("[")) {
        Ast index = nested();
        int end = tokens.expect("]").end();
        left = grown(new Ast.Index(left, index, left.start(), end), Math.max(tallest, height));
      } else if (tokens.peek().is("{")
          && (left instanceof Ast.Name || left instanceof Ast.Select)) {
        throw new SyntaxFault(
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

  private Ast dotted(Ast target, int tallest) throws SyntaxFault {
    Token name = tokens.peek();
    if (name.kind() != Kind.WORD || LITERALS.contains(name.text())) {
      throw tokens.unexpected("a field name");
    }
    tokens.take();
    if (!tokens.peek().is("(")) {
      return grown(new Ast.Select(target, name.text(), target.start(), name.end()), tallest);
    }
    tokens.take();
    List<Ast> args = list(")");
    int end = tokens.expect(")").end();
    Macro macro = Macro.of(name.text());
    int taller = Math.max(tallest, height);
    return grown(
        macro != null
            ? Forms.fold(macro, target, name, args, end)
            : new Ast.Call(target, name.text(), name.start(), args, target.start(), end),
        taller);
  }

  private Ast primary() throws SyntaxFault {
    Token token = tokens.peek();
    height = 1;
    if (Forms.isNumber(token)) {
      return Forms.number(tokens.take(), token.start());
    }
    if (token.kind() == Kind.STRING) {
      tokens.take();
      return new Ast.Literal(token.value(), token.start(), token.end());
    }
    if (token.kind() == Kind.WORD) {
      return word();
    }
    if (tokens.accept("(")) {
      Ast inner = nested();
      tokens.expect(")");
      return inner;
    }
    if (tokens.accept("[")) {
      List<Ast> elements = list("]");
      return grown(new Ast.ListOf(elements, token.start(), tokens.expect("]").end()), height);
    }
    if (tokens.accept("{")) {
      return map(token.start());
    }
    throw tokens.unexpected("a value");
  }

  private Ast word() throws SyntaxFault {
    Token token = tokens.take();
    String word = token.text();
    if (LITERALS.contains(word) && !word.equals("in")) {
      Object value = word.equals("null") ? null : (Object) word.equals("true");
      return new Ast.Literal(value, token.start(), token.end());
    }
    if (RESERVED.contains(word) || word.equals("in")) {
      throw new SyntaxFault(
          "E101",
          token.start(),
          token.end(),
          "'" + word + "' is a reserved word, not a name",
          word.equals("if") ? "write condition ? one : other" : null);
    }
    String sign = Spelling.operator(word);
    if (sign != null && startsValue(tokens.peek())) {
      throw Spelling.wrong(token.start(), word, sign);
    }
    if (!tokens.accept("(")) {
      return new Ast.Name(word, token.start(), token.end());
    }
    List<Ast> args = list(")");
    int end = tokens.expect(")").end();
    Ast call =
        word.equals("has")
            ? Forms.has(args, token.start(), end)
            : new Ast.Call(null, word, token.start(), args, token.start(), end);
    return grown(call, height);
  }

  private Ast map(int start) throws SyntaxFault {
    List<Ast> keys = new ArrayList<>();
    List<Ast> values = new ArrayList<>();
    int tallest = 0;
    while (!tokens.peek().is("}")) {
      keys.add(nested());
      tallest = Math.max(tallest, height);
      tokens.expect(":");
      values.add(nested());
      tallest = Math.max(tallest, height);
      if (!tokens.accept(",")) {
        break;
      }
    }
    return grown(new Ast.MapOf(keys, values, start, tokens.expect("}").end()), tallest);
  }

  /** Expressions between commas; one comma may stand at the end of a list, none of arguments. */
  private List<Ast> list(String close) throws SyntaxFault {
    List<Ast> elements = new ArrayList<>();
    int tallest = 0;
    while (!tokens.peek().is(close)) {
      elements.add(nested());
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

  private Ast nested() throws SyntaxFault {
    enter();
    Ast tree = expression();
    nesting--;
    return tree;
  }

  private void enter() throws SyntaxFault {
    if (++nesting > MAX_DEPTH) {
      throw tooDeep();
    }
  }

  private Ast grown(Ast tree, int tallest) throws SyntaxFault {
    height = tallest + 1;
    if (height > MAX_DEPTH) {
      throw tooDeep();
    }
    return tree;
  }

  private SyntaxFault tooDeep() {
    return new SyntaxFault(
        "E106",
        tokens.peek().start(),
        tokens.peek().end(),
        "too deep: at most " + MAX_DEPTH + " levels of brackets and operators",
        "move part of it to data, or to a rule");
  }

  private static boolean startsValue(Token token) {
    return switch (token.kind()) {
      case WORD, INT, DOUBLE, STRING -> true;
      default -> false;
    };
  }
}

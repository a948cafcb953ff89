package dev.statute.expr.internal.syntax;

import dev.statute.expr.internal.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  private final List<Token> tokens;
  private int next;
  private int nesting;

  /** The height of the tree that was built last. */
  private int height;

  private Parser(List<Token> tokens) {
    this.tokens = tokens;
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
    if (parser.peek().kind() == Kind.END) {
      throw new SyntaxFault("E101", 0, source.length(), "there is no expression", null);
    }
    Ast tree = parser.expression();
    if (parser.peek().kind() != Kind.END) {
      throw parser.unexpected("an operator or the end");
    }
    return tree;
  }

  private Ast expression() throws SyntaxFault {
    Ast condition = or();
    if (!accept("?")) {
      return condition;
    }
    int tallest = height;
    Ast yes = or();
    tallest = Math.max(tallest, height);
    if (peek().is("?")) {
      Token at = peek();
      throw new SyntaxFault(
          "E101", at.start(), at.end(), "a choice inside a choice", "put parentheses around it");
    }
    expect(":");
    enter();
    Ast no = expression();
    nesting--;
    return grown(new Ast.Conditional(condition, yes, no), Math.max(tallest, height));
  }

  private Ast or() throws SyntaxFault {
    Ast first = and();
    if (!peek().is("||")) {
      return first;
    }
    List<Ast> terms = new ArrayList<>(List.of(first));
    int tallest = height;
    while (accept("||")) {
      terms.add(and());
      tallest = Math.max(tallest, height);
    }
    return grown(new Ast.Logic(false, terms), tallest);
  }

  private Ast and() throws SyntaxFault {
    Ast first = binary(1);
    if (!peek().is("&&")) {
      return first;
    }
    List<Ast> terms = new ArrayList<>(List.of(first));
    int tallest = height;
    while (accept("&&")) {
      terms.add(binary(1));
      tallest = Math.max(tallest, height);
    }
    return grown(new Ast.Logic(true, terms), tallest);
  }

  /** Relations, sums and products from {@code precedence} on; all of them group to the left. */
  private Ast binary(int precedence) throws SyntaxFault {
    Ast left = unary();
    Operator operator = Operator.of(peek());
    while (operator != null && operator.precedence() >= precedence) {
      int tallest = height;
      int at = take().start();
      Ast right = binary(operator.precedence() + 1);
      left = grown(new Ast.Binary(operator, left, right, at), Math.max(tallest, height));
      operator = Operator.of(peek());
    }
    return left;
  }

  /** As in CEL, an even number of the same sign before an operand is nothing. */
  private Ast unary() throws SyntaxFault {
    Token sign = peek();
    if (!sign.is("!") && !sign.is("-")) {
      return member(primary());
    }
    if (sign.is("-") && isNumber(tokens.get(next + 1))) {
      take();
      height = 1;
      return member(number(take(), sign.start()));
    }
    boolean odd = false;
    while (accept(sign.text())) {
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
      if (accept(".")) {
        left = dotted(left, tallest);
      } else if (accept("[")) {
        Ast index = nested();
        int end = expect("]").end();
        left = grown(new Ast.Index(left, index, left.start(), end), Math.max(tallest, height));
      } else if (peek().is("{") && (left instanceof Ast.Name || left instanceof Ast.Select)) {
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
    Token name = peek();
    if (name.kind() != Kind.WORD || LITERALS.contains(name.text())) {
      throw unexpected("a field name");
    }
    take();
    if (!peek().is("(")) {
      return grown(new Ast.Select(target, name.text(), target.start(), name.end()), tallest);
    }
    take();
    List<Ast> args = list(")");
    int end = expect(")").end();
    Macro macro = Macro.of(name.text());
    int taller = Math.max(tallest, height);
    return grown(
        macro != null
            ? fold(macro, target, name, args, end)
            : new Ast.Call(target, name.text(), name.start(), args, target.start(), end),
        taller);
  }

  private static Ast fold(Macro macro, Ast range, Token word, List<Ast> args, int end)
      throws SyntaxFault {
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

  private Ast primary() throws SyntaxFault {
    Token token = peek();
    height = 1;
    if (isNumber(token)) {
      return number(take(), token.start());
    }
    if (token.kind() == Kind.STRING) {
      take();
      return new Ast.Literal(token.value(), token.start(), token.end());
    }
    if (token.kind() == Kind.WORD) {
      return word();
    }
    if (accept("(")) {
      Ast inner = nested();
      expect(")");
      return inner;
    }
    if (accept("[")) {
      List<Ast> elements = list("]");
      return grown(new Ast.ListOf(elements, token.start(), expect("]").end()), height);
    }
    if (accept("{")) {
      return map(token.start());
    }
    throw unexpected("a value");
  }

  private Ast word() throws SyntaxFault {
    Token token = take();
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
    if (sign != null && startsValue(peek())) {
      throw Spelling.wrong(token.start(), word, sign);
    }
    if (!accept("(")) {
      return new Ast.Name(word, token.start(), token.end());
    }
    List<Ast> args = list(")");
    int end = expect(")").end();
    if (!word.equals("has")) {
      Ast call = new Ast.Call(null, word, token.start(), args, token.start(), end);
      return grown(call, height);
    }
    if (args.size() == 1 && args.get(0) instanceof Ast.Select select) {
      return grown(new Ast.Has(select, token.start(), end), height);
    }
    throw new SyntaxFault(
        "E107",
        token.start(),
        end,
        "has() takes a field after a dot",
        "write has(data.x), or 'x' in data");
  }

  private Ast map(int start) throws SyntaxFault {
    List<Ast> keys = new ArrayList<>();
    List<Ast> values = new ArrayList<>();
    int tallest = 0;
    while (!peek().is("}")) {
      keys.add(nested());
      tallest = Math.max(tallest, height);
      expect(":");
      values.add(nested());
      tallest = Math.max(tallest, height);
      if (!accept(",")) {
        break;
      }
    }
    return grown(new Ast.MapOf(keys, values, start, expect("}").end()), tallest);
  }

  /** Expressions between commas; one comma may stand at the end of a list, none of arguments. */
  private List<Ast> list(String close) throws SyntaxFault {
    List<Ast> elements = new ArrayList<>();
    int tallest = 0;
    while (!peek().is(close)) {
      elements.add(nested());
      tallest = Math.max(tallest, height);
      if (!accept(",")) {
        break;
      }
      if (close.equals(")") && peek().is(close)) {
        throw unexpected("a value");
      }
    }
    height = tallest;
    return elements;
  }

  private static Ast number(Token token, int start) throws SyntaxFault {
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
          text.startsWith("0x") ? null : "write " + sign + text + ".0 for a double");
    }
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
        peek().start(),
        peek().end(),
        "too deep: at most " + MAX_DEPTH + " levels of brackets and operators",
        "move part of it to data, or to a rule");
  }

  private static boolean isNumber(Token token) {
    return token.kind() == Kind.INT || token.kind() == Kind.DOUBLE;
  }

  private static boolean startsValue(Token token) {
    return switch (token.kind()) {
      case WORD, INT, DOUBLE, STRING -> true;
      default -> false;
    };
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    return tokens.get(next++);
  }

  private boolean accept(String sign) {
    boolean is = peek().is(sign);
    if (is) {
      next++;
    }
    return is;
  }

  private Token expect(String sign) throws SyntaxFault {
    if (!peek().is(sign)) {
      throw unexpected("'" + sign + "'");
    }
    return take();
  }

  private SyntaxFault unexpected(String wanted) {
    Token found = peek();
    String operator = found.kind() == Kind.WORD ? Spelling.operator(found.text()) : null;
    if (operator != null) {
      return Spelling.wrong(found.start(), found.text(), operator);
    }
    return new SyntaxFault(
        "E101",
        found.start(),
        found.end(),
        "expected " + wanted + ", found " + found.shown(),
        advice(found, wanted));
  }

  private @Nullable String advice(Token found, String wanted) {
    boolean afterName = next > 0 && tokens.get(next - 1).kind() == Kind.WORD;
    if (found.kind() == Kind.STRING && afterName) {
      return "an operator is missing before " + found.text();
    }
    if (wanted.equals("a value") && found.is(".")) {
      return "a name has no dot before it";
    }
    return null;
  }
}

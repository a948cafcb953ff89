package dev.statute.scxml.internal.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translator of an ECMAScript expression to CEL in one pass: a recursive descent over the operators
 * by precedence.
 */
final class EcmaScriptParser {
  private static final Set<String> STATEMENTS =
      Set.of("return throw var let const if for while do continue break".split(" "));
  private static final Set<String> DEFINITIONS = Set.of("function", "class", "async");
  private static final Set<String> OPERATORS = Set.of("new", "function", "this", "delete", "void");

  /** Globals of ECMAScript. */
  private static final Set<String> GLOBALS =
      Set.of(
          ("Math Date JSON Object Array String Number Boolean RegExp Error Symbol "
                  + "Map Set Promise NaN Infinity parseInt parseFloat isNaN isFinite "
                  + "console eval globalThis arguments")
              .split(" "));

  /** Maximum nesting, for small stacks. */
  private static final int DEPTH = 100;

  /**
   * Maximum length of a translation. {@code a && b} returns one of its sides in ECMAScript, so that
   * the left one is written twice: a short text could fill the memory.
   */
  private static final int LENGTH = 100_000;

  private final EcmaScriptTokenReader tokens;
  private final NameMapping names;
  private final SystemVariables platform;
  private int depth;

  EcmaScriptParser(EcmaScriptTokenReader in, NameMapping names) {
    this.tokens = in;
    this.names = names;
    platform = new SystemVariables(in, names);
  }

  static boolean isStatement(String name) {
    return STATEMENTS.contains(name);
  }

  /** Returns whether a word begins the definition of a function or class. */
  static boolean isDefinition(String name) {
    return DEFINITIONS.contains(name);
  }

  CelExpression conditional() throws UntranslatableContent {
    nested();
    CelExpression all = choice();
    depth--;
    return all;
  }

  private void nested() throws UntranslatableContent {
    if (++depth > DEPTH) {
      throw new UntranslatableContent(
          tokens.peek().at(), "the expression is nested more than " + DEPTH + " deep");
    }
  }

  private CelExpression choice() throws UntranslatableContent {
    CelExpression condition = binary(0);
    if (!tokens.take("?")) {
      return condition;
    }
    CelExpression yes = conditional();
    tokens.expect(":");
    CelExpression no = conditional();
    String kind = yes.kind().equals(no.kind()) ? yes.kind() : "any";
    return new CelExpression(
        TruthinessRules.truthOf(condition).parenthesized(1)
            + " ? "
            + yes.parenthesized(1)
            + " : "
            + no.parenthesized(0),
        0,
        kind);
  }

  private CelExpression binary(int level) throws UntranslatableContent {
    if (level == EcmaScriptOperators.levels()) {
      return unary();
    }
    if (EcmaScriptOperators.isComparison(level) && tokens.afterNext().isName("in")) {
      return has();
    }
    CelExpression left = binary(level + 1);
    String operator = EcmaScriptOperators.at(level, tokens.peek());
    while (operator != null) {
      int at = tokens.read().at();
      left = EcmaScriptOperators.combined(left, operator, binary(level + 1), level);
      if (left.text().length() > LENGTH) {
        throw new UntranslatableContent(
            at, "it becomes an expression of more than " + LENGTH + " characters");
      }
      operator = EcmaScriptOperators.at(level, tokens.peek());
    }
    return left;
  }

  /** Parses {@code 'sendid' in _event}. */
  private CelExpression has() throws UntranslatableContent {
    EcmaScriptToken name = tokens.read();
    tokens.read();
    if (!name.kind().equals("string") || !tokens.takeName("_event")) {
      throw new UntranslatableContent(
          name.at(), "'in' can only ask whether the event has a field, in quotes");
    }
    return SystemVariables.hasField(name.text());
  }

  private CelExpression unary() throws UntranslatableContent {
    nested();
    CelExpression all = signed();
    depth--;
    return all;
  }

  private CelExpression signed() throws UntranslatableContent {
    if (tokens.take("!")) {
      return TruthinessRules.not(unary());
    }
    if (tokens.take("-")) {
      return new CelExpression(
          "-" + unary().parenthesized(EcmaScriptOperators.UNARY),
          EcmaScriptOperators.UNARY,
          "number");
    }
    if (tokens.take("+")) {
      return CelExpression.atom("double(" + unary().text() + ")", "number");
    }
    return tokens.peek().isName("typeof") ? typeof() : postfix(primary());
  }

  /** Parses {@code typeof x === 'undefined'}, and its opposite. */
  private CelExpression typeof() throws UntranslatableContent {
    int at = tokens.read().at();
    boolean parenthesis = tokens.take("(");
    CelExpression subject = isAbsent(tokens.peek()) ? absent() : postfix(primary());
    if (parenthesis) {
      tokens.expect(")");
    }
    EcmaScriptToken operator = tokens.read();
    EcmaScriptToken word = tokens.read();
    boolean equal = operator.is("==") || operator.is("===");
    if (!word.text().equals("undefined") || !(equal || operator.is("!=") || operator.is("!=="))) {
      throw new UntranslatableContent(at, "typeof can only be compared with 'undefined'");
    }
    return TruthinessRules.present(subject, !equal);
  }

  private boolean isAbsent(EcmaScriptToken first) {
    return first.kind().equals("name")
        && !first.text().startsWith("_")
        && !names.declares(first.text())
        && !names.isLocal(first.text());
  }

  private CelExpression absent() {
    tokens.read();
    return CelExpression.atom("null", "null");
  }

  private CelExpression primary() throws UntranslatableContent {
    EcmaScriptToken token = tokens.read();
    return switch (token.kind()) {
      case "number" -> CelExpression.atom(number(token), "number");
      case "string" -> CelExpression.atom(EcmaScriptTranslator.quoted(token.text()), "string");
      case "name" -> named(token);
      case "mark" -> grouped(token);
      default -> throw new UntranslatableContent(token.at(), "the expression ends too early");
    };
  }

  private static String number(EcmaScriptToken token) throws UntranslatableContent {
    if (token.text().matches("0\\d.*")) {
      throw new UntranslatableContent(
          token.at(), "'" + token.text() + "' is octal to some; write it without zeros before it");
    }
    String text = token.text().startsWith(".") ? "0" + token.text() : token.text();
    return text.endsWith(".") ? text + "0" : text;
  }

  private CelExpression grouped(EcmaScriptToken token) throws UntranslatableContent {
    if (token.is("(")) {
      CelExpression inner = conditional();
      tokens.expect(")");
      return new CelExpression("(" + inner.text() + ")", CelExpression.ATOM, inner.kind());
    }
    if (token.is("[")) {
      return CelExpression.atom("[" + String.join(", ", list("]")) + "]", "other");
    }
    if (token.is("{")) {
      List<String> members = new ArrayList<>();
      members()
          .forEach((key, value) -> members.add(EcmaScriptTranslator.quoted(key) + ": " + value));
      return CelExpression.atom("{" + String.join(", ", members) + "}", "other");
    }
    throw new UntranslatableContent(token.at(), "'" + token.text() + "' is not expected here");
  }

  /** Parses {@code concat}: lists to a list, texts to a text. */
  private CelExpression concat(CelExpression of, int where) throws UntranslatableContent {
    StringBuilder sum = new StringBuilder(of.parenthesized(5));
    boolean list = of.text().startsWith("[");
    while (!tokens.take(")")) {
      int at = tokens.peek().at();
      CelExpression next = conditional();
      boolean also = next.text().startsWith("[");
      if (!also && !next.kind().equals("any") && !next.kind().equals(of.kind())) {
        throw new UntranslatableContent(
            at, "concat() adds lists to a list here, and texts to a text");
      }
      list |= also;
      sum.append(" + ").append(next.parenthesized(6));
      if (!tokens.peek().is(")")) {
        tokens.expect(",");
      }
    }
    if (sum.length() == of.parenthesized(5).length()) {
      throw new UntranslatableContent(where, "concat() adds nothing");
    }
    return new CelExpression(sum.toString(), 5, list ? "other" : of.kind());
  }

  private List<String> list(String closing) throws UntranslatableContent {
    List<String> members = new ArrayList<>();
    while (!tokens.take(closing)) {
      members.add(conditional().text());
      if (!tokens.peek().is(closing)) {
        tokens.expect(",");
      }
    }
    return members;
  }

  /** Parses the members of an object after its brace, key → value. */
  Map<String, String> members() throws UntranslatableContent {
    Map<String, String> members = new LinkedHashMap<>();
    while (!tokens.take("}")) {
      EcmaScriptToken key = tokens.read();
      if (!key.kind().equals("name") && !key.kind().equals("string")) {
        throw new UntranslatableContent(key.at(), "a field's name is expected");
      }
      tokens.expect(":");
      members.put(key.text(), conditional().text());
      if (!tokens.peek().is("}")) {
        tokens.expect(",");
      }
    }
    return members;
  }

  private CelExpression named(EcmaScriptToken token) throws UntranslatableContent {
    String name = token.text();
    if (name.equals("true") || name.equals("false")) {
      return CelExpression.atom(name, "bool");
    }
    if (name.equals("null") || name.equals("undefined")) {
      return CelExpression.atom("null", "null");
    }
    if (SystemVariables.isWord(name)) {
      return platform.of(token);
    }
    if (STATEMENTS.contains(name)) {
      throw new InvalidExpression("'" + name + "' is no expression");
    }
    boolean known = names.declares(name) || names.isLocal(name);
    if (OPERATORS.contains(name) || (!known && (GLOBALS.contains(name) || tokens.peek().is("(")))) {
      throw new UntranslatableContent(
          token.at(), "'" + name + "' has no counterpart in an expression");
    }
    if (!known) {
      throw new InvalidExpression("'" + name + "' is declared nowhere");
    }
    return names.read(name);
  }

  private CelExpression postfix(CelExpression start) throws UntranslatableContent {
    CelExpression at = start;
    while (true) {
      if (tokens.take(".")) {
        at = member(at);
      } else if (tokens.take("[")) {
        CelExpression index = conditional();
        tokens.expect("]");
        at =
            CelExpression.atom(
                at.parenthesized(CelExpression.ATOM) + "[" + index.text() + "]", "any");
      } else if (tokens.peek().is("(")) {
        throw new UntranslatableContent(
            tokens.peek().at(), "functions cannot be called in an expression");
      } else if (tokens.peek().is("++") || tokens.peek().is("--")) {
        throw new UntranslatableContent(
            tokens.peek().at(), "an expression changes nothing; assign instead");
      } else {
        return at;
      }
    }
  }

  private CelExpression member(CelExpression of) throws UntranslatableContent {
    int where = tokens.peek().at();
    String name = tokens.name();
    if (!tokens.take("(")) {
      return name.equals("length")
          ? CelExpression.atom("size(" + of.text() + ")", "number")
          : CelExpression.atom(of.parenthesized(CelExpression.ATOM) + "." + name, "any");
    }
    if (name.equals("concat")) {
      return concat(of, where);
    }
    List<String> arguments = list(")");
    if ((name.equals("startsWith") || name.equals("endsWith")) && arguments.size() == 1) {
      return CelExpression.atom(
          of.parenthesized(CelExpression.ATOM) + "." + name + "(" + arguments.get(0) + ")", "bool");
    }
    if (name.equals("includes") && arguments.size() == 1) {
      return new CelExpression(arguments.get(0) + " in " + of.parenthesized(5), 3, "bool");
    }
    if (name.equals("toString") && arguments.isEmpty()) {
      return CelExpression.atom("string(" + of.text() + ")", "string");
    }
    throw new UntranslatableContent(where, "'" + name + "()' has no counterpart in an expression");
  }
}

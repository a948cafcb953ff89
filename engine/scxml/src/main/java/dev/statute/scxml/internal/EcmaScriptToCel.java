package dev.statute.scxml.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads an expression of ECMAScript and says it in CEL at once: a recursive descent over the
 * operators by precedence.
 */
final class EcmaScriptToCel {
  private static final Set<String> STATEMENTS =
      Set.of(
          "return",
          "throw",
          "var",
          "let",
          "const",
          "if",
          "for",
          "while",
          "do",
          "continue",
          "break");
  private static final Set<String> OPERATORS = Set.of("new", "function", "this", "delete", "void");

  /** What ECMAScript has without declaring it. */
  private static final Set<String> GLOBALS =
      Set.of(
          "Math",
          "Date",
          "JSON",
          "Object",
          "Array",
          "String",
          "Number",
          "Boolean",
          "RegExp",
          "Error",
          "Symbol",
          "Map",
          "Set",
          "Promise",
          "NaN",
          "Infinity",
          "parseInt",
          "parseFloat",
          "isNaN",
          "isFinite",
          "console",
          "eval",
          "globalThis",
          "arguments");

  /** Parts inside each other, as many as a small stack bears. */
  private static final int DEPTH = 100;

  /**
   * Characters of a translation. {@code a && b} gives one of its sides in ECMAScript, so that the
   * left one is said twice: a short text may become one that fills the memory.
   */
  private static final int LENGTH = 100_000;

  private final EcmaScriptTokens in;
  private final NameMapping names;
  private final SystemVariables platform;
  private int depth;

  EcmaScriptToCel(EcmaScriptTokens in, NameMapping names) {
    this.in = in;
    this.names = names;
    platform = new SystemVariables(in, names);
  }

  static boolean isStatement(String name) {
    return STATEMENTS.contains(name);
  }

  CelExpression conditional() throws UntranslatableContent, InvalidExpression {
    deeper();
    CelExpression all = choice();
    depth--;
    return all;
  }

  private void deeper() throws UntranslatableContent {
    if (++depth > DEPTH) {
      throw new UntranslatableContent(
          in.peek().at(), "the expression is nested more than " + DEPTH + " deep");
    }
  }

  private CelExpression choice() throws UntranslatableContent, InvalidExpression {
    CelExpression condition = binary(0);
    if (!in.take("?")) {
      return condition;
    }
    CelExpression yes = conditional();
    in.expect(":");
    CelExpression no = conditional();
    String kind = yes.kind().equals(no.kind()) ? yes.kind() : "any";
    return new CelExpression(
        TruthinessRules.of(condition).within(1) + " ? " + yes.within(1) + " : " + no.within(0),
        0,
        kind);
  }

  private CelExpression binary(int level) throws UntranslatableContent, InvalidExpression {
    if (level == EcmaScriptOperators.levels()) {
      return unary();
    }
    if (EcmaScriptOperators.isComparison(level) && in.afterNext().isName("in")) {
      return has();
    }
    CelExpression left = binary(level + 1);
    String operator = EcmaScriptOperators.at(level, in.peek());
    while (operator != null) {
      int at = in.read().at();
      left = EcmaScriptOperators.combined(left, operator, binary(level + 1), level);
      if (left.text().length() > LENGTH) {
        throw new UntranslatableContent(
            at, "it becomes an expression of more than " + LENGTH + " characters");
      }
      operator = EcmaScriptOperators.at(level, in.peek());
    }
    return left;
  }

  /** {@code 'sendid' in _event}. */
  private CelExpression has() throws UntranslatableContent {
    EcmaScriptToken name = in.read();
    in.read();
    if (!name.kind().equals("string") || !in.takeName("_event")) {
      throw new UntranslatableContent(
          name.at(), "'in' can only ask whether the event has a field, in quotes");
    }
    return SystemVariables.hasField(name.text());
  }

  private CelExpression unary() throws UntranslatableContent, InvalidExpression {
    deeper();
    CelExpression all = signed();
    depth--;
    return all;
  }

  private CelExpression signed() throws UntranslatableContent, InvalidExpression {
    if (in.take("!")) {
      return TruthinessRules.not(unary());
    }
    if (in.take("-")) {
      return new CelExpression(
          "-" + unary().within(EcmaScriptOperators.UNARY), EcmaScriptOperators.UNARY, "number");
    }
    if (in.take("+")) {
      return CelExpression.atom("double(" + unary().text() + ")", "number");
    }
    return in.peek().isName("typeof") ? typeof() : postfix(primary());
  }

  /** {@code typeof x === 'undefined'}, and its opposite. */
  private CelExpression typeof() throws UntranslatableContent, InvalidExpression {
    int at = in.read().at();
    boolean parenthesis = in.take("(");
    CelExpression subject = isAbsent(in.peek()) ? absent() : postfix(primary());
    if (parenthesis) {
      in.expect(")");
    }
    EcmaScriptToken operator = in.read();
    EcmaScriptToken word = in.read();
    boolean equal = operator.is("==") || operator.is("===");
    if (!word.text().equals("undefined") || !(equal || operator.is("!=") || operator.is("!=="))) {
      throw new UntranslatableContent(at, "typeof can only be compared with 'undefined'");
    }
    return equal ? TruthinessRules.absent(subject) : TruthinessRules.present(subject);
  }

  private boolean isAbsent(EcmaScriptToken first) {
    return first.kind().equals("name")
        && !first.text().startsWith("_")
        && !names.declares(first.text())
        && !names.isLocal(first.text());
  }

  private CelExpression absent() {
    in.read();
    return CelExpression.atom("null", "null");
  }

  private CelExpression primary() throws UntranslatableContent, InvalidExpression {
    EcmaScriptToken token = in.read();
    return switch (token.kind()) {
      case "number" -> CelExpression.atom(number(token), "number");
      case "string" -> CelExpression.atom(EcmaScript.quoted(token.text()), "string");
      case "name" -> named(token);
      case "mark" -> grouped(token);
      default -> throw new UntranslatableContent(token.at(), "the expression ends too early");
    };
  }

  private static String number(EcmaScriptToken token) {
    String text = token.text().startsWith(".") ? "0" + token.text() : token.text();
    return text.endsWith(".") ? text + "0" : text;
  }

  private CelExpression grouped(EcmaScriptToken token)
      throws UntranslatableContent, InvalidExpression {
    if (token.is("(")) {
      CelExpression inner = conditional();
      in.expect(")");
      return new CelExpression("(" + inner.text() + ")", CelExpression.ATOM, inner.kind());
    }
    if (token.is("[")) {
      return CelExpression.atom("[" + String.join(", ", list("]")) + "]", "other");
    }
    if (token.is("{")) {
      List<String> members = new ArrayList<>();
      members().forEach((key, value) -> members.add(EcmaScript.quoted(key) + ": " + value));
      return CelExpression.atom("{" + String.join(", ", members) + "}", "other");
    }
    throw new UntranslatableContent(token.at(), "'" + token.text() + "' is not expected here");
  }

  /** What CEL adds: lists to a list, texts to a text. */
  private CelExpression concat(CelExpression of, int where)
      throws UntranslatableContent, InvalidExpression {
    StringBuilder sum = new StringBuilder(of.within(5));
    boolean list = of.text().startsWith("[");
    while (!in.take(")")) {
      int at = in.peek().at();
      CelExpression next = conditional();
      boolean also = next.text().startsWith("[");
      if (!also && !next.kind().equals("any") && !next.kind().equals(of.kind())) {
        throw new UntranslatableContent(
            at, "concat() adds lists to a list here, and texts to a text");
      }
      list |= also;
      sum.append(" + ").append(next.within(6));
      if (!in.peek().is(")")) {
        in.expect(",");
      }
    }
    if (sum.length() == of.within(5).length()) {
      throw new UntranslatableContent(where, "concat() adds nothing");
    }
    return new CelExpression(sum.toString(), 5, list ? "other" : of.kind());
  }

  private List<String> list(String closing) throws UntranslatableContent, InvalidExpression {
    List<String> members = new ArrayList<>();
    while (!in.take(closing)) {
      members.add(conditional().text());
      if (!in.peek().is(closing)) {
        in.expect(",");
      }
    }
    return members;
  }

  /** The members of an object whose brace was read, key → value. */
  Map<String, String> members() throws UntranslatableContent, InvalidExpression {
    Map<String, String> members = new LinkedHashMap<>();
    while (!in.take("}")) {
      EcmaScriptToken key = in.read();
      if (!key.kind().equals("name") && !key.kind().equals("string")) {
        throw new UntranslatableContent(key.at(), "a field's name is expected");
      }
      in.expect(":");
      members.put(key.text(), conditional().text());
      if (!in.peek().is("}")) {
        in.expect(",");
      }
    }
    return members;
  }

  private CelExpression named(EcmaScriptToken token)
      throws UntranslatableContent, InvalidExpression {
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
    if (OPERATORS.contains(name) || (!known && (GLOBALS.contains(name) || in.peek().is("(")))) {
      throw new UntranslatableContent(
          token.at(), "'" + name + "' has no counterpart in an expression");
    }
    if (!known) {
      throw new InvalidExpression("'" + name + "' is declared nowhere");
    }
    return names.read(name);
  }

  private CelExpression postfix(CelExpression start)
      throws UntranslatableContent, InvalidExpression {
    CelExpression at = start;
    while (true) {
      if (in.take(".")) {
        at = member(at);
      } else if (in.take("[")) {
        CelExpression index = conditional();
        in.expect("]");
        at = CelExpression.atom(at.within(CelExpression.ATOM) + "[" + index.text() + "]", "any");
      } else if (in.peek().is("(")) {
        throw new UntranslatableContent(
            in.peek().at(), "functions cannot be called in an expression");
      } else if (in.peek().is("++") || in.peek().is("--")) {
        throw new UntranslatableContent(
            in.peek().at(), "an expression changes nothing; assign instead");
      } else {
        return at;
      }
    }
  }

  private CelExpression member(CelExpression of) throws UntranslatableContent, InvalidExpression {
    int where = in.peek().at();
    String name = in.name();
    if (!in.take("(")) {
      return name.equals("length")
          ? CelExpression.atom("size(" + of.text() + ")", "number")
          : CelExpression.atom(of.within(CelExpression.ATOM) + "." + name, "any");
    }
    if (name.equals("concat")) {
      return concat(of, where);
    }
    List<String> arguments = list(")");
    if ((name.equals("startsWith") || name.equals("endsWith")) && arguments.size() == 1) {
      return CelExpression.atom(
          of.within(CelExpression.ATOM) + "." + name + "(" + arguments.get(0) + ")", "bool");
    }
    if (name.equals("includes") && arguments.size() == 1) {
      return new CelExpression(arguments.get(0) + " in " + of.within(5), 3, "bool");
    }
    if (name.equals("toString") && arguments.isEmpty()) {
      return CelExpression.atom("string(" + of.text() + ")", "string");
    }
    throw new UntranslatableContent(where, "'" + name + "()' has no counterpart in an expression");
  }
}

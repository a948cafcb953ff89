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
final class Expressions {
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

  private final TokenReader in;
  private final Names names;
  private final Platform platform;
  private int depth;

  Expressions(TokenReader in, Names names) {
    this.in = in;
    this.names = names;
    platform = new Platform(in, names);
  }

  static boolean isStatement(String name) {
    return STATEMENTS.contains(name);
  }

  Celled conditional() throws Untranslatable, NoExpression {
    deeper();
    Celled all = choice();
    depth--;
    return all;
  }

  private void deeper() throws Untranslatable {
    if (++depth > DEPTH) {
      throw new Untranslatable(
          in.peek().at(), "the expression is nested more than " + DEPTH + " deep");
    }
  }

  private Celled choice() throws Untranslatable, NoExpression {
    Celled condition = binary(0);
    if (!in.take("?")) {
      return condition;
    }
    Celled yes = conditional();
    in.expect(":");
    Celled no = conditional();
    String kind = yes.kind().equals(no.kind()) ? yes.kind() : "any";
    return new Celled(
        Truth.of(condition).within(1) + " ? " + yes.within(1) + " : " + no.within(0), 0, kind);
  }

  private Celled binary(int level) throws Untranslatable, NoExpression {
    if (level == Operators.levels()) {
      return unary();
    }
    if (Operators.isComparison(level) && in.afterNext().isName("in")) {
      return has();
    }
    Celled left = binary(level + 1);
    String operator = Operators.at(level, in.peek());
    while (operator != null) {
      int at = in.read().at();
      left = Operators.combined(left, operator, binary(level + 1), level);
      if (left.text().length() > LENGTH) {
        throw new Untranslatable(
            at, "it becomes an expression of more than " + LENGTH + " characters");
      }
      operator = Operators.at(level, in.peek());
    }
    return left;
  }

  /** {@code 'sendid' in _event}. */
  private Celled has() throws Untranslatable {
    Token name = in.read();
    in.read();
    if (!name.kind().equals("string") || !in.takeName("_event")) {
      throw new Untranslatable(
          name.at(), "'in' can only ask whether the event has a field, in quotes");
    }
    return Platform.hasField(name.text());
  }

  private Celled unary() throws Untranslatable, NoExpression {
    deeper();
    Celled all = signed();
    depth--;
    return all;
  }

  private Celled signed() throws Untranslatable, NoExpression {
    if (in.take("!")) {
      return Truth.not(unary());
    }
    if (in.take("-")) {
      return new Celled("-" + unary().within(Operators.UNARY), Operators.UNARY, "number");
    }
    if (in.take("+")) {
      return Celled.atom("double(" + unary().text() + ")", "number");
    }
    return in.peek().isName("typeof") ? typeof() : postfix(primary());
  }

  /** {@code typeof x === 'undefined'}, and its opposite. */
  private Celled typeof() throws Untranslatable, NoExpression {
    int at = in.read().at();
    boolean parenthesis = in.take("(");
    Celled subject = isAbsent(in.peek()) ? absent() : postfix(primary());
    if (parenthesis) {
      in.expect(")");
    }
    Token operator = in.read();
    Token word = in.read();
    boolean equal = operator.is("==") || operator.is("===");
    if (!word.text().equals("undefined") || !(equal || operator.is("!=") || operator.is("!=="))) {
      throw new Untranslatable(at, "typeof can only be compared with 'undefined'");
    }
    return equal ? Truth.absent(subject) : Truth.present(subject);
  }

  private boolean isAbsent(Token first) {
    return first.kind().equals("name")
        && !first.text().startsWith("_")
        && !names.declares(first.text())
        && !names.isLocal(first.text());
  }

  private Celled absent() {
    in.read();
    return Celled.atom("null", "null");
  }

  private Celled primary() throws Untranslatable, NoExpression {
    Token token = in.read();
    return switch (token.kind()) {
      case "number" -> Celled.atom(number(token), "number");
      case "string" -> Celled.atom(EcmaScript.quoted(token.text()), "string");
      case "name" -> named(token);
      case "mark" -> grouped(token);
      default -> throw new Untranslatable(token.at(), "the expression ends too early");
    };
  }

  private static String number(Token token) {
    String text = token.text().startsWith(".") ? "0" + token.text() : token.text();
    return text.endsWith(".") ? text + "0" : text;
  }

  private Celled grouped(Token token) throws Untranslatable, NoExpression {
    if (token.is("(")) {
      Celled inner = conditional();
      in.expect(")");
      return new Celled("(" + inner.text() + ")", Celled.ATOM, inner.kind());
    }
    if (token.is("[")) {
      return Celled.atom("[" + String.join(", ", list("]")) + "]", "other");
    }
    if (token.is("{")) {
      List<String> members = new ArrayList<>();
      members().forEach((key, value) -> members.add(EcmaScript.quoted(key) + ": " + value));
      return Celled.atom("{" + String.join(", ", members) + "}", "other");
    }
    throw new Untranslatable(token.at(), "'" + token.text() + "' is not expected here");
  }

  /** What CEL adds: lists to a list, texts to a text. */
  private Celled concat(Celled of, int where) throws Untranslatable, NoExpression {
    StringBuilder sum = new StringBuilder(of.within(5));
    boolean list = of.text().startsWith("[");
    while (!in.take(")")) {
      int at = in.peek().at();
      Celled next = conditional();
      boolean also = next.text().startsWith("[");
      if (!also && !next.kind().equals("any") && !next.kind().equals(of.kind())) {
        throw new Untranslatable(at, "concat() adds lists to a list here, and texts to a text");
      }
      list |= also;
      sum.append(" + ").append(next.within(6));
      if (!in.peek().is(")")) {
        in.expect(",");
      }
    }
    if (sum.length() == of.within(5).length()) {
      throw new Untranslatable(where, "concat() adds nothing");
    }
    return new Celled(sum.toString(), 5, list ? "other" : of.kind());
  }

  private List<String> list(String closing) throws Untranslatable, NoExpression {
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
  Map<String, String> members() throws Untranslatable, NoExpression {
    Map<String, String> members = new LinkedHashMap<>();
    while (!in.take("}")) {
      Token key = in.read();
      if (!key.kind().equals("name") && !key.kind().equals("string")) {
        throw new Untranslatable(key.at(), "a field's name is expected");
      }
      in.expect(":");
      members.put(key.text(), conditional().text());
      if (!in.peek().is("}")) {
        in.expect(",");
      }
    }
    return members;
  }

  private Celled named(Token token) throws Untranslatable, NoExpression {
    String name = token.text();
    if (name.equals("true") || name.equals("false")) {
      return Celled.atom(name, "bool");
    }
    if (name.equals("null") || name.equals("undefined")) {
      return Celled.atom("null", "null");
    }
    if (Platform.isWord(name)) {
      return platform.of(token);
    }
    if (STATEMENTS.contains(name)) {
      throw new NoExpression("'" + name + "' is no expression");
    }
    boolean known = names.declares(name) || names.isLocal(name);
    if (OPERATORS.contains(name) || (!known && (GLOBALS.contains(name) || in.peek().is("(")))) {
      throw new Untranslatable(token.at(), "'" + name + "' has no counterpart in an expression");
    }
    if (!known) {
      throw new NoExpression("'" + name + "' is declared nowhere");
    }
    return names.read(name);
  }

  private Celled postfix(Celled start) throws Untranslatable, NoExpression {
    Celled at = start;
    while (true) {
      if (in.take(".")) {
        at = member(at);
      } else if (in.take("[")) {
        Celled index = conditional();
        in.expect("]");
        at = Celled.atom(at.within(Celled.ATOM) + "[" + index.text() + "]", "any");
      } else if (in.peek().is("(")) {
        throw new Untranslatable(in.peek().at(), "functions cannot be called in an expression");
      } else if (in.peek().is("++") || in.peek().is("--")) {
        throw new Untranslatable(in.peek().at(), "an expression changes nothing; assign instead");
      } else {
        return at;
      }
    }
  }

  private Celled member(Celled of) throws Untranslatable, NoExpression {
    int where = in.peek().at();
    String name = in.name();
    if (!in.take("(")) {
      return name.equals("length")
          ? Celled.atom("size(" + of.text() + ")", "number")
          : Celled.atom(of.within(Celled.ATOM) + "." + name, "any");
    }
    if (name.equals("concat")) {
      return concat(of, where);
    }
    List<String> arguments = list(")");
    if ((name.equals("startsWith") || name.equals("endsWith")) && arguments.size() == 1) {
      return Celled.atom(
          of.within(Celled.ATOM) + "." + name + "(" + arguments.get(0) + ")", "bool");
    }
    if (name.equals("includes") && arguments.size() == 1) {
      return new Celled(arguments.get(0) + " in " + of.within(5), 3, "bool");
    }
    if (name.equals("toString") && arguments.isEmpty()) {
      return Celled.atom("string(" + of.text() + ")", "string");
    }
    throw new Untranslatable(where, "'" + name + "()' has no counterpart in an expression");
  }
}

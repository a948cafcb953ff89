package dev.statute.scxml.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translates the simple kind of ECMAScript into CEL: literals, variables, comparisons, arithmetic,
 * conditions, and assignments. What would mean something else in CEL is refused: truthiness of what
 * is surely no boolean, calls, and everything of the host. A recursive descent over the operators
 * by precedence.
 */
final class EcmaScript {
  private static final List<Map<String, String>> LEVELS =
      List.of(
          Map.of("||", "||"),
          Map.of("&&", "&&"),
          Map.of("==", "==", "===", "==", "!=", "!=", "!==", "!="),
          Map.of("<", "<", "<=", "<=", ">", ">", ">=", ">="),
          Map.of("+", "+", "-", "-"),
          Map.of("*", "*", "/", "/", "%", "%"));
  private static final int UNARY = LEVELS.size() + 1;
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

  private final List<Token> tokens;
  private final Names names;
  private int next;

  private EcmaScript(List<Token> tokens, Names names) {
    this.tokens = tokens;
    this.names = names;
  }

  /** A value. */
  static Celled value(String text, Names names) throws Untranslatable, NoExpression {
    EcmaScript reader = new EcmaScript(Tokens.of(text), names);
    Celled value = reader.conditional();
    reader.end();
    return value;
  }

  /** A condition: what is surely no boolean is asked whether it is truthy. */
  static String condition(String text, Names names) throws Untranslatable, NoExpression {
    return Truth.of(value(text, names)).text();
  }

  /** Statements that only assign: path → value, in order. */
  static List<Map.Entry<String, String>> assignments(String text, Names names)
      throws Untranslatable, NoExpression {
    EcmaScript reader = new EcmaScript(Tokens.of(text), names);
    List<Map.Entry<String, String>> all = new ArrayList<>();
    while (!reader.peek().kind().equals("end")) {
      if (reader.take(";")) {
        continue;
      }
      all.add(reader.assignment());
    }
    return all;
  }

  /** What may stand left of an assignment: a variable, or something inside one. */
  static String location(String text, Names names) throws Untranslatable, NoExpression {
    EcmaScript reader = new EcmaScript(Tokens.of(text), names);
    String path = reader.path();
    reader.end();
    return path;
  }

  private Map.Entry<String, String> assignment() throws Untranslatable, NoExpression {
    if (peek().isName("var") || peek().isName("let") || peek().isName("const")) {
      next++;
    }
    int at = peek().at();
    String path = path();
    Token operator = tokens.get(next++);
    if (operator.is("++") || operator.is("--")) {
      return Map.entry(path, "data." + path + (operator.is("++") ? " + 1" : " - 1"));
    }
    if (operator.is("=")) {
      return Map.entry(path, conditional().text());
    }
    if (operator.kind().equals("mark")
        && operator.text().length() == 2
        && operator.text().endsWith("=")) {
      Celled right = conditional();
      String sign = operator.text().substring(0, 1);
      int level = sign.equals("+") || sign.equals("-") ? 5 : 6;
      String left = "data." + path;
      return Map.entry(
          path,
          sign.equals("/")
              ? "double(" + left + ") / double(" + right.text() + ")"
              : left + " " + sign + " " + right.within(level + 1));
    }
    throw new Untranslatable(at, "only assignments can be translated, such as 'x = x + 1'");
  }

  private String path() throws Untranslatable, NoExpression {
    Token first = tokens.get(next++);
    String name = first.text();
    if (!first.kind().equals("name")) {
      throw new NoExpression("'" + name + "' is no place in the data");
    }
    if (name.startsWith("_")) {
      throw new NoExpression("'" + name + "' cannot be assigned");
    }
    if (!names.declares(name) || STATEMENTS.contains(name)) {
      throw new NoExpression("'" + name + "' is declared nowhere");
    }
    StringBuilder path = new StringBuilder(first.text());
    while (peek().is(".") || peek().is("[")) {
      if (take(".")) {
        path.append('.').append(name());
      } else {
        next++;
        path.append('[').append(conditional().text()).append(']');
        expect("]");
      }
    }
    return path.toString();
  }

  private Celled conditional() throws Untranslatable, NoExpression {
    Celled condition = binary(0);
    if (!take("?")) {
      return condition;
    }
    Celled yes = conditional();
    expect(":");
    Celled no = conditional();
    String kind = yes.kind().equals(no.kind()) ? yes.kind() : "any";
    return new Celled(
        Truth.of(condition).within(1) + " ? " + yes.within(1) + " : " + no.within(0), 0, kind);
  }

  private Celled binary(int level) throws Untranslatable, NoExpression {
    if (level == LEVELS.size()) {
      return unary();
    }
    Celled left = binary(level + 1);
    while (peek().kind().equals("mark") && LEVELS.get(level).containsKey(peek().text())) {
      Token operator = tokens.get(next++);
      left =
          combined(
              left, LEVELS.get(level).getOrDefault(operator.text(), ""), binary(level + 1), level);
    }
    return left;
  }

  private static Celled combined(Celled left, String operator, Celled right, int level) {
    int binding = level + 1;
    if (level <= 1) {
      return Truth.combined(left, operator, right, binding);
    }
    if (level == 2 && left.text().equals("event") && right.kind().equals("null")) {
      return new Celled("event " + operator + " {}", binding, "bool");
    }
    if (operator.equals("/")) {
      return new Celled(
          "double(" + left.text() + ") / double(" + right.text() + ")", binding, "number");
    }
    if (operator.equals("+")
        && !left.kind().equals(right.kind())
        && !left.kind().equals("any")
        && !right.kind().equals("any")) {
      return new Celled(asText(left) + " + " + asText(right), binding, "string");
    }
    String kind =
        level <= 3
            ? "bool"
            : operator.equals("+")
                ? (left.kind().equals("any") ? right.kind() : left.kind())
                : "number";
    return new Celled(
        left.within(binding) + " " + operator + " " + right.within(binding + 1), binding, kind);
  }

  private static String asText(Celled value) {
    return value.kind().equals("string") ? value.within(6) : "string(" + value.text() + ")";
  }

  private Celled unary() throws Untranslatable, NoExpression {
    Token token = peek();
    if (take("!")) {
      return Truth.not(unary());
    }
    if (take("-")) {
      return new Celled("-" + unary().within(UNARY), UNARY, "number");
    }
    if (take("+")) {
      return Celled.atom("double(" + unary().text() + ")", "number");
    }
    if (token.isName("typeof")) {
      return typeof();
    }
    return postfix(primary());
  }

  /** {@code typeof x === 'undefined'}, and its opposite. */
  private Celled typeof() throws Untranslatable, NoExpression {
    int at = tokens.get(next++).at();
    boolean parenthesis = take("(");
    Token first = peek();
    boolean absent =
        first.kind().equals("name")
            && !first.text().startsWith("_")
            && !names.declares(first.text())
            && !names.isLocal(first.text());
    if (absent) {
      next++;
    }
    Celled subject = absent ? Celled.atom("null", "null") : postfix(primary());
    if (parenthesis) {
      expect(")");
    }
    Token operator = tokens.get(next++);
    Token word = tokens.get(next++);
    boolean equal = operator.is("==") || operator.is("===");
    if (!word.text().equals("undefined") || !(equal || operator.is("!=") || operator.is("!=="))) {
      throw new Untranslatable(at, "typeof can only be compared with 'undefined'");
    }
    // a variable without a value is null here; a field that is not there is not there
    boolean field =
        subject.text().matches("(event|[A-Za-z_]\\w*|data\\.\\w+)(\\.\\w+)+")
            && !subject.text().matches("data\\.\\w+");
    if (subject.truth() != null) {
      Celled bound = Truth.of(subject);
      return equal ? Truth.not(subject) : bound;
    }
    String has = field ? "has(" + subject.text() + ")" : subject.within(4) + " != null";
    String hasNot = field ? "!" + has : subject.within(4) + " == null";
    return new Celled(equal ? hasNot : has, field ? UNARY : 3, "bool");
  }

  private Celled primary() throws Untranslatable, NoExpression {
    Token token = tokens.get(next++);
    return switch (token.kind()) {
      case "number" -> Celled.atom(number(token), "number");
      case "string" -> Celled.atom(quoted(token.text()), "string");
      case "name" -> named(token);
      case "mark" -> grouped(token);
      default -> throw new Untranslatable(token.at(), "the expression ends too early");
    };
  }

  private Celled grouped(Token token) throws Untranslatable, NoExpression {
    if (token.is("(")) {
      Celled inner = conditional();
      expect(")");
      return new Celled("(" + inner.text() + ")", Celled.ATOM, inner.kind());
    }
    if (token.is("[")) {
      return Celled.atom("[" + String.join(", ", list("]")) + "]", "other");
    }
    if (token.is("{")) {
      return Celled.atom(object(), "other");
    }
    throw new Untranslatable(token.at(), "'" + token.text() + "' is not expected here");
  }

  private List<String> list(String closing) throws Untranslatable, NoExpression {
    List<String> members = new ArrayList<>();
    while (!take(closing)) {
      members.add(conditional().text());
      if (!peek().is(closing)) {
        expect(",");
      }
    }
    return members;
  }

  /** The members of an object as it is written, key to value; null if the text is none. */
  static @org.jspecify.annotations.Nullable Map<String, String> members(String text, Names names)
      throws Untranslatable, NoExpression {
    EcmaScript reader = new EcmaScript(Tokens.of(text), names);
    if (!reader.take("{")) {
      return null;
    }
    Map<String, String> members = reader.members();
    reader.end();
    return members;
  }

  private String object() throws Untranslatable, NoExpression {
    StringBuilder out = new StringBuilder("{");
    members()
        .forEach(
            (k, v) ->
                out.append(out.length() > 1 ? ", " : "").append(quoted(k)).append(": ").append(v));
    return out.append('}').toString();
  }

  private Map<String, String> members() throws Untranslatable, NoExpression {
    Map<String, String> members = new LinkedHashMap<>();
    while (!take("}")) {
      Token key = tokens.get(next++);
      if (!key.kind().equals("name") && !key.kind().equals("string")) {
        throw new Untranslatable(key.at(), "a field's name is expected");
      }
      expect(":");
      members.put(key.text(), conditional().text());
      if (!peek().is("}")) {
        expect(",");
      }
    }
    return members;
  }

  private Celled named(Token token) throws Untranslatable, NoExpression {
    String name = token.text();
    switch (name) {
      case "true", "false":
        return Celled.atom(name, "bool");
      case "null", "undefined":
        return Celled.atom("null", "null");
      case "In":
        expect("(");
        Token state = tokens.get(next++);
        if (!state.kind().equals("string")) {
          throw new Untranslatable(state.at(), "In() needs the name of a state in quotes");
        }
        expect(")");
        return Celled.atom("active(" + quoted(state.text()) + ")", "bool");
      case "_event":
        return event(token);
      case "_sessionid":
        return Celled.atom("instance.id", "string");
      case "_name":
        return Celled.atom(quoted(names.chart()), "string");
      default:
        if (name.startsWith("_")) {
          throw new Untranslatable(
              token.at(), "'" + name + "' belongs to the platform and has no counterpart");
        }
        if (STATEMENTS.contains(name)) {
          throw new NoExpression("'" + name + "' is no expression");
        }
        if (Set.of("new", "function", "this", "delete", "void").contains(name)) {
          throw new Untranslatable(
              token.at(), "'" + name + "' has no counterpart in an expression");
        }
        boolean known = names.declares(name) || names.isLocal(name);
        if (!known && (GLOBALS.contains(name) || peek().is("("))) {
          throw new Untranslatable(
              token.at(), "'" + name + "' has no counterpart in an expression");
        }
        if (!known) {
          throw new NoExpression("'" + name + "' is declared nowhere");
        }
        return names.read(name);
    }
  }

  private Celled event(Token token) throws Untranslatable, NoExpression {
    if (take(".")) {
      Token field = tokens.get(next++);
      if (field.isName("name")) {
        return Celled.atom("event_name", "string");
      }
      if (field.isName("data")) {
        return peek().is(".") || peek().is("[") ? Celled.atom("event", "any") : names.event();
      }
      throw new Untranslatable(
          field.at(), "'_event." + field.text() + "' has no counterpart; name and data have");
    }
    if (!peek().is("[")) {
      // before the first event there is none
      return new Celled(
          "{'name': event_name, 'data': event}",
          Celled.ATOM,
          "any",
          new Celled("event_name != ''", 3, "bool"));
    }
    throw new Untranslatable(token.at(), "'_event' can only be asked for its name and its data");
  }

  private Celled postfix(Celled start) throws Untranslatable, NoExpression {
    Celled at = start;
    while (true) {
      if (take(".")) {
        at = member(at);
      } else if (take("[")) {
        Celled index = conditional();
        expect("]");
        at = Celled.atom(at.within(Celled.ATOM) + "[" + index.text() + "]", "any");
      } else if (peek().is("(")) {
        throw new Untranslatable(peek().at(), "functions cannot be called in an expression");
      } else if (peek().is("++") || peek().is("--")) {
        throw new Untranslatable(peek().at(), "an expression changes nothing; assign instead");
      } else {
        return at;
      }
    }
  }

  private Celled member(Celled of) throws Untranslatable, NoExpression {
    int where = peek().at();
    String name = name();
    if (!peek().is("(")) {
      return name.equals("length")
          ? Celled.atom("size(" + of.text() + ")", "number")
          : Celled.atom(of.within(Celled.ATOM) + "." + name, "any");
    }
    next++;
    List<String> arguments = list(")");
    if (name.equals("concat") && !arguments.isEmpty()) {
      return new Celled(of.within(5) + " + " + String.join(" + ", arguments), 5, "other");
    }
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

  private static String number(Token token) {
    String text = token.text();
    if (text.startsWith(".")) {
      text = "0" + text;
    }
    return text.endsWith(".") ? text + "0" : text;
  }

  /** A CEL string in single quotes. */
  static String quoted(String value) {
    String escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    return "'" + escaped.replace("\r", "\\r").replace("\t", "\\t") + "'";
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean take(String mark) {
    if (peek().is(mark)) {
      next++;
      return true;
    }
    return false;
  }

  private void expect(String mark) throws Untranslatable, NoExpression {
    if (!take(mark)) {
      throw new Untranslatable(peek().at(), "'" + mark + "' is expected here");
    }
  }

  private String name() throws Untranslatable, NoExpression {
    Token token = tokens.get(next++);
    if (!token.kind().equals("name")) {
      throw new Untranslatable(token.at(), "a name is expected here");
    }
    return token.text();
  }

  private void end() throws Untranslatable, NoExpression {
    if (!peek().kind().equals("end")) {
      throw new Untranslatable(peek().at(), "'" + peek().text() + "' is not expected here");
    }
  }
}

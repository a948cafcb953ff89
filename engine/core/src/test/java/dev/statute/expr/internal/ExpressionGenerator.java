package dev.statute.expr.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Generator of random expressions. Most have the requested type, some another, so that errors are
 * as frequent as values. Parentheses are sometimes left out.
 */
final class ExpressionGenerator {
  private static final List<String> TYPES =
      List.of("int", "double", "string", "bool", "list", "map", "null", "duration", "timestamp");
  private static final List<String> INTS =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "-1",
          "7",
          "-3",
          "100",
          "0x1F",
          "9223372036854775807",
          "-9223372036854775808",
          "9007199254740993",
          "4611686018427387904");
  private static final List<String> DOUBLES =
      List.of("0.5", "1.0", "2.0", "-1.5", "3.0", "1e300", "2.5e-3", "7.0", "1e19", "100.0");
  private static final List<String> PATTERNS =
      List.of("'a'", "'^b'", "r'\\d+'", "'[a-c]+$'", "'.'", "'h.*o'", "'(?i)A|1'", "''", "r'^\\W'");
  private static final List<String> STRINGS =
      List.of(
          "''",
          "'a'",
          "'b'",
          "\"ab\"",
          "'1'",
          "'-7'",
          "'1.5'",
          "'true'",
          "'h\\u00e9llo'",
          "r'a\\b'",
          "'\\U0001F600'",
          "'1h30m'",
          "'2024-02-29T12:00:00Z'",
          "'''a'b'''",
          "'n'",
          "'Europe/Berlin'",
          "'+05:30'");
  private static final List<String> PARTS =
      List.of(
          "getFullYear",
          "getMonth",
          "getDate",
          "getDayOfMonth",
          "getDayOfWeek",
          "getDayOfYear",
          "getHours",
          "getMinutes",
          "getSeconds",
          "getMilliseconds");
  private static final List<String> CONVERSIONS =
      List.of("int", "double", "string", "bool", "timestamp", "duration", "dyn");

  private final Random random;
  private final Deque<String> locals = new ArrayDeque<>();

  ExpressionGenerator(Random random) {
    this.random = random;
  }

  String next() {
    return expression(pick(TYPES), 1 + random.nextInt(3));
  }

  private String expression(String type, int depth) {
    String actual = random.nextInt(14) == 0 ? pick(TYPES) : type;
    if (!locals.isEmpty() && random.nextInt(5) == 0) {
      return pick(List.copyOf(locals));
    }
    if (depth <= 0 || random.nextInt(6) == 0) {
      return leaf(actual);
    }
    return switch (random.nextInt(12)) {
      case 0 -> conditional(actual, depth - 1);
      case 1 -> "[" + expression(actual, depth - 1) + "][" + expression("int", depth - 2) + "]";
      case 2 -> "{'k': " + expression(actual, depth - 1) + "}" + pick(List.of(".k", "['k']", ".q"));
      default -> operation(actual, depth - 1);
    };
  }

  private String leaf(String type) {
    return switch (type) {
      case "int" ->
          random.nextBoolean() ? pick(INTS) : pick(List.of("x.n", "x.l[0]", "x.o.a.b[1]"));
      case "double" -> random.nextBoolean() ? pick(DOUBLES) : pick(List.of("x.d", "x.ds[1]"));
      case "string" -> random.nextBoolean() ? pick(STRINGS) : pick(List.of("x.s", "x.o.name"));
      case "bool" -> pick(List.of("true", "false", "x.b", "has(x.s)", "has(x.nope)", "x.nope"));
      case "list" -> pick(List.of("x.l", "x.ds", "x.o.a.b", "x.mixed", "[]", "[1, 2]", "['a']"));
      case "map" -> pick(List.of("x.m", "x.o", "x.o.a", "x.im", "{}", "{'a': 1}", "{1: 'a'}"));
      case "null" -> pick(List.of("null", "x.nul"));
      case "duration" ->
          pick(List.of("x.span", "duration('1h30m')", "duration('-2s')", "duration('0s')"));
      default ->
          pick(
              List.of(
                  "x.day",
                  "timestamp('2024-02-29T23:59:59Z')",
                  "timestamp('9999-12-31T23:59:59Z')",
                  "timestamp(0)"));
    };
  }

  private String operation(String type, int depth) {
    return switch (type) {
      case "int" -> whole(depth);
      case "double" -> real(depth);
      case "string" -> text(depth);
      case "bool" -> bool(depth);
      case "list" -> list(depth);
      case "map" -> map(depth);
      case "null" -> conditional("null", depth);
      case "duration" -> duration(depth);
      default -> timestamp(depth);
    };
  }

  private String whole(int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> "size(" + expression(pick(List.of("list", "string", "map")), depth) + ")";
      case 1 -> closed(expression("list", depth)) + ".size()";
      case 2 -> "int(" + expression(pick(TYPES), depth) + ")";
      case 3 -> "-" + closed(expression("int", depth));
      case 4 -> part(depth);
      default -> binary("int", pick(List.of("+", "-", "*", "/", "%")), "int", depth);
    };
  }

  private String part(int depth) {
    String time = closed(expression(random.nextInt(3) == 0 ? "duration" : "timestamp", depth));
    String zone = random.nextInt(4) == 0 ? pick(List.of("'UTC'", "'+05:30'", "'Nowhere'")) : "";
    return time + "." + pick(PARTS) + "(" + zone + ")";
  }

  private String real(int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> "double(" + expression(pick(TYPES), depth) + ")";
      case 1 -> "-" + closed(expression("double", depth));
      default -> binary("double", pick(List.of("+", "-", "*", "/", "%")), "double", depth);
    };
  }

  private String text(int depth) {
    return random.nextInt(3) == 0
        ? "string(" + expression(pick(TYPES), depth) + ")"
        : binary("string", "+", "string", depth);
  }

  private String bool(int depth) {
    String type = pick(TYPES);
    return switch (random.nextInt(14)) {
      case 0 -> "!" + closed(expression("bool", depth));
      case 1, 2, 3 -> logic(depth);
      case 4 -> settled(fold(pick(List.of("all", "exists")), depth));
      case 5 ->
          binary(
              type, pick(List.of("==", "!=")), random.nextInt(4) == 0 ? pick(TYPES) : type, depth);
      case 6 -> binary(type, pick(List.of("<", "<=", ">", ">=")), type, depth);
      case 7 ->
          binary(
              pick(List.of("int", "double")),
              pick(List.of("<", "<=", ">", ">=", "==", "!=")),
              pick(List.of("int", "double")),
              depth);
      case 8 -> binary(type, "in", pick(List.of("list", "map")), depth);
      case 9 ->
          closed(expression("string", depth))
              + "."
              + pick(List.of("contains", "startsWith", "endsWith"))
              + "("
              + expression("string", depth)
              + ")";
      case 10 ->
          random.nextBoolean()
              ? closed(expression("string", depth)) + ".matches(" + pick(PATTERNS) + ")"
              : "has("
                  + closed(expression("map", depth))
                  + pick(List.of(".a", ".k", ".name"))
                  + ")";
      case 11 -> "bool(" + expression("string", depth) + ")";
      default -> fold("exists_one", depth);
    };
  }

  private String logic(int depth) {
    String chain = binary("bool", pick(List.of("&&", "||")), "bool", depth);
    return settled(
        random.nextBoolean()
            ? chain
            : chain + pick(List.of(" && ", " || ")) + loose(expression("bool", depth)));
  }

  /**
   * Wraps a condition. Google's implementation passes the error of a chain on as a value, which
   * operations may then ignore; a conditional does not.
   */
  private static String settled(String condition) {
    return "(" + condition + " ? true : false)";
  }

  private String list(int depth) {
    return switch (random.nextInt(5)) {
      case 0 -> "[" + expression(pick(TYPES), depth) + ", " + expression(pick(TYPES), depth) + "]";
      case 1 -> binary("list", "+", "list", depth);
      case 2 -> fold("filter", depth);
      default -> fold("map", depth);
    };
  }

  private String map(int depth) {
    String key = pick(List.of("string", "string", "int", "bool", "double"));
    return "{"
        + expression(key, depth - 1)
        + ": "
        + expression(pick(TYPES), depth)
        + ", "
        + expression(key, depth - 1)
        + ": "
        + expression(pick(TYPES), depth)
        + "}";
  }

  private String fold(String macro, int depth) {
    String range = closed(expression(random.nextInt(4) == 0 ? "map" : "list", depth));
    String local = pick(List.of("i", "j", "x"));
    locals.push(local);
    String condition =
        macro.equals("map") && random.nextBoolean() ? expression("bool", depth) + ", " : "";
    String body = expression(macro.equals("map") ? pick(TYPES) : "bool", depth);
    locals.pop();
    return range + "." + macro + "(" + local + ", " + condition + body + ")";
  }

  private String duration(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "duration(" + expression("string", depth) + ")";
      case 1 -> binary("timestamp", "-", "timestamp", depth);
      default -> binary("duration", pick(List.of("+", "-")), "duration", depth);
    };
  }

  private String timestamp(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "timestamp(" + expression(pick(List.of("string", "int")), depth) + ")";
      case 1 -> binary("duration", "+", "timestamp", depth);
      default -> binary("timestamp", pick(List.of("+", "-")), "duration", depth);
    };
  }

  private String conditional(String type, int depth) {
    return "("
        + expression("bool", depth)
        + " ? "
        + closed(expression(type, depth))
        + " : "
        + expression(type, depth)
        + ")";
  }

  private String binary(String left, String operator, String right, int depth) {
    return loose(expression(left, depth)) + " " + operator + " " + loose(expression(right, depth));
  }

  private static String closed(String inner) {
    return "(" + inner + ")";
  }

  private String loose(String inner) {
    return random.nextInt(3) == 0 ? inner : closed(inner);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}

package dev.statute.scxml.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Statements that only assign, and the places that can be assigned. */
final class AssignmentStatements {
  private final EcmaScriptTokens in;
  private final NameMapping names;
  private final EcmaScriptToCel expressions;

  AssignmentStatements(EcmaScriptTokens in, NameMapping names) {
    this.in = in;
    this.names = names;
    expressions = new EcmaScriptToCel(in, names);
  }

  /** All there are up to the end: path → value. */
  List<Map.Entry<String, String>> all() throws UntranslatableContent, InvalidExpression {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    while (!in.isAtEnd()) {
      if (!in.take(";")) {
        all.add(one());
      }
    }
    return all;
  }

  private Map.Entry<String, String> one() throws UntranslatableContent, InvalidExpression {
    if (!in.takeName("var") && !in.takeName("let")) {
      in.takeName("const");
    }
    int at = in.peek().at();
    if (EcmaScriptToCel.isStatement(in.peek().text())) {
      String what = "'" + in.peek().text() + "' has no counterpart: ";
      throw new UntranslatableContent(
          at, what + "only assignments can be translated, such as 'x = x + 1'");
    }
    String path = path();
    String before = "data." + path;
    EcmaScriptToken operator = in.read();
    if (operator.is("++") || operator.is("--")) {
      return Map.entry(path, before + (operator.is("++") ? " + 1" : " - 1"));
    }
    if (operator.is("=")) {
      return Map.entry(path, expressions.conditional().text());
    }
    boolean both = operator.kind().equals("mark") && operator.text().matches("[-+*/]=");
    if (!both) {
      throw new UntranslatableContent(
          at, "only assignments can be translated, such as 'x = x + 1'");
    }
    String sign = operator.text().substring(0, 1);
    return Map.entry(path, EcmaScriptOperators.assigned(before, sign, expressions.conditional()));
  }

  /** What may stand left of an assignment: a variable, or something inside one. */
  String path() throws UntranslatableContent, InvalidExpression {
    EcmaScriptToken first = in.read();
    String name = first.text();
    if (!first.kind().equals("name")) {
      throw new InvalidExpression("'" + name + "' is no place in the data");
    }
    if (name.startsWith("_")) {
      throw new InvalidExpression("'" + name + "' cannot be assigned");
    }
    if (!names.declares(name) || EcmaScriptToCel.isStatement(name)) {
      throw new InvalidExpression("'" + name + "' is declared nowhere");
    }
    StringBuilder path = new StringBuilder(name);
    while (in.peek().is(".") || in.peek().is("[")) {
      if (in.take(".")) {
        path.append('.').append(in.name());
      } else {
        in.expect("[");
        path.append('[').append(expressions.conditional().text()).append(']');
        in.expect("]");
      }
    }
    return path.toString();
  }
}

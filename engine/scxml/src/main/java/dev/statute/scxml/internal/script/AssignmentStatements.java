package dev.statute.scxml.internal.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parser of assignments and of assignable paths. */
final class AssignmentStatements {
  private static final String ONLY_ASSIGNMENTS =
      "only assignments can be translated, such as 'x = x + 1'";

  private final EcmaScriptTokenReader tokens;
  private final NameMapping names;
  private final EcmaScriptParser expressions;

  AssignmentStatements(EcmaScriptTokenReader in, NameMapping names) {
    this.tokens = in;
    this.names = names;
    expressions = new EcmaScriptParser(in, names);
  }

  /** Parses all statements up to the end: path → value. */
  List<Map.Entry<String, String>> parseAll() throws UntranslatableContent {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    while (!tokens.isAtEnd()) {
      if (!tokens.take(";")) {
        all.add(parseOne());
      }
    }
    return all;
  }

  private Map.Entry<String, String> parseOne() throws UntranslatableContent {
    if (!tokens.takeName("var") && !tokens.takeName("let")) {
      tokens.takeName("const");
    }
    int at = tokens.peek().at();
    if (EcmaScriptParser.isStatement(tokens.peek().text())) {
      throw new UntranslatableContent(
          at, "'" + tokens.peek().text() + "' has no counterpart: " + ONLY_ASSIGNMENTS);
    }
    String path = path();
    String before = "data." + path;
    EcmaScriptToken operator = tokens.read();
    if (operator.is("++") || operator.is("--")) {
      return Map.entry(path, before + (operator.is("++") ? " + 1" : " - 1"));
    }
    if (operator.is("=")) {
      return Map.entry(path, expressions.conditional().text());
    }
    if (!operator.kind().equals("mark") || !operator.text().matches("[-+*/]=")) {
      throw new UntranslatableContent(at, ONLY_ASSIGNMENTS);
    }
    String sign = operator.text().substring(0, 1);
    return Map.entry(path, EcmaScriptOperators.assigned(before, sign, expressions.conditional()));
  }

  /** Parses the left side of an assignment: a variable, or a path inside one. */
  String path() throws UntranslatableContent {
    EcmaScriptToken first = tokens.read();
    String name = first.text();
    if (!first.kind().equals("name")) {
      throw new InvalidExpression("'" + name + "' is no place in the data");
    }
    if (name.startsWith("_")) {
      throw new InvalidExpression("'" + name + "' cannot be assigned");
    }
    if (EcmaScriptParser.isDefinition(name)) {
      throw new UntranslatableContent(
          first.at(), "it defines a " + name + ", and expressions have none of their own");
    }
    if (!names.declares(name) || EcmaScriptParser.isStatement(name)) {
      throw new InvalidExpression("'" + name + "' is declared nowhere");
    }
    StringBuilder path = new StringBuilder(name);
    while (tokens.peek().is(".") || tokens.peek().is("[")) {
      if (tokens.take(".")) {
        path.append('.').append(tokens.name());
      } else {
        tokens.expect("[");
        path.append('[').append(expressions.conditional().text()).append(']');
        tokens.expect("]");
      }
    }
    return path.toString();
  }
}

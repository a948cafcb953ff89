package dev.statute.expr.internal.check;

import dev.statute.expr.internal.check.TypeEnvironment.Variable;
import dev.statute.expr.internal.node.LoopVariableNode;
import dev.statute.expr.internal.node.VariableNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Resolver of names: comprehension variables from the innermost outwards, then the environment. */
final class VariableResolver {
  /** Words for null in other languages, in lower case. */
  private static final Set<String> NULLS = Set.of("none", "nil", "undefined");

  private static final Set<String> CONSTANTS = Set.of("null", "true", "false");

  private final TypeEnvironment env;
  private final ProblemReporter report;
  private final List<Variable> bound = new ArrayList<>();
  private int locals;

  VariableResolver(TypeEnvironment env, ProblemReporter report) {
    this.env = env;
    this.report = report;
  }

  /** Binds a comprehension variable; returns its number. */
  int bind(String name, ValueType type) {
    bound.add(new Variable(name, bound.size(), type));
    locals = Math.max(locals, bound.size());
    return bound.size() - 1;
  }

  void unbind() {
    bound.remove(bound.size() - 1);
  }

  /** Returns the maximum number of variables bound at once. */
  int locals() {
    return locals;
  }

  TypedNode resolve(SyntaxTree.Name name) {
    for (int i = bound.size() - 1; i >= 0; i--) {
      Variable element = bound.get(i);
      if (element.name().equals(name.name())) {
        return TypedNode.read(new LoopVariableNode(element.slot(), name.start()), element.type());
      }
    }
    Variable variable = env.variable(name.name());
    if (variable != null) {
      return TypedNode.read(new VariableNode(variable.slot(), name.start()), variable.type());
    }
    report.error("E201", name, "there is no '" + name.name() + "' here", fix(name));
    return TypedNode.unknown(name.start());
  }

  private String fix(SyntaxTree.Name at) {
    String name = at.name();
    if (report.isWhole(at) && report.isQuoted()) {
      return "YAML took the quotes: write \"'" + name + "'\" for the text";
    }
    for (Variable scope : env.variables().values()) {
      if (scope.type() instanceof ValueType.RecordOf record && record.fields().containsKey(name)) {
        return "write " + scope.name() + "." + name;
      }
    }
    if (env.stateNumber(name) >= 0) {
      return "write active('" + name + "') for the state, '" + name + "' for the text";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    String constant = NULLS.contains(lower) ? "null" : lower;
    if (CONSTANTS.contains(constant)) {
      return "write " + constant;
    }
    List<String> names =
        Stream.concat(env.variables().values().stream(), bound.stream())
            .map(Variable::name)
            .toList();
    String text =
        report.isWhole(at)
            ? "write \"'" + name + "'\" with both quotes for the text"
            : "write '" + name + "' in quotes for the text";
    return SpellingSuggestion.fix(
        name, names, names.isEmpty() ? text : text + "; in scope: " + String.join(", ", names));
  }
}

package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.DeclaredDoubleNode;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.LoopVariableNode;
import dev.statute.expr.internal.node.VariableNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;

/** Resolver of names: comprehension variables from the innermost outwards, then the environment. */
final class VariableResolver {
  private final TypeEnvironment env;
  private final ProblemReporter report;
  private final List<Bound> bound = new ArrayList<>();
  private int locals;

  VariableResolver(TypeEnvironment env, ProblemReporter report) {
    this.env = env;
    this.report = report;
  }

  private record Bound(String name, int local, ValueType type) {}

  /** Binds a comprehension variable; returns its number. */
  int bind(String name, ValueType type) {
    bound.add(new Bound(name, bound.size(), type));
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
      Bound element = bound.get(i);
      if (element.name().equals(name.name())) {
        return convertRead(new LoopVariableNode(element.local(), name.start()), element.type());
      }
    }
    TypeEnvironment.Variable variable = env.variable(name.name());
    if (variable != null) {
      return convertRead(new VariableNode(variable.slot(), name.start()), variable.type());
    }
    report.error("E201", name, "there is no '" + name.name() + "' here", fix(name));
    return TypedNode.unknown(name.start());
  }

  /** Adds a conversion to a value that comes from outside. */
  static TypedNode convertRead(ExpressionNode node, ValueType type) {
    return new TypedNode(type == ValueType.DOUBLE ? new DeclaredDoubleNode(node) : node, type);
  }

  private String fix(SyntaxTree.Name at) {
    String name = at.name();
    if (report.isWhole(at) && report.isQuoted()) {
      return "YAML took the quotes: write \"'" + name + "'\" for the text";
    }
    for (String scope : env.names()) {
      TypeEnvironment.Variable variable = env.variable(scope);
      if (variable != null
          && variable.type() instanceof ValueType.RecordOf record
          && record.fields().containsKey(name)) {
        return "write " + scope + "." + name;
      }
    }
    if (env.hasStates() && env.stateNumber(name) >= 0) {
      return "write active('" + name + "') for the state, '" + name + "' for the text";
    }
    List<String> names = new ArrayList<>(env.names());
    bound.forEach(element -> names.add(element.name()));
    return SpellingSuggestion.fix(
        name,
        names,
        names.isEmpty()
            ? "write '" + name + "' in quotes for the text"
            : "in scope: " + String.join(", ", names));
  }
}

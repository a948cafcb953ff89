package dev.statute.expr.reading;

import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Expression of the chart language in reading mode, for data of other programs: a field that is
 * missing is nothing instead of an error, {@code has} is false of it, and it equals no other value.
 * Work is bounded as in charts. Immutable, shared by threads.
 */
public final class ReadingExpression {
  private final Expression code;
  private final Set<String> variables;

  private ReadingExpression(Expression code) {
    this.code = code;
    Set<String> roots = new LinkedHashSet<>();
    code.readPaths().forEach(path -> roots.add(path.split("[.\\[]", 2)[0]));
    this.variables = Set.copyOf(roots);
  }

  /** Bindings of the variables of expressions. Confined to one thread. */
  public abstract static class Scope {
    private final Activation activation =
        new Activation() {
          @Override
          public Object missing() {
            return LenientMap.NOTHING;
          }

          @Override
          public Object variable(int slot) {
            Object value = Scope.this.variable(slot);
            return value == null ? LenientMap.NOTHING : value;
          }
        };

    /** Returns the value of a variable by its place among the names; null = nothing. */
    protected abstract @Nullable Object variable(int slot);
  }

  /**
   * Compiles an expression; returns null after reporting its problems.
   *
   * @param names of the variables in scope, of any type
   */
  public static @Nullable ReadingExpression compile(
      SourceText source, List<String> names, ProblemCollector problems) {
    TypeEnvironment environment = TypeEnvironment.empty();
    for (String name : names) {
      environment = environment.withVariable(name, ValueType.DYN);
    }
    Expression code = Expression.compile(source, environment, problems);
    return code == null ? null : new ReadingExpression(code);
  }

  /** Names of the variables that this reads. */
  public Set<String> variables() {
    return variables;
  }

  /**
   * Evaluates the expression; returns null for nothing.
   *
   * @param failed value if there is none because of an error
   */
  public @Nullable Object value(Scope scope, @Nullable Object failed) {
    try {
      Object value = code.evaluate(scope.activation);
      return value == LenientMap.NOTHING ? null : value;
    } catch (EvaluationException e) {
      return failed;
    }
  }

  /** Tests a condition; one without a value does not hold. */
  public boolean holds(Scope scope) {
    try {
      return code.test(scope.activation);
    } catch (EvaluationException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return code.toString();
  }
}

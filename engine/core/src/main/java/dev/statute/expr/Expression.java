package dev.statute.expr;

import dev.statute.expr.internal.check.NodeCompiler;
import dev.statute.expr.internal.check.VariableReads;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.syntax.ConditionImplication;
import dev.statute.expr.internal.syntax.ExpressionParser;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of the chart language. Evaluating one has no effect, reaches nothing but
 * the values of its {@link Activation}, and ends: the work of one evaluation is bounded. Immutable,
 * shared by threads.
 */
public final class Expression {
  private static final Pattern WORDS = Pattern.compile("[\\p{L}\\p{N}_ ,.!?-]*");

  private final SourceText source;
  private final NodeCompiler.Code code;
  private final VariableReads readPaths;
  private final Set<String> resultPaths;

  private Expression(SourceText source, NodeCompiler.Code code, SyntaxTree tree) {
    this.source = source;
    this.code = code;
    this.readPaths = VariableReads.of(tree);
    this.resultPaths = VariableReads.results(tree);
  }

  /** The expression in {@code source}, or null after reporting what is wrong with it. */
  public static @Nullable Expression compile(
      SourceText source, TypeEnvironment env, ProblemCollector problems) {
    return compile(source, env, null, problems, false);
  }

  /**
   * As {@link #compile(SourceText, TypeEnvironment, ProblemCollector)}, for a place where a value
   * of that type is wanted.
   */
  public static @Nullable Expression compile(
      SourceText source, TypeEnvironment env, ValueType expected, ProblemCollector problems) {
    return compile(source, env, expected, problems, false);
  }

  static @Nullable Expression compile(
      SourceText source,
      TypeEnvironment env,
      @Nullable ValueType expected,
      ProblemCollector problems,
      boolean dynamic) {
    try {
      SyntaxTree tree = ExpressionParser.parse(source.value());
      NodeCompiler.Code code = NodeCompiler.compile(source, tree, env, expected, problems, dynamic);
      return code == null ? null : new Expression(source, code, tree);
    } catch (SyntaxError fault) {
      problems.error(
          fault.code(),
          source.slice(fault.start(), fault.end()),
          fault.message(),
          fix(source, fault));
      return null;
    }
  }

  /** What mends it; where the file has quotes around, which are none of it, also that. */
  private static String fix(SourceText source, SyntaxError fault) {
    return source.isQuoted() && WORDS.matcher(source.value()).matches()
        ? fault.fix() + "; for the text itself write \"'" + source + "'\""
        : fault.fix();
  }

  /**
   * Whether a condition surely holds wherever another one does, as far as their texts tell: they
   * have the same parts, or compare the same with numbers.
   *
   * @param known the one that holds
   */
  public static boolean implies(SourceText known, SourceText other) {
    return ConditionImplication.test(known.value(), other.value());
  }

  /** What is known of the values of this. */
  public ValueType type() {
    return code.type();
  }

  public SourceText source() {
    return source;
  }

  /**
   * The variables that this reads, each with as much of its path as is written out: {@code data.x},
   * {@code settings.k}. In order of first use.
   */
  public Set<String> readPaths() {
    return readPaths.paths();
  }

  /** The paths among {@link #readPaths} of which one may be the value as it is. */
  public Set<String> resultPaths() {
    return resultPaths;
  }

  /** The states that this asks for with {@code active()}. */
  public Set<String> queriedStates() {
    return readPaths.states();
  }

  /**
   * The value.
   *
   * @throws EvaluationException if there is none
   */
  public @Nullable Object evaluate(Activation scope) {
    EvaluationFrame frame = scope.frame();
    int before = frame.enter(code.locals());
    try {
      return code.node().eval(frame);
    } finally {
      frame.leave(before);
    }
  }

  /**
   * The value of a condition.
   *
   * @throws EvaluationException if there is none, or it is no bool
   */
  public boolean test(Activation scope) {
    EvaluationFrame frame = scope.frame();
    int before = frame.enter(code.locals());
    try {
      return code.node().evalBool(frame);
    } finally {
      frame.leave(before);
    }
  }

  @Override
  public String toString() {
    return source.value();
  }
}

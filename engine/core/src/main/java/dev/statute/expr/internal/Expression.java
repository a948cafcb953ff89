package dev.statute.expr.internal;

import dev.statute.expr.internal.check.NodeCompiler;
import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.check.VariableReads;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.syntax.ExpressionParser;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compiled expression of the chart language. Evaluation has no side effects, reads only the values
 * of its {@link Activation} and is bounded in its work. Immutable, shared by threads.
 */
public final class Expression {
  private static final Pattern WORDS = Pattern.compile("[\\p{L}\\p{N}_ ,.!?-]*");

  private final SourceText source;
  private final NodeCompiler.Code code;
  private final Set<String> readPaths;
  private final Set<String> resultPaths;

  private Expression(SourceText source, NodeCompiler.Code code, SyntaxTree tree) {
    this.source = source;
    this.code = code;
    this.readPaths = VariableReads.of(tree);
    this.resultPaths = VariableReads.results(tree);
  }

  /** Compiles the expression in {@code source}; returns null after reporting its problems. */
  public static @Nullable Expression compile(
      SourceText source, TypeEnvironment env, ProblemCollector problems) {
    return compile(source, env, null, problems, false);
  }

  /**
   * Compiles an expression with an expected type; see {@link #compile(SourceText, TypeEnvironment,
   * ProblemCollector)}.
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
    } catch (SyntaxError error) {
      error.report(source, problems, fix(source, error));
      return null;
    }
  }

  /**
   * Returns the fix for a syntax error. Quoted plain words are probably a text, so the fix shows
   * the inner quotes that a text literal needs.
   */
  private static String fix(SourceText source, SyntaxError error) {
    return source.isQuoted()
            && WORDS.matcher(source.value()).matches()
            && !error.fix().endsWith("for the text")
        ? error.fix() + "; for the text itself write \"'" + source + "'\""
        : error.fix();
  }

  /** Returns the static type. */
  public ValueType type() {
    return code.type();
  }

  public SourceText source() {
    return source;
  }

  /**
   * Returns the variables that this reads, each with the literal part of its path: {@code data.x},
   * {@code settings.k}. In order of first use.
   */
  public Set<String> readPaths() {
    return readPaths;
  }

  /** Returns those of {@link #readPaths} that the expression may return unchanged. */
  public Set<String> resultPaths() {
    return resultPaths;
  }

  /**
   * Evaluates the expression.
   *
   * @throws EvaluationException if there is no value
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
   * Evaluates a condition.
   *
   * @throws EvaluationException if there is no value, or it is not a bool
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

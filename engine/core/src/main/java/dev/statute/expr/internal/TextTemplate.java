package dev.statute.expr.internal;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.function.ValueFormatter;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.TemplatePlaceholders;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Text with embedded expressions: <code>Order ${data.qty} × ${data.item}?</code>. A dollar sign
 * without a brace is literal; <code>${'${'}</code> yields one with a brace. Values are formatted as
 * by {@code string()}, lists and maps as in JSON. Immutable, shared by threads.
 */
public final class TextTemplate {
  private final SourceText source;
  private final List<String> literals;
  private final List<Placeholder> placeholders;

  /** Expression with its offset in the template. */
  private record Placeholder(Expression expression, int at) {
    void append(StringBuilder out, Activation scope) {
      try {
        ValueFormatter.append(out, expression.evaluate(scope));
      } catch (EvaluationException e) {
        throw e.shift(at);
      }
    }
  }

  /**
   * Creates a template; {@code texts} are the literal parts around the {@code holes} and one more
   * than these.
   */
  private TextTemplate(SourceText source, List<String> texts, List<Placeholder> holes) {
    this.source = source;
    this.literals = List.copyOf(texts);
    this.placeholders = List.copyOf(holes);
  }

  /** Compiles the template in {@code source}; returns null after reporting its problems. */
  public static @Nullable TextTemplate compile(
      SourceText source, TypeEnvironment env, ProblemCollector problems) {
    String all = source.value();
    List<String> texts = new ArrayList<>();
    List<Placeholder> holes = new ArrayList<>();
    boolean valid = true;
    int at = 0;
    for (int hole = all.indexOf("${"); hole >= 0; hole = all.indexOf("${", at)) {
      texts.add(all.substring(at, hole));
      int end = findEnd(source, hole, problems);
      if (end < 0) {
        return null;
      }
      Expression inner = Expression.compile(source.slice(hole + 2, end), env, problems);
      if (inner == null) {
        valid = false;
      } else {
        holes.add(new Placeholder(inner, hole + 2));
      }
      at = end + 1;
    }
    texts.add(all.substring(at));
    return valid ? new TextTemplate(source, texts, holes) : null;
  }

  private static int findEnd(SourceText source, int hole, ProblemCollector problems) {
    try {
      int end = TemplatePlaceholders.end(source.value(), hole + 2);
      if (end < 0) {
        problems.error("E108", source.slice(hole, hole + 2), "'${' is not closed", "add '}'");
      }
      return end;
    } catch (SyntaxError error) {
      error.report(source, problems);
      return -1;
    }
  }

  public SourceText source() {
    return source;
  }

  /** Returns the {@link Expression#readPaths()} of all expressions. */
  public Set<String> readPaths() {
    Set<String> reads = new LinkedHashSet<>();
    placeholders.forEach(hole -> reads.addAll(hole.expression().readPaths()));
    return Collections.unmodifiableSet(reads);
  }

  /**
   * Renders the text.
   *
   * @throws EvaluationException if an expression has no value
   */
  public String render(Activation scope) {
    if (placeholders.isEmpty()) {
      return literals.get(0);
    }
    StringBuilder out = new StringBuilder(literals.get(0));
    for (int i = 0; i < placeholders.size(); i++) {
      placeholders.get(i).append(out, scope);
      out.append(literals.get(i + 1));
    }
    return out.toString();
  }

  @Override
  public String toString() {
    return source.value();
  }
}

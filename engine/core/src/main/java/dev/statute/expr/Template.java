package dev.statute.expr;

import dev.statute.expr.internal.code.ValueFormatter;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.TemplateHoles;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plain text with expressions in it: <code>Order ${data.qty} × ${data.item}?</code>. A dollar sign
 * without a brace is itself; <code>${'${'}</code> is one with a brace. Values are written as {@code
 * string()} would, lists and maps as in JSON. Immutable, shared by threads.
 */
public final class Template {
  private final Text source;
  private final List<String> texts;
  private final List<Hole> holes;

  /** An expression, and where in the template it begins. */
  private record Hole(Expression expression, int at) {
    void append(StringBuilder out, Activation scope) {
      try {
        ValueFormatter.append(out, expression.eval(scope));
      } catch (EvaluationException e) {
        throw e.moved(at);
      }
    }
  }

  /** {@code texts} has one more than {@code holes}: what stands around them. */
  private Template(Text source, List<String> texts, List<Hole> holes) {
    this.source = source;
    this.texts = List.copyOf(texts);
    this.holes = List.copyOf(holes);
  }

  /** The template in {@code source}, or null after reporting all that is wrong with it. */
  public static @Nullable Template compile(Text source, TypeEnvironment env, Problems problems) {
    String all = source.value();
    List<String> texts = new ArrayList<>();
    List<Hole> holes = new ArrayList<>();
    boolean good = true;
    int at = 0;
    for (int hole = all.indexOf("${"); hole >= 0; hole = all.indexOf("${", at)) {
      texts.add(all.substring(at, hole));
      int end = end(source, hole, problems);
      if (end < 0) {
        return null;
      }
      Expression inner = Expression.compile(source.part(hole + 2, end), env, problems);
      if (inner == null) {
        good = false;
      } else {
        holes.add(new Hole(inner, hole + 2));
      }
      at = end + 1;
    }
    texts.add(all.substring(at));
    return good ? new Template(source, texts, holes) : null;
  }

  private static int end(Text source, int hole, Problems problems) {
    try {
      int end = TemplateHoles.end(source.value(), hole + 2);
      if (end < 0) {
        problems.error("E108", source.part(hole, hole + 2), "'${' is not closed", "add '}'");
      }
      return end;
    } catch (SyntaxError fault) {
      problems.error(
          fault.code(), source.part(fault.start(), fault.end()), fault.message(), fault.fix());
      return -1;
    }
  }

  public Text source() {
    return source;
  }

  /** Whether this is the same text in every scope. */
  public boolean isConstant() {
    return holes.isEmpty();
  }

  /** As {@link Expression#reads()}, of all its expressions. */
  public Set<String> reads() {
    Set<String> reads = new LinkedHashSet<>();
    holes.forEach(hole -> reads.addAll(hole.expression().reads()));
    return Collections.unmodifiableSet(reads);
  }

  /**
   * The text.
   *
   * @throws EvaluationException if one of its expressions has no value
   */
  public String render(Activation scope) {
    if (holes.isEmpty()) {
      return texts.get(0);
    }
    StringBuilder out = new StringBuilder(texts.get(0));
    for (int i = 0; i < holes.size(); i++) {
      holes.get(i).append(out, scope);
      out.append(texts.get(i + 1));
    }
    return out.toString();
  }

  @Override
  public String toString() {
    return source.value();
  }
}

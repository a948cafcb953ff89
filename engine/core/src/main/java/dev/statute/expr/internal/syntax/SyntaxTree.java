package dev.statute.expr.internal.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Syntax tree; {@code start} and {@code end} are offsets into the source. */
public sealed interface SyntaxTree {
  int start();

  int end();

  /** Literal: null, Boolean, Long, Double or String. */
  record Literal(@Nullable Object value, int start, int end) implements SyntaxTree {}

  record Name(String name, int start, int end) implements SyntaxTree {}

  /** Field access {@code target.field}; the field name ends at {@code end}. */
  record Select(SyntaxTree target, String field, int start, int end) implements SyntaxTree {
    public int fieldStart() {
      return end - field.length();
    }
  }

  /** Presence test {@code has(target.field)}. */
  record Has(Select select, int start, int end) implements SyntaxTree {}

  record Index(SyntaxTree target, SyntaxTree index, int start, int end) implements SyntaxTree {}

  /** Function call, or method call if there is a target. */
  record Call(
      @Nullable SyntaxTree target,
      String function,
      int nameStart,
      List<SyntaxTree> args,
      int start,
      int end)
      implements SyntaxTree {
    public int nameEnd() {
      return nameStart + function.length();
    }
  }

  record Not(SyntaxTree term, int start, int end) implements SyntaxTree {}

  record Negate(SyntaxTree term, int start, int end) implements SyntaxTree {}

  record Binary(BinaryOperator operator, SyntaxTree left, SyntaxTree right, int at)
      implements SyntaxTree {
    @Override
    public int start() {
      return left.start();
    }

    @Override
    public int end() {
      return right.end();
    }
  }

  /** Chain of {@code &&} or {@code ||} with at least two terms. */
  record Logic(boolean and, List<SyntaxTree> terms) implements SyntaxTree {
    @Override
    public int start() {
      return terms.get(0).start();
    }

    @Override
    public int end() {
      return terms.get(terms.size() - 1).end();
    }
  }

  record Conditional(SyntaxTree condition, SyntaxTree yes, SyntaxTree no) implements SyntaxTree {
    @Override
    public int start() {
      return condition.start();
    }

    @Override
    public int end() {
      return no.end();
    }
  }

  record ListOf(List<SyntaxTree> elements, int start, int end) implements SyntaxTree {}

  /** Map literal {@code {key: value}}; both lists have the same length. */
  record MapOf(List<SyntaxTree> keys, List<SyntaxTree> values, int start, int end)
      implements SyntaxTree {}

  /**
   * Comprehension {@code range.macro(variable, body)}; {@code map} may have a condition before its
   * body.
   */
  record Fold(
      ComprehensionMacro macro,
      SyntaxTree range,
      Name variable,
      @Nullable SyntaxTree condition,
      SyntaxTree body,
      int start,
      int end)
      implements SyntaxTree {}
}

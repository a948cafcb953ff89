package dev.statute.expr.internal.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A syntax tree; {@code start} and {@code end} are offsets into the source. */
public sealed interface SyntaxTree {
  int start();

  int end();

  /** A value that is written out: null, Boolean, Long, Double or String. */
  record Literal(@Nullable Object value, int start, int end) implements SyntaxTree {}

  record Name(String name, int start, int end) implements SyntaxTree {}

  /** {@code target.field}; the field ends where the whole ends. */
  record Select(SyntaxTree target, String field, int start, int end) implements SyntaxTree {
    public int fieldStart() {
      return end - field.length();
    }
  }

  /** {@code has(target.field)}. */
  record Has(Select select, int start, int end) implements SyntaxTree {}

  record Index(SyntaxTree target, SyntaxTree index, int start, int end) implements SyntaxTree {}

  /** A function, or a method if there is a target. */
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

  /** A chain of {@code &&} or of {@code ||}, two terms or more. */
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

  /** {@code {key: value}}; both lists are of one length. */
  record MapOf(List<SyntaxTree> keys, List<SyntaxTree> values, int start, int end)
      implements SyntaxTree {}

  /**
   * A comprehension: {@code range.macro(variable, body)}; {@code map} may have a condition before
   * its body.
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

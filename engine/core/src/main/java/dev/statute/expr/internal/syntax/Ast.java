package dev.statute.expr.internal.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A syntax tree; {@code start} and {@code end} are offsets into the source. */
public sealed interface Ast {
  int start();

  int end();

  /** A value that is written out: null, Boolean, Long, Double or String. */
  record Literal(@Nullable Object value, int start, int end) implements Ast {}

  record Name(String name, int start, int end) implements Ast {}

  /** {@code target.field}; the field ends where the whole ends. */
  record Select(Ast target, String field, int start, int end) implements Ast {
    public int fieldStart() {
      return end - field.length();
    }
  }

  /** {@code has(target.field)}. */
  record Has(Select select, int start, int end) implements Ast {}

  record Index(Ast target, Ast index, int start, int end) implements Ast {}

  /** A function, or a method if there is a target. */
  record Call(
      @Nullable Ast target, String function, int nameStart, List<Ast> args, int start, int end)
      implements Ast {
    public int nameEnd() {
      return nameStart + function.length();
    }
  }

  record Not(Ast term, int start, int end) implements Ast {}

  record Negate(Ast term, int start, int end) implements Ast {}

  record Binary(Operator operator, Ast left, Ast right, int at) implements Ast {
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
  record Logic(boolean and, List<Ast> terms) implements Ast {
    @Override
    public int start() {
      return terms.get(0).start();
    }

    @Override
    public int end() {
      return terms.get(terms.size() - 1).end();
    }
  }

  record Conditional(Ast condition, Ast yes, Ast no) implements Ast {
    @Override
    public int start() {
      return condition.start();
    }

    @Override
    public int end() {
      return no.end();
    }
  }

  record ListOf(List<Ast> elements, int start, int end) implements Ast {}

  /** {@code {key: value}}; both lists are of one length. */
  record MapOf(List<Ast> keys, List<Ast> values, int start, int end) implements Ast {}

  /**
   * A comprehension: {@code range.macro(variable, body)}; {@code map} may have a condition before
   * its body.
   */
  record Fold(
      Macro macro, Ast range, Name variable, @Nullable Ast condition, Ast body, int start, int end)
      implements Ast {}
}

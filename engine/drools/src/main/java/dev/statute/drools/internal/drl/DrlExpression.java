package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression of a condition or a consequence, with the offsets of its text in the file. What
 * does not fit one of these is refused.
 */
public sealed interface DrlExpression {
  /** Offset of its first character. */
  int start();

  /** Offset after its last character. */
  int end();

  /** Whether it is {@code null} itself. */
  default boolean isNull() {
    return this instanceof Literal literal && literal.value() == null;
  }

  /** What it is directly made of, as it is written. */
  default List<DrlExpression> parts() {
    List<DrlExpression> parts = new ArrayList<>();
    if (this instanceof Select select) {
      parts.add(select.on());
    } else if (this instanceof Call call) {
      if (call.on() != null) {
        parts.add(call.on());
      }
      parts.addAll(call.arguments());
    } else if (this instanceof Index index) {
      parts.addAll(List.of(index.on(), index.at()));
    } else if (this instanceof Unary unary) {
      parts.add(unary.operand());
    } else if (this instanceof Binary binary) {
      parts.addAll(List.of(binary.left(), binary.right()));
    } else if (this instanceof In in) {
      parts.add(in.of());
      parts.addAll(in.among());
    } else if (this instanceof Choice choice) {
      parts.addAll(List.of(choice.condition(), choice.then(), choice.otherwise()));
    } else if (this instanceof New made) {
      parts.addAll(made.arguments());
    }
    return parts;
  }

  /** A text, a number ({@code Integer}, {@code Long}, {@code Double}), a boolean, or null. */
  record Literal(@Nullable Object value, int start, int end) implements DrlExpression {}

  /** A field of the pattern's fact, a bound variable, or a class. */
  record Name(String name, int start, int end) implements DrlExpression {}

  /**
   * {@code on.name}.
   *
   * @param safe whether it is {@code on!.name}: where {@code on} is null, the condition does not
   *     hold
   */
  record Select(DrlExpression on, String name, boolean safe, int nameStart, int end)
      implements DrlExpression {
    @Override
    public int start() {
      return on.start();
    }
  }

  /**
   * {@code on.name(arguments)}, or {@code name(arguments)} on the pattern's fact.
   *
   * @param safe whether it is {@code on!.name(arguments)}
   */
  record Call(
      @Nullable DrlExpression on,
      String name,
      List<DrlExpression> arguments,
      boolean safe,
      int nameStart,
      int end)
      implements DrlExpression {
    @Override
    public int start() {
      return on == null ? nameStart : on.start();
    }
  }

  /** {@code on[at]}. */
  record Index(DrlExpression on, DrlExpression at, int end) implements DrlExpression {
    @Override
    public int start() {
      return on.start();
    }
  }

  /** {@code !operand}, {@code -operand} or {@code (int) operand}. */
  record Unary(String operator, DrlExpression operand, int start) implements DrlExpression {
    @Override
    public int end() {
      return operand.end();
    }
  }

  /**
   * {@code left operator right}.
   *
   * @param operator as written; negated ones are {@code not contains} and so on
   */
  record Binary(String operator, DrlExpression left, DrlExpression right, int operatorStart)
      implements DrlExpression {
    @Override
    public int start() {
      return left.start();
    }

    @Override
    public int end() {
      return right.end();
    }
  }

  /** {@code of in (among)}, or {@code not in}. */
  record In(
      DrlExpression of, boolean negated, List<DrlExpression> among, int operatorStart, int end)
      implements DrlExpression {
    @Override
    public int start() {
      return of.start();
    }
  }

  /** {@code if ? then : otherwise}, in consequences. */
  record Choice(DrlExpression condition, DrlExpression then, DrlExpression otherwise)
      implements DrlExpression {
    @Override
    public int start() {
      return condition.start();
    }

    @Override
    public int end() {
      return otherwise.end();
    }
  }

  /** {@code new type(arguments)}, in consequences. */
  record New(String type, List<DrlExpression> arguments, int typeStart, int start, int end)
      implements DrlExpression {}
}

package dev.statute.drools.internal.drl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expression of a condition or a consequence, with the offsets of its text in the file. Other
 * expressions are refused.
 */
public sealed interface DrlExpression {
  /** Offset of its first character. */
  int start();

  /** Offset after its last character. */
  int end();

  /** Tests for the literal {@code null}. */
  default boolean isNull() {
    return this instanceof Literal literal && literal.value() == null;
  }

  /** Direct operands, in the order of the text. */
  default List<DrlExpression> parts() {
    List<DrlExpression> parts = new ArrayList<>();
    if (this instanceof Select select) {
      parts.add(select.receiver());
    } else if (this instanceof Call call) {
      if (call.receiver() != null) {
        parts.add(call.receiver());
      }
      parts.addAll(call.arguments());
    } else if (this instanceof Index index) {
      parts.addAll(List.of(index.receiver(), index.index()));
    } else if (this instanceof Unary unary) {
      parts.add(unary.operand());
    } else if (this instanceof Binary binary) {
      parts.addAll(List.of(binary.left(), binary.right()));
    } else if (this instanceof In in) {
      parts.add(in.value());
      parts.addAll(in.members());
    } else if (this instanceof Choice choice) {
      parts.addAll(List.of(choice.condition(), choice.whenTrue(), choice.whenFalse()));
    } else if (this instanceof New creation) {
      parts.addAll(creation.arguments());
    }
    return parts;
  }

  /** Text, number ({@code Integer}, {@code Long}, {@code Double}), boolean, or null. */
  record Literal(@Nullable Object value, int start, int end) implements DrlExpression {}

  /** Field of the pattern's fact, bound variable, or class. */
  record Name(String name, int start, int end) implements DrlExpression {}

  /**
   * {@code on.name}.
   *
   * @param safe true for {@code on!.name}: if {@code on} is null, the condition does not hold
   */
  record Select(DrlExpression receiver, String name, boolean safe, int nameStart, int end)
      implements DrlExpression {
    @Override
    public int start() {
      return receiver.start();
    }
  }

  /**
   * {@code on.name(arguments)}, or {@code name(arguments)} on the pattern's fact.
   *
   * @param safe true for {@code on!.name(arguments)}
   */
  record Call(
      @Nullable DrlExpression receiver,
      String name,
      List<DrlExpression> arguments,
      boolean safe,
      int nameStart,
      int end)
      implements DrlExpression {
    @Override
    public int start() {
      return receiver == null ? nameStart : receiver.start();
    }
  }

  /** {@code on[at]}. */
  record Index(DrlExpression receiver, DrlExpression index, int end) implements DrlExpression {
    @Override
    public int start() {
      return receiver.start();
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
      DrlExpression value, boolean negated, List<DrlExpression> members, int operatorStart, int end)
      implements DrlExpression {
    @Override
    public int start() {
      return value.start();
    }
  }

  /** {@code if ? then : otherwise}, in consequences. */
  record Choice(DrlExpression condition, DrlExpression whenTrue, DrlExpression whenFalse)
      implements DrlExpression {
    @Override
    public int start() {
      return condition.start();
    }

    @Override
    public int end() {
      return whenFalse.end();
    }
  }

  /** {@code new type(arguments)}, in consequences. */
  record New(String type, List<DrlExpression> arguments, int typeStart, int start, int end)
      implements DrlExpression {}
}

package dev.statute.expr.internal.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Syntax tree; {@code start} and {@code end} are offsets into the source. */
public sealed interface SyntaxTree {
  int start();

  int end();

  /** Direct operands, in the order of the text. */
  default List<SyntaxTree> parts() {
    List<SyntaxTree> parts = new ArrayList<>();
    if (this instanceof Select select) {
      parts.add(select.target());
    } else if (this instanceof Has has) {
      parts.add(has.select().target());
    } else if (this instanceof Index index) {
      parts.addAll(List.of(index.target(), index.index()));
    } else if (this instanceof Call call) {
      if (call.target() != null) {
        parts.add(call.target());
      }
      parts.addAll(call.args());
    } else if (this instanceof Not not) {
      parts.add(not.term());
    } else if (this instanceof Negate negate) {
      parts.add(negate.term());
    } else if (this instanceof Binary binary) {
      parts.addAll(List.of(binary.left(), binary.right()));
    } else if (this instanceof Logic logic) {
      parts.addAll(logic.terms());
    } else if (this instanceof Conditional choice) {
      parts.addAll(List.of(choice.condition(), choice.yes(), choice.no()));
    } else if (this instanceof ListOf list) {
      parts.addAll(list.elements());
    } else if (this instanceof MapOf map) {
      parts.addAll(map.keys());
      parts.addAll(map.values());
    } else if (this instanceof Fold fold) {
      parts.add(fold.range());
      if (fold.condition() != null) {
        parts.add(fold.condition());
      }
      parts.add(fold.body());
    }
    return parts;
  }

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

package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.IndexNode;
import dev.statute.expr.internal.node.SelectNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.SpellingSuggestion;
import java.util.Set;

/** Compiler of read access: fields, list elements and map entries. */
final class FieldAccess {
  private final ProblemReporter report;

  FieldAccess(ProblemReporter report) {
    this.report = report;
  }

  TypedNode select(SyntaxTree.Select select, TypedNode target) {
    ValueType type = fieldType(target.type(), select);
    return TypedNode.read(new SelectNode(target.node(), select.field(), select.fieldStart()), type);
  }

  TypedNode has(SyntaxTree.Select select, TypedNode target) {
    fieldType(target.type(), select);
    ExpressionNode node = new SelectNode.Has(target.node(), select.field(), select.fieldStart());
    return new TypedNode(node, ValueType.BOOL);
  }

  /** Returns the type of a field; reports a missing one. */
  private ValueType fieldType(ValueType target, SyntaxTree.Select select) {
    int start = select.fieldStart();
    String field = select.field();
    if (target instanceof ValueType.RecordOf record) {
      return declaredType(record, field, start, select.end());
    }
    if (target instanceof ValueType.MapOf map && map.key().accepts(ValueType.STRING)) {
      return map.value();
    }
    if (target != ValueType.DYN) {
      report.error(
          "E304",
          start,
          select.end(),
          target + " has no fields",
          FunctionCompiler.suggestAlternative(field, target));
    }
    return ValueType.DYN;
  }

  private ValueType declaredType(ValueType.RecordOf record, String field, int start, int end) {
    ValueType type = record.field(field);
    if (type == null) {
      Set<String> known = record.fields().keySet();
      String all = known.isEmpty() ? "it has no fields" : "it has " + String.join(", ", known);
      report.error(
          "E202",
          start,
          end,
          record + " has no field '" + field + "'",
          SpellingSuggestion.fix(field, known, all));
    }
    return type == null ? ValueType.DYN : type;
  }

  TypedNode index(SyntaxTree.Index index, TypedNode target, TypedNode at) {
    ValueType type = target.type();
    ValueType found = ValueType.DYN;
    if (type instanceof ValueType.ListOf list) {
      found = list.element();
      requireType(at, ValueType.INT, index.index(), "a list is indexed by");
    } else if (type instanceof ValueType.RecordOf record) {
      if (index.index() instanceof SyntaxTree.Literal literal
          && literal.value() instanceof String key) {
        found = declaredType(record, key, literal.start(), literal.end());
      } else {
        requireType(at, ValueType.STRING, index.index(), "the key of a field is");
      }
    } else if (type instanceof ValueType.MapOf map) {
      found = map.value();
      if (!OverloadTable.isComparable(map.key(), at.type())) {
        requireType(at, map.key(), index.index(), "a key is");
      }
    } else if (type != ValueType.DYN) {
      report.error("E304", index, type + " has no elements", null);
    }
    int bracket = index.target().end();
    return TypedNode.read(new IndexNode(target.node(), at.node(), bracket), found);
  }

  private void requireType(TypedNode found, ValueType wanted, SyntaxTree at, String what) {
    if (!wanted.accepts(found.type())) {
      report.error("E302", at, what + " " + wanted + ", this is " + found.type(), null);
    }
  }
}

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
    ValueType type = fieldType(target.type(), select.field(), select.fieldStart(), select.end());
    return TypedNode.read(new SelectNode(target.node(), select.field(), select.fieldStart()), type);
  }

  TypedNode has(SyntaxTree.Select select, TypedNode target) {
    fieldType(target.type(), select.field(), select.fieldStart(), select.end());
    ExpressionNode node = new SelectNode.Has(target.node(), select.field(), select.fieldStart());
    return new TypedNode(node, ValueType.BOOL);
  }

  /** Returns the type of a field; reports a missing one. */
  private ValueType fieldType(ValueType target, String field, int start, int end) {
    if (target instanceof ValueType.RecordOf record) {
      ValueType type = record.field(field);
      if (type != null) {
        return type;
      }
      Set<String> known = record.fields().keySet();
      String all = known.isEmpty() ? "it has no fields" : "it has " + String.join(", ", known);
      String message = record + " has no field '" + field + "'";
      report.error("E202", start, end, message, SpellingSuggestion.fix(field, known, all));
    } else if (target instanceof ValueType.MapOf map && map.key().accepts(ValueType.STRING)) {
      return map.value();
    } else if (target != ValueType.DYN) {
      String instead = FunctionCompiler.suggestAlternative(field, target);
      report.error("E304", start, end, target + " has no fields", instead);
    }
    return ValueType.DYN;
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
        found = fieldType(record, key, literal.start(), literal.end());
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
    return TypedNode.read(new IndexNode(target.node(), at.node(), index.target().end()), found);
  }

  private void requireType(TypedNode found, ValueType wanted, SyntaxTree at, String what) {
    if (!wanted.accepts(found.type())) {
      report.error("E302", at, what + " " + wanted + ", this is " + found.type(), null);
    }
  }
}

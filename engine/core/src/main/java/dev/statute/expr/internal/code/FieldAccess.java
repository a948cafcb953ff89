package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.Suggest;

/** What is read from a value: fields, elements of lists and entries of maps. */
final class FieldAccess {
  private final ProblemReporter report;

  FieldAccess(ProblemReporter report) {
    this.report = report;
  }

  TypedNode select(SyntaxTree.Select select, TypedNode target) {
    Type type = field(target.type(), select);
    return VariableResolver.read(
        new SelectNode(target.node(), select.field(), select.fieldStart()), type);
  }

  TypedNode has(SyntaxTree.Select select, TypedNode target) {
    field(target.type(), select);
    ExpressionNode node = new SelectNode.Has(target.node(), select.field(), select.fieldStart());
    return new TypedNode(node, Type.BOOL);
  }

  /** The type of a field, after reporting that there is none. */
  private Type field(Type target, SyntaxTree.Select select) {
    int start = select.fieldStart();
    String field = select.field();
    if (target instanceof Type.RecordOf record) {
      return declared(record, field, start, select.end());
    }
    if (target instanceof Type.MapOf map && map.key().accepts(Type.STRING)) {
      return map.value();
    }
    if (target != Type.DYN) {
      report.error(
          "E304",
          start,
          select.end(),
          target + " has no fields",
          FunctionCompiler.insteadOf(field, target));
    }
    return Type.DYN;
  }

  private Type declared(Type.RecordOf record, String field, int start, int end) {
    Type type = record.field(field);
    if (type == null) {
      String near = Suggest.nearest(field, record.fields().keySet());
      String fix =
          near != null
              ? "did you mean '" + near + "'?"
              : record.fields().isEmpty()
                  ? "it has no fields"
                  : "it has " + String.join(", ", record.fields().keySet());
      report.error("E202", start, end, record + " has no field '" + field + "'", fix);
    }
    return type == null ? Type.DYN : type;
  }

  TypedNode index(SyntaxTree.Index index, TypedNode target, TypedNode at) {
    Type type = target.type();
    Type found = Type.DYN;
    if (type instanceof Type.ListOf list) {
      found = list.element();
      expect(at, Type.INT, index.index(), "a list is indexed by");
    } else if (type instanceof Type.RecordOf record) {
      if (index.index() instanceof SyntaxTree.Literal literal
          && literal.value() instanceof String key) {
        found = declared(record, key, literal.start(), literal.end());
      } else {
        expect(at, Type.STRING, index.index(), "the key of a field is");
      }
    } else if (type instanceof Type.MapOf map) {
      found = map.value();
      if (!OverloadTable.isComparable(map.key(), at.type())) {
        expect(at, map.key(), index.index(), "a key is");
      }
    } else if (type != Type.DYN) {
      report.error("E304", index, type + " has no elements", null);
    }
    int bracket = index.target().end();
    return VariableResolver.read(new IndexNode(target.node(), at.node(), bracket), found);
  }

  private void expect(TypedNode found, Type wanted, SyntaxTree at, String what) {
    if (!wanted.accepts(found.type())) {
      report.error("E302", at, what + " " + wanted + ", this is " + found.type(), null);
    }
  }
}

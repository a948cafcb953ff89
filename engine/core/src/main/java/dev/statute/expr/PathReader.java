package dev.statute.expr;

import dev.statute.expr.internal.syntax.ExpressionParser;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a path as the expression it looks like, and follows the declared types along it. */
final class PathReader {
  private final Text source;
  private final TypeEnvironment env;
  private final Problems problems;
  private Type type;

  PathReader(Text source, Type data, TypeEnvironment env, Problems problems) {
    this.source = source;
    this.type = data;
    this.env = env;
    this.problems = problems;
  }

  /** What is known of the value at the end of what was read. */
  Type type() {
    return type;
  }

  @Nullable List<PathStep> read() {
    Deque<SyntaxTree> chain;
    try {
      chain = chain(ExpressionParser.parse(source.value()));
    } catch (SyntaxError fault) {
      problems.error(
          fault.code(), source.part(fault.start(), fault.end()), fault.message(), fault.fix());
      return null;
    }
    if (chain == null) {
      return null;
    }
    if (chain.size() > 1 && isPrefix(chain.getFirst())) {
      chain.removeFirst();
    }
    List<PathStep> steps = new ArrayList<>();
    for (SyntaxTree ast : chain) {
      PathStep step = step(ast);
      if (step == null) {
        return null;
      }
      steps.add(step);
    }
    if (steps.get(0).index() != null) {
      problems.error(
          "E109",
          source,
          "the first step of a path is a name",
          "begin with a name, such as items[0]");
      return null;
    }
    return steps;
  }

  /** From the root outwards, or null after reporting. */
  private @Nullable Deque<SyntaxTree> chain(SyntaxTree tree) {
    Deque<SyntaxTree> chain = new ArrayDeque<>();
    SyntaxTree at = tree;
    while (!(at instanceof SyntaxTree.Name)) {
      chain.addFirst(at);
      if (at instanceof SyntaxTree.Select select) {
        at = select.target();
      } else if (at instanceof SyntaxTree.Index index) {
        at = index.target();
      } else {
        problems.error(
            "E109",
            source.part(at.start(), at.end()),
            "a path is made of names, dots and brackets",
            "write it as in waiting[event.id].status");
        return null;
      }
    }
    chain.addFirst(at);
    return chain;
  }

  private boolean isPrefix(SyntaxTree root) {
    return root instanceof SyntaxTree.Name name
        && name.name().equals("data")
        && !(type instanceof Type.RecordOf record && record.fields().containsKey("data"));
  }

  private @Nullable PathStep step(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Name name) {
      return named(name.name(), name.start(), name.end());
    }
    if (ast instanceof SyntaxTree.Select select) {
      return named(select.field(), select.fieldStart(), select.end());
    }
    SyntaxTree index = ((SyntaxTree.Index) ast).index();
    if (index instanceof SyntaxTree.Literal literal) {
      if (literal.value() instanceof String key) {
        return named(key, literal.start(), literal.end());
      }
      if (literal.value() instanceof Long number) {
        enter();
        return new PathStep(number, null, literal.start());
      }
    }
    Expression key = Expression.compile(source.part(index.start(), index.end()), env, problems);
    enter();
    return key == null ? null : new PathStep(null, key, index.start());
  }

  private void enter() {
    type =
        type instanceof Type.ListOf list
            ? list.element()
            : type instanceof Type.MapOf map ? map.value() : Type.DYN;
  }

  private @Nullable PathStep named(String name, int start, int end) {
    Type field = Type.DYN;
    if (type instanceof Type.RecordOf record) {
      Type declared = record.field(name);
      if (declared == null) {
        String near = Suggest.nearest(name, record.fields().keySet());
        problems.error(
            "E202",
            source.part(start, end),
            record + " has no field '" + name + "'",
            near != null ? "did you mean '" + near + "'?" : "declare it in " + record);
        return null;
      }
      field = declared;
    } else if (type instanceof Type.MapOf map) {
      field = map.value();
    } else if (type != Type.DYN) {
      problems.error(
          "E304", source.part(start, end), type + " has no fields", "assign to it as a whole");
      return null;
    }
    type = field;
    return new PathStep(name, null, start);
  }
}

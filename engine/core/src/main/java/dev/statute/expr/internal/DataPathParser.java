package dev.statute.expr.internal;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.syntax.ExpressionParser;
import dev.statute.expr.internal.syntax.SyntaxError;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of data paths. Parses the path as an expression and follows the declared types. */
final class DataPathParser {
  private final SourceText source;
  private final TypeEnvironment env;
  private final ProblemCollector problems;
  private ValueType type;

  DataPathParser(
      SourceText source, ValueType data, TypeEnvironment env, ProblemCollector problems) {
    this.source = source;
    this.type = data;
    this.env = env;
    this.problems = problems;
  }

  /** Returns the type at the end of the parsed path. */
  ValueType type() {
    return type;
  }

  @Nullable List<DataPathStep> read() {
    Deque<SyntaxTree> chain;
    try {
      chain = accessChain(ExpressionParser.parse(source.value()));
    } catch (SyntaxError error) {
      error.report(source, problems);
      return null;
    }
    if (chain == null) {
      return null;
    }
    if (chain.size() > 1 && isPrefix(chain.getFirst())) {
      chain.removeFirst();
    }
    List<DataPathStep> steps = new ArrayList<>();
    for (SyntaxTree ast : chain) {
      DataPathStep step = readStep(ast);
      if (step == null) {
        return null;
      }
      steps.add(step);
    }
    if (!(steps.get(0).key() instanceof String)) {
      problems.error(
          "E109",
          source,
          "the first step of a path is a name",
          "begin with a name, such as items[0]");
      return null;
    }
    return steps;
  }

  /** Returns the accesses from the root outwards, or null after reporting a problem. */
  private @Nullable Deque<SyntaxTree> accessChain(SyntaxTree tree) {
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
            source.slice(at.start(), at.end()),
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
        && !(type instanceof ValueType.RecordOf record && record.fields().containsKey("data"));
  }

  private @Nullable DataPathStep readStep(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Name name) {
      return readField(name.name(), name.start(), name.end());
    }
    if (ast instanceof SyntaxTree.Select select) {
      return readField(select.field(), select.fieldStart(), select.end());
    }
    SyntaxTree index = ((SyntaxTree.Index) ast).index();
    if (index instanceof SyntaxTree.Literal literal) {
      if (literal.value() instanceof String key) {
        return readField(key, literal.start(), literal.end());
      }
      if (literal.value() instanceof Long number) {
        enterElement();
        return new DataPathStep(number, null, literal.start());
      }
    }
    Expression key = Expression.compile(source.slice(index.start(), index.end()), env, problems);
    enterElement();
    return key == null ? null : new DataPathStep(null, key, index.start());
  }

  private void enterElement() {
    type =
        type instanceof ValueType.ListOf list
            ? list.element()
            : type instanceof ValueType.MapOf map ? map.value() : ValueType.DYN;
  }

  private @Nullable DataPathStep readField(String name, int start, int end) {
    ValueType field = ValueType.DYN;
    if (type instanceof ValueType.RecordOf record) {
      ValueType declared = record.field(name);
      if (declared == null) {
        problems.error(
            "E202",
            source.slice(start, end),
            record + " has no field '" + name + "'",
            SpellingSuggestion.fix(name, record.fields().keySet(), "declare it in " + record));
        return null;
      }
      field = declared;
    } else if (type instanceof ValueType.MapOf map) {
      field = map.value();
    } else if (type != ValueType.DYN) {
      problems.error(
          "E304", source.slice(start, end), type + " has no fields", "assign to it as a whole");
      return null;
    }
    type = field;
    return new DataPathStep(name, null, start);
  }
}

package dev.statute.expr.internal.check;

import dev.statute.expr.internal.syntax.SyntaxTree;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collector of the variables that a tree reads, with the literal part of their paths. */
public final class VariableReads {
  private final Set<String> paths = new LinkedHashSet<>();
  private final Deque<String> locals = new ArrayDeque<>();

  private VariableReads() {}

  /** Returns the paths that the tree reads, such as {@code data.x}, in order of first use. */
  public static Set<String> of(SyntaxTree tree) {
    VariableReads reads = new VariableReads();
    reads.visit(tree);
    return Collections.unmodifiableSet(reads.paths);
  }

  /** Returns the paths that the tree may return unchanged. */
  public static Set<String> results(SyntaxTree tree) {
    Set<String> results = new LinkedHashSet<>();
    if (tree instanceof SyntaxTree.Conditional choice) {
      results.addAll(results(choice.yes()));
      results.addAll(results(choice.no()));
    } else if (tree instanceof SyntaxTree.Name
        || tree instanceof SyntaxTree.Select
        || tree instanceof SyntaxTree.Index) {
      String path = new VariableReads().path(tree);
      if (path != null) {
        results.add(path);
      }
    }
    return results;
  }

  private void visit(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Name
        || ast instanceof SyntaxTree.Select
        || ast instanceof SyntaxTree.Index) {
      String path = path(ast);
      if (path != null) {
        paths.add(path);
      }
    } else if (ast instanceof SyntaxTree.Has has) {
      visit(has.select());
    } else if (ast instanceof SyntaxTree.Call call) {
      visitOptional(call.target());
      call.args().forEach(this::visit);
    } else if (ast instanceof SyntaxTree.Not not) {
      visit(not.term());
    } else if (ast instanceof SyntaxTree.Negate negate) {
      visit(negate.term());
    } else if (ast instanceof SyntaxTree.Binary binary) {
      visit(binary.left());
      visit(binary.right());
    } else if (ast instanceof SyntaxTree.Logic logic) {
      logic.terms().forEach(this::visit);
    } else if (ast instanceof SyntaxTree.Conditional choice) {
      visit(choice.condition());
      visit(choice.yes());
      visit(choice.no());
    } else if (ast instanceof SyntaxTree.ListOf list) {
      list.elements().forEach(this::visit);
    } else if (ast instanceof SyntaxTree.MapOf map) {
      map.keys().forEach(this::visit);
      map.values().forEach(this::visit);
    } else if (ast instanceof SyntaxTree.Fold fold) {
      visit(fold.range());
      locals.push(fold.variable().name());
      visitOptional(fold.condition());
      visit(fold.body());
      locals.pop();
    }
  }

  private void visitOptional(@Nullable SyntaxTree ast) {
    if (ast != null) {
      visit(ast);
    }
  }

  /** Returns the path of this chain of fields; other parts are visited separately. */
  private @Nullable String path(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Name name) {
      return locals.contains(name.name()) ? null : name.name();
    }
    if (ast instanceof SyntaxTree.Select select) {
      return extend(select.target(), select.field());
    }
    if (ast instanceof SyntaxTree.Index index) {
      if (index.index() instanceof SyntaxTree.Literal literal
          && literal.value() instanceof String key) {
        return extend(index.target(), key);
      }
      visit(index.index());
      String target = path(index.target());
      if (target != null) {
        paths.add(target);
      }
      return null;
    }
    visit(ast);
    return null;
  }

  private @Nullable String extend(SyntaxTree target, String field) {
    String path = path(target);
    return path == null ? null : path + "." + field;
  }
}

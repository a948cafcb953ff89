package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.Ast;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which variables a tree reads, as far as their paths are written out, and which states. */
public final class VariableReads {
  private final Set<String> paths = new LinkedHashSet<>();
  private final Set<String> states = new LinkedHashSet<>();
  private final Deque<String> locals = new ArrayDeque<>();

  private VariableReads() {}

  public static VariableReads of(Ast tree) {
    VariableReads reads = new VariableReads();
    reads.visit(tree);
    return reads;
  }

  /** The paths of which one may be the value of the whole tree. */
  public static Set<String> results(Ast tree) {
    Set<String> results = new LinkedHashSet<>();
    if (tree instanceof Ast.Conditional choice) {
      results.addAll(results(choice.yes()));
      results.addAll(results(choice.no()));
    } else if (tree instanceof Ast.Name
        || tree instanceof Ast.Select
        || tree instanceof Ast.Index) {
      String path = new VariableReads().path(tree);
      if (path != null) {
        results.add(path);
      }
    }
    return results;
  }

  /** Such as {@code data.x}, in order of first use. */
  public Set<String> paths() {
    return Collections.unmodifiableSet(paths);
  }

  /** The ids that {@code active()} asks for. */
  public Set<String> states() {
    return Collections.unmodifiableSet(states);
  }

  private void visit(Ast ast) {
    if (ast instanceof Ast.Name || ast instanceof Ast.Select || ast instanceof Ast.Index) {
      String path = path(ast);
      if (path != null) {
        paths.add(path);
      }
    } else if (ast instanceof Ast.Has has) {
      visit(has.select());
    } else if (ast instanceof Ast.Call call) {
      call(call);
    } else if (ast instanceof Ast.Not not) {
      visit(not.term());
    } else if (ast instanceof Ast.Negate negate) {
      visit(negate.term());
    } else if (ast instanceof Ast.Binary binary) {
      visit(binary.left());
      visit(binary.right());
    } else if (ast instanceof Ast.Logic logic) {
      logic.terms().forEach(this::visit);
    } else if (ast instanceof Ast.Conditional choice) {
      visit(choice.condition());
      visit(choice.yes());
      visit(choice.no());
    } else if (ast instanceof Ast.ListOf list) {
      list.elements().forEach(this::visit);
    } else if (ast instanceof Ast.MapOf map) {
      map.keys().forEach(this::visit);
      map.values().forEach(this::visit);
    } else if (ast instanceof Ast.Fold fold) {
      fold(fold);
    }
  }

  private void call(Ast.Call call) {
    Ast target = call.target();
    if (target != null) {
      visit(target);
    }
    call.args().forEach(this::visit);
    if (call.function().equals("active")
        && call.args().get(0) instanceof Ast.Literal literal
        && literal.value() instanceof String state) {
      states.add(state);
    }
  }

  private void fold(Ast.Fold fold) {
    visit(fold.range());
    locals.push(fold.variable().name());
    Ast condition = fold.condition();
    if (condition != null) {
      visit(condition);
    }
    visit(fold.body());
    locals.pop();
  }

  /** The path that this chain of fields names; what it does not name is visited by itself. */
  private @Nullable String path(Ast ast) {
    if (ast instanceof Ast.Name name) {
      return locals.contains(name.name()) ? null : name.name();
    }
    if (ast instanceof Ast.Select select) {
      return grow(select.target(), select.field());
    }
    if (ast instanceof Ast.Index index) {
      if (index.index() instanceof Ast.Literal literal && literal.value() instanceof String key) {
        return grow(index.target(), key);
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

  private @Nullable String grow(Ast target, String field) {
    String path = path(target);
    return path == null ? null : path + "." + field;
  }
}

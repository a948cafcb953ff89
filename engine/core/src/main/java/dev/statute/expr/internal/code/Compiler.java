package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.expr.internal.syntax.Ast;
import dev.statute.expr.internal.syntax.Macro;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives each part of a tree its type and the closure that evaluates it. All that is wrong is
 * reported; what follows from a part that was reported is not.
 *
 * <p>A part whose type is known becomes a node for that type; one whose is not becomes a node that
 * looks when it is evaluated. With {@code dynamic} all are of the second kind.
 */
public final class Compiler {
  private final Report report;
  private final Names names;
  private final Calls calls;
  private final Members members;
  private final Operators operators;
  private final boolean dynamic;

  private Compiler(Text source, TypeEnvironment env, Problems problems, boolean dynamic) {
    this.report = new Report(source, problems);
    this.names = new Names(env, report);
    this.calls = new Calls(this, env, report);
    this.members = new Members(report);
    this.operators = new Operators(report, dynamic);
    this.dynamic = dynamic;
  }

  /**
   * What was compiled.
   *
   * @param locals to {@link Frame#enter} with
   */
  public record Code(Node node, Type type, int locals) {}

  /** The code of a tree, or null after reporting what is wrong with it. */
  public static @Nullable Code compile(
      Text source,
      Ast tree,
      TypeEnvironment env,
      @Nullable Type expected,
      Problems problems,
      boolean dynamic) {
    Compiler compiler = new Compiler(source, env, problems, dynamic);
    Typed typed = compiler.visit(tree);
    if (expected != null && !expected.accepts(typed.type())) {
      compiler.report.error(
          "E303",
          tree,
          "this is " + typed.type() + ", wanted is " + expected,
          expected == Type.BOOL ? "compare it with something" : null);
    }
    if (!compiler.report.isClean()) {
      return null;
    }
    Node node = expected == Type.DOUBLE ? Names.read(typed.node(), expected).node() : typed.node();
    return new Code(Literals.measured(tree, node), typed.type(), compiler.names.locals());
  }

  Typed visit(Ast ast) {
    Typed typed = typed(ast);
    return dynamic ? new Typed(typed.node(), Type.DYN) : typed;
  }

  private Typed typed(Ast ast) {
    if (ast instanceof Ast.Literal literal) {
      return Literals.of(literal);
    }
    if (ast instanceof Ast.Name name) {
      return names.resolve(name);
    }
    if (ast instanceof Ast.Select select) {
      return members.select(select, visit(select.target()));
    }
    if (ast instanceof Ast.Has has) {
      return members.has(has.select(), visit(has.select().target()));
    }
    if (ast instanceof Ast.Index index) {
      return members.index(index, visit(index.target()), visit(index.index()));
    }
    if (ast instanceof Ast.Call call) {
      return calls.visit(call);
    }
    if (ast instanceof Ast.Binary binary) {
      return operators.apply(binary, visit(binary.left()), visit(binary.right()));
    }
    if (ast instanceof Ast.Logic logic) {
      return logic(logic);
    }
    if (ast instanceof Ast.Fold fold) {
      return fold(fold);
    }
    if (ast instanceof Ast.Not not) {
      return new Typed(new Not(bool(not.term(), "'!'"), not.start()), Type.BOOL);
    }
    if (ast instanceof Ast.Negate negate) {
      return negate(negate);
    }
    if (ast instanceof Ast.Conditional conditional) {
      return conditional(conditional);
    }
    if (ast instanceof Ast.ListOf list) {
      return list(list);
    }
    return map((Ast.MapOf) ast);
  }

  private Typed logic(Ast.Logic logic) {
    String sign = logic.and() ? "'&&'" : "'||'";
    List<Node> terms = new ArrayList<>();
    logic.terms().forEach(term -> terms.add(bool(term, sign)));
    return new Typed(new Logic(!logic.and(), terms, logic.start()), Type.BOOL);
  }

  private Node bool(Ast ast, String user) {
    Typed typed = visit(ast);
    if (!Type.BOOL.accepts(typed.type())) {
      report.error("E301", ast, user + " takes bool, this is " + typed.type(), null);
    }
    return typed.node();
  }

  private Typed negate(Ast.Negate negate) {
    Typed term = visit(negate.term());
    if (term.type() != Type.DYN && !Typing.isNumber(term.type())) {
      report.error("E301", negate, "'-' takes a number, this is " + term.type(), null);
    }
    return new Typed(new Negate(term.node(), negate.start()), term.type());
  }

  private Typed conditional(Ast.Conditional conditional) {
    Node condition = bool(conditional.condition(), "'?'");
    Typed yes = visit(conditional.yes());
    Typed no = visit(conditional.no());
    Node node = new Conditional(condition, yes.node(), no.node(), conditional.start());
    return new Typed(node, Typing.join(yes.type(), no.type()));
  }

  private Typed list(Ast.ListOf list) {
    List<Node> elements = new ArrayList<>();
    Type type = null;
    for (Ast element : list.elements()) {
      Typed typed = visit(element);
      elements.add(typed.node());
      type = type == null ? typed.type() : Typing.join(type, typed.type());
    }
    return new Typed(
        Constant.folded(new ListLiteral(elements, list.start()), elements),
        Type.list(type == null ? Type.DYN : type));
  }

  private Typed map(Ast.MapOf map) {
    List<Node> keys = new ArrayList<>();
    List<Node> values = new ArrayList<>();
    Type key = null;
    Type value = null;
    for (int i = 0; i < map.keys().size(); i++) {
      Typed k = visit(map.keys().get(i));
      Typed v = visit(map.values().get(i));
      if (k.type() != Type.DYN && !List.of(Type.STRING, Type.INT, Type.BOOL).contains(k.type())) {
        report.error(
            "E302", map.keys().get(i), "a key is int, bool or string, not " + k.type(), null);
      }
      keys.add(k.node());
      values.add(v.node());
      key = key == null ? k.type() : Typing.join(key, k.type());
      value = value == null ? v.type() : Typing.join(value, v.type());
    }
    Type type = Type.map(key == null ? Type.DYN : key, value == null ? Type.DYN : value);
    List<Node> parts = new ArrayList<>(keys);
    parts.addAll(values);
    return new Typed(Constant.folded(new MapLiteral(keys, values, map.start()), parts), type);
  }

  private Typed fold(Ast.Fold fold) {
    Typed elements = visit(fold.range());
    Type element = Typing.element(elements.type());
    if (element == null) {
      report.error(
          "E302",
          fold.range(),
          fold.macro().word() + " runs over a list or map, this is " + elements.type(),
          null);
    }
    int local = names.bind(fold.variable().name(), element == null ? Type.DYN : element);
    Range range = new Range(elements.node(), local, fold.start());
    String word = fold.macro().word();
    Ast conditionAst = fold.condition();
    Node condition = conditionAst == null ? null : bool(conditionAst, word);
    Typed made;
    if (fold.macro() == Macro.MAP) {
      Typed value = visit(fold.body());
      made =
          new Typed(
              new Collect(range, condition, value.node(), fold.start()), Type.list(value.type()));
    } else {
      Node body = bool(fold.body(), word);
      made =
          switch (fold.macro()) {
            case ALL -> new Typed(new Quantifier(false, range, body, fold.start()), Type.BOOL);
            case EXISTS -> new Typed(new Quantifier(true, range, body, fold.start()), Type.BOOL);
            case EXISTS_ONE -> new Typed(new ExistsOne(range, body, fold.start()), Type.BOOL);
            default ->
                new Typed(
                    new Collect(range, body, new Local(local, fold.start()), fold.start()),
                    Type.list(element == null ? Type.DYN : element));
          };
    }
    names.unbind();
    return made;
  }
}

package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.expr.internal.syntax.ComprehensionMacro;
import dev.statute.expr.internal.syntax.SyntaxTree;
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
public final class NodeCompiler {
  private final ProblemReporter report;
  private final VariableResolver names;
  private final FunctionCompiler calls;
  private final FieldAccess members;
  private final OperatorTable operators;
  private final boolean dynamic;

  private NodeCompiler(Text source, TypeEnvironment env, Problems problems, boolean dynamic) {
    this.report = new ProblemReporter(source, problems);
    this.names = new VariableResolver(env, report);
    this.calls = new FunctionCompiler(this, env, report);
    this.members = new FieldAccess(report);
    this.operators = new OperatorTable(report, dynamic);
    this.dynamic = dynamic;
  }

  /**
   * What was compiled.
   *
   * @param locals to {@link EvaluationFrame#enter} with
   */
  public record Code(ExpressionNode node, Type type, int locals) {}

  /** The code of a tree, or null after reporting what is wrong with it. */
  public static @Nullable Code compile(
      Text source,
      SyntaxTree tree,
      TypeEnvironment env,
      @Nullable Type expected,
      Problems problems,
      boolean dynamic) {
    NodeCompiler compiler = new NodeCompiler(source, env, problems, dynamic);
    TypedNode typed = compiler.visit(tree);
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
    ExpressionNode node =
        expected == Type.DOUBLE
            ? VariableResolver.read(typed.node(), expected).node()
            : typed.node();
    return new Code(LiteralValues.measured(tree, node), typed.type(), compiler.names.locals());
  }

  TypedNode visit(SyntaxTree ast) {
    TypedNode typed = typed(ast);
    return dynamic ? new TypedNode(typed.node(), Type.DYN) : typed;
  }

  private TypedNode typed(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Literal literal) {
      return LiteralValues.of(literal);
    }
    if (ast instanceof SyntaxTree.Name name) {
      return names.resolve(name);
    }
    if (ast instanceof SyntaxTree.Select select) {
      return members.select(select, visit(select.target()));
    }
    if (ast instanceof SyntaxTree.Has has) {
      return members.has(has.select(), visit(has.select().target()));
    }
    if (ast instanceof SyntaxTree.Index index) {
      return members.index(index, visit(index.target()), visit(index.index()));
    }
    if (ast instanceof SyntaxTree.Call call) {
      return calls.visit(call);
    }
    if (ast instanceof SyntaxTree.Binary binary) {
      return operators.apply(binary, visit(binary.left()), visit(binary.right()));
    }
    if (ast instanceof SyntaxTree.Logic logic) {
      return logic(logic);
    }
    if (ast instanceof SyntaxTree.Fold fold) {
      return fold(fold);
    }
    if (ast instanceof SyntaxTree.Not not) {
      return new TypedNode(new NotNode(bool(not.term(), "'!'"), not.start()), Type.BOOL);
    }
    if (ast instanceof SyntaxTree.Negate negate) {
      return negate(negate);
    }
    if (ast instanceof SyntaxTree.Conditional conditional) {
      return conditional(conditional);
    }
    if (ast instanceof SyntaxTree.ListOf list) {
      return list(list);
    }
    return map((SyntaxTree.MapOf) ast);
  }

  private TypedNode logic(SyntaxTree.Logic logic) {
    String sign = logic.and() ? "'&&'" : "'||'";
    List<ExpressionNode> terms = new ArrayList<>();
    logic.terms().forEach(term -> terms.add(bool(term, sign)));
    return new TypedNode(new LogicNode(!logic.and(), terms, logic.start()), Type.BOOL);
  }

  private ExpressionNode bool(SyntaxTree ast, String user) {
    TypedNode typed = visit(ast);
    if (!Type.BOOL.accepts(typed.type())) {
      report.error("E301", ast, user + " takes bool, this is " + typed.type(), null);
    }
    return typed.node();
  }

  private TypedNode negate(SyntaxTree.Negate negate) {
    TypedNode term = visit(negate.term());
    if (term.type() != Type.DYN && !OverloadTable.isNumber(term.type())) {
      report.error("E301", negate, "'-' takes a number, this is " + term.type(), null);
    }
    return new TypedNode(new NegationNode(term.node(), negate.start()), term.type());
  }

  private TypedNode conditional(SyntaxTree.Conditional conditional) {
    ExpressionNode condition = bool(conditional.condition(), "'?'");
    TypedNode yes = visit(conditional.yes());
    TypedNode no = visit(conditional.no());
    ExpressionNode node =
        new ConditionalNode(condition, yes.node(), no.node(), conditional.start());
    return new TypedNode(node, OverloadTable.join(yes.type(), no.type()));
  }

  private TypedNode list(SyntaxTree.ListOf list) {
    List<ExpressionNode> elements = new ArrayList<>();
    Type type = null;
    for (SyntaxTree element : list.elements()) {
      TypedNode typed = visit(element);
      elements.add(typed.node());
      type = type == null ? typed.type() : OverloadTable.join(type, typed.type());
    }
    return new TypedNode(
        ConstantNode.folded(new ListLiteral(elements, list.start()), elements),
        Type.list(type == null ? Type.DYN : type));
  }

  private TypedNode map(SyntaxTree.MapOf map) {
    List<ExpressionNode> keys = new ArrayList<>();
    List<ExpressionNode> values = new ArrayList<>();
    Type key = null;
    Type value = null;
    for (int i = 0; i < map.keys().size(); i++) {
      TypedNode k = visit(map.keys().get(i));
      TypedNode v = visit(map.values().get(i));
      if (k.type() != Type.DYN && !List.of(Type.STRING, Type.INT, Type.BOOL).contains(k.type())) {
        report.error(
            "E302", map.keys().get(i), "a key is int, bool or string, not " + k.type(), null);
      }
      keys.add(k.node());
      values.add(v.node());
      key = key == null ? k.type() : OverloadTable.join(key, k.type());
      value = value == null ? v.type() : OverloadTable.join(value, v.type());
    }
    Type type = Type.map(key == null ? Type.DYN : key, value == null ? Type.DYN : value);
    List<ExpressionNode> parts = new ArrayList<>(keys);
    parts.addAll(values);
    return new TypedNode(
        ConstantNode.folded(new MapLiteral(keys, values, map.start()), parts), type);
  }

  private TypedNode fold(SyntaxTree.Fold fold) {
    TypedNode elements = visit(fold.range());
    Type element = OverloadTable.element(elements.type());
    if (element == null) {
      report.error(
          "E302",
          fold.range(),
          fold.macro().word() + " runs over a list or map, this is " + elements.type(),
          null);
    }
    int local = names.bind(fold.variable().name(), element == null ? Type.DYN : element);
    ComprehensionRange range = new ComprehensionRange(elements.node(), local, fold.start());
    String word = fold.macro().word();
    SyntaxTree conditionAst = fold.condition();
    ExpressionNode condition = conditionAst == null ? null : bool(conditionAst, word);
    TypedNode made;
    if (fold.macro() == ComprehensionMacro.MAP) {
      TypedNode value = visit(fold.body());
      made =
          new TypedNode(
              new CollectionNode(range, condition, value.node(), fold.start()),
              Type.list(value.type()));
    } else {
      ExpressionNode body = bool(fold.body(), word);
      made =
          switch (fold.macro()) {
            case ALL ->
                new TypedNode(new QuantifierNode(false, range, body, fold.start()), Type.BOOL);
            case EXISTS ->
                new TypedNode(new QuantifierNode(true, range, body, fold.start()), Type.BOOL);
            case EXISTS_ONE -> new TypedNode(new ExistsOne(range, body, fold.start()), Type.BOOL);
            default ->
                new TypedNode(
                    new CollectionNode(
                        range, body, new LoopVariable(local, fold.start()), fold.start()),
                    Type.list(element == null ? Type.DYN : element));
          };
    }
    names.unbind();
    return made;
  }
}

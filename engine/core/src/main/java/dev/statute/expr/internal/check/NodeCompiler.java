package dev.statute.expr.internal.check;

import dev.statute.expr.internal.function.NegationNode;
import dev.statute.expr.internal.node.CollectionNode;
import dev.statute.expr.internal.node.ComprehensionRange;
import dev.statute.expr.internal.node.ConditionalNode;
import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExistsOneNode;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.node.ListLiteral;
import dev.statute.expr.internal.node.LogicNode;
import dev.statute.expr.internal.node.LoopVariableNode;
import dev.statute.expr.internal.node.MapLiteral;
import dev.statute.expr.internal.node.NotNode;
import dev.statute.expr.internal.node.QuantifierNode;
import dev.statute.expr.internal.syntax.ComprehensionMacro;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiler from syntax trees to typed evaluation nodes. Reports all problems, but none that follow
 * from a reported one.
 *
 * <p>Parts of known type become nodes for that type, others become dynamic nodes. With {@code
 * dynamic} all nodes are dynamic.
 */
public final class NodeCompiler {
  private final ProblemReporter report;
  private final VariableResolver names;
  private final FunctionCompiler calls;
  private final FieldAccess members;
  private final OperatorTable operators;
  private final boolean dynamic;

  private NodeCompiler(
      SourceText source, TypeEnvironment env, ProblemCollector problems, boolean dynamic) {
    this.report = new ProblemReporter(source, problems);
    this.names = new VariableResolver(env, report);
    this.calls = new FunctionCompiler(this, env, report);
    this.members = new FieldAccess(report);
    this.operators = new OperatorTable(report, dynamic);
    this.dynamic = dynamic;
  }

  /**
   * Compiled expression.
   *
   * @param locals argument for {@link EvaluationFrame#enter}
   */
  public record Code(ExpressionNode node, ValueType type, int locals) {}

  /** Compiles a tree; returns null after reporting its problems. */
  public static @Nullable Code compile(
      SourceText source,
      SyntaxTree tree,
      TypeEnvironment env,
      @Nullable ValueType expected,
      ProblemCollector problems,
      boolean dynamic) {
    NodeCompiler compiler = new NodeCompiler(source, env, problems, dynamic);
    TypedNode typed = compiler.visit(tree);
    if (expected != null && !expected.accepts(typed.type())) {
      compiler.report.error(
          "E303",
          tree,
          "this is " + typed.type() + ", wanted is " + expected,
          expected == ValueType.BOOL ? "compare it with something" : null);
    }
    if (!compiler.report.isClean()) {
      return null;
    }
    ExpressionNode node =
        expected == ValueType.DOUBLE ? TypedNode.read(typed.node(), expected).node() : typed.node();
    return new Code(ResultSizeLimit.of(tree, node), typed.type(), compiler.names.locals());
  }

  TypedNode visit(SyntaxTree ast) {
    TypedNode typed = compileTyped(ast);
    return dynamic ? new TypedNode(typed.node(), ValueType.DYN) : typed;
  }

  private TypedNode compileTyped(SyntaxTree ast) {
    if (ast instanceof SyntaxTree.Literal literal) {
      return new TypedNode(
          new ConstantNode(literal.value(), literal.start()), ValueType.of(literal.value()));
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
      return calls.compile(call);
    }
    if (ast instanceof SyntaxTree.Binary binary) {
      return operators.resolve(binary, visit(binary.left()), visit(binary.right()));
    }
    if (ast instanceof SyntaxTree.Logic logic) {
      return compileLogic(logic);
    }
    if (ast instanceof SyntaxTree.Fold fold) {
      return compileComprehension(fold);
    }
    if (ast instanceof SyntaxTree.Not not) {
      return new TypedNode(
          new NotNode(compileBoolean(not.term(), "'!'"), not.start()), ValueType.BOOL);
    }
    if (ast instanceof SyntaxTree.Negate negate) {
      return compileNegation(negate);
    }
    if (ast instanceof SyntaxTree.Conditional conditional) {
      return compileConditional(conditional);
    }
    if (ast instanceof SyntaxTree.ListOf list) {
      return compileList(list);
    }
    return compileMap((SyntaxTree.MapOf) ast);
  }

  private TypedNode compileLogic(SyntaxTree.Logic logic) {
    String sign = logic.and() ? "'&&'" : "'||'";
    List<ExpressionNode> terms = new ArrayList<>();
    logic.terms().forEach(term -> terms.add(compileBoolean(term, sign)));
    return new TypedNode(new LogicNode(!logic.and(), terms, logic.start()), ValueType.BOOL);
  }

  private ExpressionNode compileBoolean(SyntaxTree ast, String user) {
    TypedNode typed = visit(ast);
    if (!ValueType.BOOL.accepts(typed.type())) {
      report.error("E301", ast, user + " takes bool, this is " + typed.type(), null);
    }
    return typed.node();
  }

  private TypedNode compileNegation(SyntaxTree.Negate negate) {
    TypedNode term = visit(negate.term());
    if (term.type() != ValueType.DYN && !OverloadTable.isNumber(term.type())) {
      report.error("E301", negate, "'-' takes a number, this is " + term.type(), null);
    }
    return new TypedNode(new NegationNode(term.node(), negate.start()), term.type());
  }

  private TypedNode compileConditional(SyntaxTree.Conditional conditional) {
    ExpressionNode condition = compileBoolean(conditional.condition(), "'?'");
    TypedNode yes = visit(conditional.yes());
    TypedNode no = visit(conditional.no());
    ExpressionNode node =
        new ConditionalNode(condition, yes.node(), no.node(), conditional.start());
    return new TypedNode(node, OverloadTable.join(yes.type(), no.type()));
  }

  private TypedNode compileList(SyntaxTree.ListOf list) {
    List<ExpressionNode> elements = new ArrayList<>();
    ValueType type = null;
    for (SyntaxTree element : list.elements()) {
      TypedNode typed = visit(element);
      elements.add(typed.node());
      type = type == null ? typed.type() : OverloadTable.join(type, typed.type());
    }
    return new TypedNode(
        ConstantNode.fold(new ListLiteral(elements, list.start()), elements),
        ValueType.list(type == null ? ValueType.DYN : type));
  }

  private TypedNode compileMap(SyntaxTree.MapOf map) {
    List<ExpressionNode> keys = new ArrayList<>();
    List<ExpressionNode> values = new ArrayList<>();
    ValueType key = null;
    ValueType value = null;
    for (int i = 0; i < map.keys().size(); i++) {
      TypedNode k = visit(map.keys().get(i));
      TypedNode v = visit(map.values().get(i));
      if (k.type() != ValueType.DYN
          && !List.of(ValueType.STRING, ValueType.INT, ValueType.BOOL).contains(k.type())) {
        report.error(
            "E302", map.keys().get(i), "a key is int, bool or string, not " + k.type(), null);
      }
      keys.add(k.node());
      values.add(v.node());
      key = key == null ? k.type() : OverloadTable.join(key, k.type());
      value = value == null ? v.type() : OverloadTable.join(value, v.type());
    }
    ValueType type =
        ValueType.map(key == null ? ValueType.DYN : key, value == null ? ValueType.DYN : value);
    List<ExpressionNode> parts = new ArrayList<>(keys);
    parts.addAll(values);
    return new TypedNode(ConstantNode.fold(new MapLiteral(keys, values, map.start()), parts), type);
  }

  private TypedNode compileComprehension(SyntaxTree.Fold fold) {
    TypedNode elements = visit(fold.range());
    ValueType element = OverloadTable.element(elements.type());
    if (element == null) {
      report.error(
          "E302",
          fold.range(),
          fold.macro().word() + " runs over a list or map, this is " + elements.type(),
          null);
    }
    int local = names.bind(fold.variable().name(), element == null ? ValueType.DYN : element);
    ComprehensionRange range = new ComprehensionRange(elements.node(), local, fold.start());
    String word = fold.macro().word();
    SyntaxTree conditionAst = fold.condition();
    ExpressionNode condition = conditionAst == null ? null : compileBoolean(conditionAst, word);
    TypedNode compiled;
    if (fold.macro() == ComprehensionMacro.MAP) {
      TypedNode value = visit(fold.body());
      compiled =
          new TypedNode(
              new CollectionNode(range, condition, value.node(), fold.start()),
              ValueType.list(value.type()));
    } else {
      ExpressionNode body = compileBoolean(fold.body(), word);
      compiled =
          switch (fold.macro()) {
            case ALL ->
                new TypedNode(new QuantifierNode(false, range, body, fold.start()), ValueType.BOOL);
            case EXISTS ->
                new TypedNode(new QuantifierNode(true, range, body, fold.start()), ValueType.BOOL);
            case EXISTS_ONE ->
                new TypedNode(new ExistsOneNode(range, body, fold.start()), ValueType.BOOL);
            default ->
                new TypedNode(
                    new CollectionNode(
                        range, body, new LoopVariableNode(local, fold.start()), fold.start()),
                    ValueType.list(element == null ? ValueType.DYN : element));
          };
    }
    names.unbind();
    return compiled;
  }
}

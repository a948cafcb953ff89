package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Choice;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Index;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.New;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Type inference for every expression of a rule. It reports unknown names, calls outside the
 * allow-list, and comparisons that can never hold. One problem per place: a reported expression has
 * a type of its own, which causes no further problems.
 */
public final class TypeChecker {
  private final MemberTypes paths;
  private final ComparisonTypes comparisons;
  private final VerdictCreationCheck creations;
  private final NullDereferenceCheck nullCheck;
  private final CheckContext context;

  public TypeChecker(CheckContext site) {
    this.context = site;
    this.nullCheck = new NullDereferenceCheck(site);
    this.paths = new MemberTypes(site, this, nullCheck);
    this.comparisons = new ComparisonTypes(site, this, nullCheck);
    this.creations = new VerdictCreationCheck(site, this, nullCheck);
  }

  /** Names of the settings that were read so far. */
  public Set<String> readSettings() {
    return paths.readSettings();
  }

  public ExpressionType typeOf(DrlExpression expression) {
    ExpressionType kind = declaredType(expression);
    if (kind.isText() && context.scope().growth().exceedsLimit(expression)) {
      return context.report(
          "R107",
          expression,
          "this puts more than 64 texts together, counting those in its variables",
          "say less: a reason is read by people");
    }
    return kind.nullable() && context.scope().known().isNotNull(expression)
        ? kind.nullable(false)
        : kind;
  }

  private ExpressionType declaredType(DrlExpression expression) {
    if (expression instanceof Literal literal) {
      return literal.value() == null
          ? ExpressionType.NULL
          : ExpressionType.of(literal.value().getClass());
    }
    if (expression instanceof Name name) {
      return paths.name(name);
    }
    if (expression instanceof Select select) {
      return paths.select(select);
    }
    if (expression instanceof Call call) {
      return paths.call(call);
    }
    if (expression instanceof Index index) {
      return paths.index(index);
    }
    if (expression instanceof Unary unary) {
      return comparisons.unary(unary);
    }
    if (expression instanceof Binary binary) {
      return comparisons.binary(binary);
    }
    if (expression instanceof In in) {
      return comparisons.in(in);
    }
    if (expression instanceof Choice choice) {
      return choice(choice);
    }
    return creations.check((New) expression);
  }

  List<ExpressionType> typesOf(List<DrlExpression> expressions) {
    List<ExpressionType> kinds = new ArrayList<>();
    expressions.forEach(each -> kinds.add(typeOf(each)));
    return kinds;
  }

  private ExpressionType choice(Choice choice) {
    checkCondition(choice.condition());
    ExpressionType then = checkUnder(choice.condition(), true, () -> typeOf(choice.whenTrue()));
    ExpressionType otherwise =
        checkUnder(choice.condition(), false, () -> typeOf(choice.whenFalse()));
    boolean nullable = then.nullable() || otherwise.nullable();
    return then.nullable(false).equals(otherwise.nullable(false))
        ? then.nullable(nullable)
        : ExpressionType.UNKNOWN;
  }

  /** Checks a part that is only evaluated if a condition holds, or does not. */
  <T> T checkUnder(DrlExpression condition, boolean truth, Supplier<T> part) {
    FlowFacts known = context.scope().known();
    Set<String> before = known.snapshot();
    known.assume(condition, truth);
    T read = part.get();
    known.restore(before);
    return read;
  }

  /** Tests for comparisons that are false if a value is no number. */
  public boolean isUnordered(DrlExpression condition) {
    return comparisons.isUnordered(condition);
  }

  /** Checks an expression that must be boolean. */
  public void checkCondition(DrlExpression expression) {
    ExpressionType kind = typeOf(expression);
    if (!kind.isBoolean() && !kind.isUnknown()) {
      context.report("R114", expression, kind.describe() + " is no condition", null);
    }
  }
}

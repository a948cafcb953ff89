package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.LinearMatch;
import dev.statute.policy.Instance;
import dev.statute.policy.Limits;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.ForallDescr;
import org.drools.drl.ast.descr.FromDescr;
import org.drools.drl.ast.descr.MVELExprDescr;
import org.drools.drl.ast.descr.OrDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.PatternSourceDescr;
import org.jspecify.annotations.Nullable;

/**
 * Instrumentation of a checked rule's conditions with the budget: a condition before those of each
 * joined pattern, which counts and always holds, and a call in place of each {@code matches}. Rules
 * without joins of numerous facts and without regular expressions stay unchanged.
 */
final class BudgetedConditions {
  /** Types with at most one fact per question. */
  private static final Set<Class<?>> SINGLE =
      Set.of(Instance.class, Settings.class, Progress.class, Limits.class);

  private static final String BUDGET = EvaluationBudget.class.getSimpleName();
  private final int number;
  private final boolean joins;
  private int anchors;
  private boolean changed;

  private BudgetedConditions(int number, boolean joins) {
    this.number = number;
    this.joins = joins;
  }

  /**
   * Instruments the conditions of the rule with this number.
   *
   * @return true if any was changed
   */
  static boolean instrument(CheckedRule rule, int number) {
    long many = rule.patterns().stream().filter(each -> !SINGLE.contains(each.type())).count();
    BudgetedConditions budgeted = new BudgetedConditions(number, many > 1);
    budgeted.instrumentAll(rule.tree().getLhs().getDescrs(), null, true);
    return budgeted.changed;
  }

  /**
   * Instruments siblings.
   *
   * @param anchor a variable for a fact that was matched before, or null
   * @param joined true if the first element is joined with a later one
   */
  private void instrumentAll(
      List<? extends BaseDescr> elements, @Nullable String anchor, boolean joined) {
    String matched = anchor;
    for (BaseDescr element : elements) {
      if (element instanceof PatternDescr pattern) {
        pattern(pattern, matched);
        if (matched == null && joined && joins && pattern.getSource() == null) {
          matched = anchor(pattern);
        }
      } else if (element instanceof ConditionalElementDescr group) {
        boolean apart = group instanceof ForallDescr || group instanceof OrDescr;
        List<BaseDescr> inside = new ArrayList<>();
        group.getDescrs().forEach(each -> inside.add((BaseDescr) each));
        instrumentAll(inside, matched, !apart);
      }
    }
  }

  private String anchor(PatternDescr pattern) {
    String name = pattern.getIdentifier();
    if (name == null || name.isEmpty()) {
      name = "$statute_" + number + "_" + anchors++;
      pattern.setIdentifier(name);
    }
    return name;
  }

  private void pattern(PatternDescr pattern, @Nullable String anchor) {
    AndDescr conditions = (AndDescr) pattern.getConstraint();
    List<BaseDescr> written = List.copyOf(conditions.getDescrs());
    for (int at = written.size() - 1; at >= 0; at--) {
      ExprConstraintDescr constraint = (ExprConstraintDescr) written.get(at);
      LinearMatch linear =
          LinearMatch.rewrite(constraint.getExpression(), BUDGET + ".matches(" + number + ", ");
      if (linear != null) {
        changed = true;
        constraint.setExpression(linear.condition());
        if (linear.binding() != null) {
          conditions.insertDescr(at, new ExprConstraintDescr(linear.binding()));
        }
      }
    }
    PatternSourceDescr source = pattern.getSource();
    if (source instanceof CollectDescr collect) {
      pattern(collect.getInputPattern(), anchor);
    } else if (source instanceof AccumulateDescr accumulate) {
      instrumentAll(List.of(accumulate.getInput()), anchor, true);
    } else if (source instanceof FromDescr from) {
      instrumentSource(from);
      addSpendCall(pattern, "this");
    } else if (anchor != null && joins) {
      addSpendCall(pattern, anchor);
    }
  }

  /** Names the rule before its source is evaluated, because a failure in it does not. */
  private void instrumentSource(FromDescr source) {
    String enter = BUDGET + ".enterSource(" + number + ")";
    String written = ((MVELExprDescr) source.getDataSource()).getExpression();
    source.setDataSource(new MVELExprDescr(enter + " ? " + written + " : null"));
  }

  private void addSpendCall(PatternDescr pattern, String fact) {
    changed = true;
    String spend = BUDGET + ".spend(" + number + ", " + fact + ")";
    ((AndDescr) pattern.getConstraint()).insertDescr(0, new ExprConstraintDescr(spend));
  }
}

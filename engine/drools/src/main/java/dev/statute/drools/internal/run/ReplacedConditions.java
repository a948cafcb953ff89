package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.TextReplacement;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.PatternDescr;

/** Replacement of parts of a checked rule by what the rule engine compiles. */
final class ReplacedConditions {
  private ReplacedConditions() {}

  /** Replaces the parts in the tree of the rule, which still has its offsets in the file. */
  static void replace(CheckedRule rule) {
    if (!rule.replacements().isEmpty()) {
      replace(rule, rule.tree().getLhs());
      String consequence = String.valueOf(rule.tree().getConsequence());
      int start = rule.file().consequence(rule.tree());
      rule.tree().setConsequence(TextReplacement.apply(consequence, start, rule.replacements()));
    }
  }

  private static void replace(CheckedRule rule, BaseDescr element) {
    if (element instanceof ConditionalElementDescr group) {
      group.getDescrs().forEach(each -> replace(rule, (BaseDescr) each));
    } else if (element instanceof PatternDescr pattern) {
      for (BaseDescr each : pattern.getConstraint().getDescrs().toArray(BaseDescr[]::new)) {
        ExprConstraintDescr condition = (ExprConstraintDescr) each;
        String text = condition.getExpression();
        int start = rule.file().indexOf(text, rule.file().start(condition));
        condition.setExpression(TextReplacement.apply(text, start, rule.replacements()));
      }
      if (pattern.getSource() instanceof CollectDescr collect) {
        replace(rule, collect.getInputPattern());
      } else if (pattern.getSource() instanceof AccumulateDescr accumulate) {
        replace(rule, accumulate.getInput());
      }
    }
  }
}

package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.type.FactAllowList;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.ExistsDescr;
import org.drools.drl.ast.descr.ExprConstraintDescr;
import org.drools.drl.ast.descr.ForallDescr;
import org.drools.drl.ast.descr.FromDescr;
import org.drools.drl.ast.descr.MVELExprDescr;
import org.drools.drl.ast.descr.NotDescr;
import org.drools.drl.ast.descr.OrDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.PatternSourceDescr;
import org.jspecify.annotations.Nullable;

/** Reader of the conditions of a checked rule, which have no errors. */
final class ClauseReader {
  private final DrlFile file;

  private ClauseReader(DrlFile file) {
    this.file = file;
  }

  static RuleCondition read(CheckedRule rule) {
    return new ClauseReader(rule.file()).clause(rule.tree().getLhs());
  }

  private RuleCondition clause(BaseDescr element) {
    if (element instanceof PatternDescr pattern) {
      return pattern(pattern);
    }
    List<RuleCondition> parts = new ArrayList<>();
    StringJoiner text = new StringJoiner(" and ");
    for (Object each : ((ConditionalElementDescr) element).getDescrs()) {
      RuleCondition part = clause((BaseDescr) each);
      parts.add(part);
      text.add(text(part));
    }
    if (element instanceof AndDescr) {
      return new RuleCondition.All(parts);
    }
    if (element instanceof OrDescr) {
      return new RuleCondition.Any(parts);
    }
    if (element instanceof ForallDescr) {
      List<RuleCondition> rest = parts.subList(1, parts.size());
      return new RuleCondition.Every(
          parts.get(0), rest, text.toString(), file.place(file.start(element)));
    }
    RuleCondition of = parts.size() == 1 ? parts.get(0) : new RuleCondition.All(parts);
    if (element instanceof NotDescr) {
      return new RuleCondition.None(of, text.toString(), file.place(file.start(element)));
    }
    if (element instanceof ExistsDescr) {
      return new RuleCondition.Some(of);
    }
    throw new IllegalStateException("a rule that was checked has a " + element.getClass());
  }

  private static String text(RuleCondition clause) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      return pattern.text();
    }
    if (clause instanceof RuleCondition.None none) {
      return "not " + none.text();
    }
    if (clause instanceof RuleCondition.Some some) {
      return text(some.condition());
    }
    if (clause instanceof RuleCondition.Every every) {
      return "forall " + every.text();
    }
    boolean all = clause instanceof RuleCondition.All;
    List<RuleCondition> parts =
        all ? ((RuleCondition.All) clause).parts() : ((RuleCondition.Any) clause).parts();
    StringJoiner text = new StringJoiner(all ? " and " : " or ");
    parts.forEach(part -> text.add(text(part)));
    return text.toString();
  }

  private RuleCondition.Pattern pattern(PatternDescr pattern) {
    PatternSourceDescr source = pattern.getSource();
    List<RuleCondition.Test> tests = new ArrayList<>();
    StringJoiner text = new StringJoiner(", ", " ( ", " )").setEmptyValue("()");
    for (BaseDescr each : pattern.getConstraint().getDescrs().toArray(BaseDescr[]::new)) {
      RuleCondition.Test test = test((ExprConstraintDescr) each);
      tests.add(test);
      text.add(test.text());
    }
    String binding = pattern.getIdentifier();
    return new RuleCondition.Pattern(
        type(pattern.getObjectType()),
        binding == null || binding.isEmpty() ? null : binding,
        List.copyOf(tests),
        source == null ? null : source(pattern, source),
        pattern.getObjectType() + text.toString().replaceFirst("^ ", ""),
        file.place(file.start(pattern)));
  }

  private static Class<?> type(String name) {
    Class<?> fact = FactAllowList.findFact(name);
    Class<?> type = fact == null ? FactAllowList.findPlainType(name) : fact;
    return type == null ? Object.class : type;
  }

  private RuleCondition.Test test(ExprConstraintDescr constraint) {
    String text = constraint.getExpression();
    int at = file.indexOf(text, file.start(constraint));
    return new RuleCondition.Test(PatternConstraint.read(text, at), oneLine(text), file.place(at));
  }

  static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private RuleCondition.Source source(PatternDescr pattern, PatternSourceDescr source) {
    if (source instanceof CollectDescr collect) {
      return new RuleCondition.Collect(pattern(collect.getInputPattern()));
    }
    if (source instanceof FromDescr from) {
      String text = ((MVELExprDescr) from.getDataSource()).getExpression();
      return new RuleCondition.From(expression(text, file.start(pattern)));
    }
    AccumulateDescr accumulate = (AccumulateDescr) source;
    List<RuleCondition.Function> functions = new ArrayList<>();
    for (AccumulateDescr.AccumulateFunctionCallDescr call : accumulate.getFunctions()) {
      String[] parameters = call.getParams();
      functions.add(
          new RuleCondition.Function(
              call.getFunction(),
              call.getBind(),
              parameters.length == 0
                  ? null
                  : expression(parameters[0], file.start(accumulate.getInput()))));
    }
    return new RuleCondition.Accumulate(clause(accumulate.getInput()), functions);
  }

  private DrlExpression expression(String text, int from) {
    int found = file.content().indexOf(text, from);
    return PatternConstraint.read(text, Math.max(found, 0)).expression();
  }

  /** Text of an expression as written, on one line. */
  static String text(DrlFile file, @Nullable DrlExpression expression) {
    return expression == null
        ? ""
        : oneLine(file.content().substring(expression.start(), expression.end()));
  }
}

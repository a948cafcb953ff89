package dev.statute.drools.internal.why;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.FactAllowList;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
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

/** Reads the conditions of a rule that was checked, so that nothing can be wrong with them. */
final class ClauseReader {
  private final DrlFile file;

  private ClauseReader(DrlFile file) {
    this.file = file;
  }

  static Clause read(CheckedRule rule) {
    return new ClauseReader(rule.file()).clause(rule.tree().getLhs());
  }

  private Clause clause(BaseDescr element) {
    if (element instanceof PatternDescr pattern) {
      return pattern(pattern);
    }
    List<Clause> parts = new ArrayList<>();
    StringJoiner text = new StringJoiner(" and ");
    for (Object each : ((ConditionalElementDescr) element).getDescrs()) {
      Clause part = clause((BaseDescr) each);
      parts.add(part);
      text.add(text(part));
    }
    if (element instanceof AndDescr) {
      return new Clause.All(parts);
    }
    if (element instanceof OrDescr) {
      return new Clause.Any(parts);
    }
    if (element instanceof ForallDescr) {
      List<Clause> rest = parts.subList(1, parts.size());
      return new Clause.Every(parts.get(0), rest, text.toString(), file.place(file.start(element)));
    }
    Clause of = parts.size() == 1 ? parts.get(0) : new Clause.All(parts);
    if (element instanceof NotDescr) {
      return new Clause.None(of, text.toString(), file.place(file.start(element)));
    }
    if (element instanceof ExistsDescr) {
      return new Clause.Some(of);
    }
    throw new IllegalStateException("a rule that was checked has a " + element.getClass());
  }

  private static String text(Clause clause) {
    if (clause instanceof Clause.Pattern pattern) {
      return pattern.text();
    }
    if (clause instanceof Clause.None none) {
      return "not " + none.text();
    }
    if (clause instanceof Clause.Some some) {
      return text(some.of());
    }
    if (clause instanceof Clause.Every every) {
      return "forall " + every.text();
    }
    boolean all = clause instanceof Clause.All;
    List<Clause> parts = all ? ((Clause.All) clause).parts() : ((Clause.Any) clause).parts();
    StringJoiner text = new StringJoiner(all ? " and " : " or ");
    parts.forEach(part -> text.add(text(part)));
    return text.toString();
  }

  private Clause.Pattern pattern(PatternDescr pattern) {
    PatternSourceDescr source = pattern.getSource();
    List<Clause.Test> tests = new ArrayList<>();
    StringJoiner text = new StringJoiner(", ", " ( ", " )").setEmptyValue("()");
    for (BaseDescr each : pattern.getConstraint().getDescrs().toArray(BaseDescr[]::new)) {
      Clause.Test test = test((ExprConstraintDescr) each);
      tests.add(test);
      text.add(test.text());
    }
    String binding = pattern.getIdentifier();
    return new Clause.Pattern(
        type(pattern.getObjectType()),
        binding == null || binding.isEmpty() ? null : binding,
        List.copyOf(tests),
        source == null ? null : source(pattern, source),
        pattern.getObjectType() + text.toString().replaceFirst("^ ", ""),
        file.place(file.start(pattern)));
  }

  private static Class<?> type(String name) {
    Class<?> fact = FactAllowList.fact(name);
    Class<?> type = fact == null ? FactAllowList.plain(name) : fact;
    return type == null ? Object.class : type;
  }

  private Clause.Test test(ExprConstraintDescr constraint) {
    String text = constraint.getExpression();
    int start = file.start(constraint);
    int found = file.content().indexOf(text, start);
    int at = found < 0 ? start : found;
    return new Clause.Test(PatternConstraint.read(text, at), oneLine(text), file.place(at));
  }

  static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private Clause.Source source(PatternDescr pattern, PatternSourceDescr source) {
    if (source instanceof CollectDescr collect) {
      return new Clause.Collect(pattern(collect.getInputPattern()));
    }
    if (source instanceof FromDescr from) {
      String text = ((MVELExprDescr) from.getDataSource()).getExpression();
      return new Clause.From(expression(text, file.start(pattern)));
    }
    AccumulateDescr accumulate = (AccumulateDescr) source;
    List<Clause.Function> functions = new ArrayList<>();
    for (AccumulateDescr.AccumulateFunctionCallDescr call : accumulate.getFunctions()) {
      String[] parameters = call.getParams();
      functions.add(
          new Clause.Function(
              call.getFunction(),
              call.getBind(),
              parameters.length == 0
                  ? null
                  : expression(parameters[0], file.start(accumulate.getInput()))));
    }
    return new Clause.Accumulate(clause(accumulate.getInput()), functions);
  }

  private DrlExpression expression(String text, int from) {
    int found = file.content().indexOf(text, from);
    return PatternConstraint.read(text, Math.max(found, 0)).expression();
  }

  /** The text of an expression as it is written, on one line. */
  static String text(DrlFile file, @Nullable DrlExpression expression) {
    return expression == null
        ? ""
        : oneLine(file.content().substring(expression.start(), expression.end()));
  }
}

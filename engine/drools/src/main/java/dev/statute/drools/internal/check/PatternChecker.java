package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.type.AbsentValueCheck;
import dev.statute.drools.internal.type.DefaultFix;
import dev.statute.drools.internal.type.ExpressionType;
import dev.statute.drools.internal.type.FactAllowList;
import dev.statute.drools.internal.type.FlowFacts;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.AndDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.EvalDescr;
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

/** Checker of the conditions of a rule in document order; unknown elements are refused. */
final class PatternChecker {
  private static final Map<String, ExpressionType> FUNCTIONS =
      Map.of(
          "count", ExpressionType.of(long.class),
          "sum", ExpressionType.of(double.class),
          "average", ExpressionType.of(double.class),
          "min", ExpressionType.of(double.class),
          "max", ExpressionType.of(double.class),
          "collectList", ExpressionType.of(List.class),
          "collectSet", ExpressionType.of(Set.class));

  private static final int MAX_ALTERNATIVES = 64;
  private static final int MAX_SIZE = 500;
  private static final Set<String> ON_NUMBERS = Set.of("sum", "average", "min", "max");

  private final RuleChecker rule;

  /** Variables with possibly absent values. */
  private final Set<String> maybeAbsent = new HashSet<>();

  /** Number of patterns and conditions so far. */
  private int size;

  /** Depth inside elements that require no fact. */
  private int nesting;

  PatternChecker(RuleChecker rule) {
    this.rule = rule;
  }

  /** Checks all conditions of a rule. */
  void checkAll(AndDescr conditions) {
    if (alternatives(conditions) > MAX_ALTERNATIVES) {
      rule.reportUnsupported(
          conditions,
          "R106",
          "with 'or' these conditions come to more than "
              + MAX_ALTERNATIVES
              + " combinations, each of which is a rule of its own",
          "write || inside a pattern, or several rules");
    }
    checkAll((BaseDescr) conditions);
  }

  /**
   * Number of rules without {@code or} that the element expands to: alternatives of siblings are
   * multiplied.
   */
  private static long alternatives(BaseDescr element) {
    if (element instanceof PatternDescr pattern) {
      return pattern.getSource() instanceof AccumulateDescr accumulate
          ? alternatives(accumulate.getInput())
          : 1;
    }
    boolean any = element instanceof OrDescr;
    long all = any ? 0 : 1;
    if (element instanceof ConditionalElementDescr group) {
      for (Object each : group.getDescrs()) {
        long inside = alternatives((BaseDescr) each);
        all = Math.min(any ? all + inside : all * inside, MAX_ALTERNATIVES + 1);
      }
    }
    return all;
  }

  private void checkAll(BaseDescr element) {
    if (element instanceof PatternDescr pattern) {
      pattern(pattern);
    } else if (element instanceof AndDescr
        || element instanceof OrDescr
        || element instanceof NotDescr
        || element instanceof ExistsDescr
        || element instanceof ForallDescr) {
      nesting += element instanceof AndDescr ? 0 : 1;
      FlowFacts known = rule.scope().known();
      Set<String> before = known.snapshot();
      for (Object each : ((ConditionalElementDescr) element).getDescrs()) {
        checkAll((BaseDescr) each);
        if (!(element instanceof AndDescr)) {
          known.restore(before);
        }
      }
      nesting -= element instanceof AndDescr ? 0 : 1;
    } else if (element instanceof EvalDescr) {
      rule.reportUnsupported(
          element, "R106", "eval(…) is not for rules", "write the condition inside a pattern");
    } else {
      rule.reportUnsupported(element, "R106", "rules may not say this", null);
    }
  }

  private void pattern(PatternDescr pattern) {
    PatternSourceDescr source = pattern.getSource();
    if (pattern.getObjectType() == null) {
      rule.reportUnsupported(
          pattern,
          "R106",
          "a path that begins with '/' asks a rule unit for facts, and there are none",
          "write Type( field == value, … )");
      return;
    }
    if (pattern.isUnification()
        || pattern.isQuery()
        || !pattern.getPositionalConstraints().isEmpty()
        || !pattern.getBehaviors().isEmpty()
        || !pattern.getAnnotations().isEmpty()) {
      rule.reportUnsupported(
          pattern,
          "R106",
          "a pattern has only conditions on fields",
          "write Type( field == value, … )");
      return;
    }
    if (source != null) {
      rule.derives();
      nesting++;
      Set<String> before = rule.scope().known().snapshot();
      source(pattern, source);
      rule.scope().known().restore(before);
      nesting--;
    }
    Class<?> type = type(pattern, source);
    if (pattern.getIdentifier() != null && !pattern.getIdentifier().isEmpty()) {
      ExpressionType kind = type == null ? ExpressionType.REPORTED : ExpressionType.of(type);
      rule.bindVariable(pattern.getIdentifier(), kind, rule.file().start(pattern));
    }
    if (type == null) {
      return;
    }
    rule.scope().known().enterPattern(pattern.getIdentifier());
    List<PatternConstraint> conditions = new ArrayList<>();
    AbsentValueCheck absence =
        new AbsentValueCheck(
            rule.file(), call -> rule.readsSetting(call, type), maybeAbsent, rule.problems());
    for (BaseDescr each : pattern.getConstraint().getDescrs().toArray(BaseDescr[]::new)) {
      PatternConstraint condition = constraint(each, type);
      if (condition != null) {
        conditions.add(condition);
        absence.check(condition);
      }
    }
    ContradictionCheck.check(rule.file(), type, conditions, rule.problems());
    rule.valueNames().check(type, conditions);
    size += 1 + conditions.size();
    if (size > MAX_SIZE && size - conditions.size() - 1 <= MAX_SIZE) {
      rule.reportUnsupported(
          pattern,
          "R107",
          "more than " + MAX_SIZE + " patterns and conditions in one rule",
          "write several rules, or in ( …, … )");
    }
    String binding = pattern.getIdentifier();
    rule.addPattern(
        new CheckedRule.PatternInfo(
            typeName(pattern),
            type,
            conditions,
            binding == null || binding.isEmpty() ? null : binding,
            nesting == 0 && source == null));
  }

  private @Nullable PatternConstraint constraint(BaseDescr element, Class<?> type) {
    if (!(element instanceof ExprConstraintDescr constraint)) {
      rule.reportUnsupported(element, "R106", "rules may not say this", null);
      return null;
    }
    String text = constraint.getExpression();
    return rule.condition(text, rule.file().indexOf(text, rule.file().start(constraint)), type);
  }

  private SourceText typeName(PatternDescr pattern) {
    DrlFile file = rule.file();
    return file.find(pattern.getObjectType(), file.start(pattern), file.firstWord(pattern));
  }

  private @Nullable Class<?> type(PatternDescr pattern, @Nullable PatternSourceDescr source) {
    String name = pattern.getObjectType();
    Class<?> type = FactAllowList.findFact(name);
    if (type != null) {
      return type;
    }
    if (source != null && FactAllowList.findPlainType(name) != null) {
      return FactAllowList.findPlainType(name);
    }
    if (source instanceof AccumulateDescr) {
      return Object.class;
    }
    List<String> known = FactAllowList.factNames();
    boolean verdict = FactAllowList.findVerdict(name) != null;
    rule.problems()
        .error(
            verdict ? "R106" : "R110",
            typeName(pattern),
            verdict
                ? "rules never see verdicts; a later layer outvotes an earlier one"
                : "there is no fact type '" + name + "'",
            verdict
                ? "match the fact that the verdict is about"
                : SpellingSuggestion.fix(
                    name, known, "the fact types are " + String.join(", ", known)));
    return null;
  }

  private void source(PatternDescr pattern, PatternSourceDescr source) {
    if (source instanceof CollectDescr collect) {
      pattern(collect.getInputPattern());
    } else if (source.getClass() == AccumulateDescr.class) {
      accumulate((AccumulateDescr) source);
    } else if (source instanceof FromDescr from
        && from.getDataSource() instanceof MVELExprDescr data) {
      String text = data.getExpression();
      int start = rule.file().indexOf(text, rule.file().start(pattern));
      rule.condition(text, start, Object.class);
    } else {
      rule.reportUnsupported(
          pattern,
          "R106",
          "facts come from nowhere else",
          "write from collect(…), from accumulate(…) or from $list");
    }
  }

  private void accumulate(AccumulateDescr accumulate) {
    if (accumulate.getInitCode() != null
        || accumulate.getActionCode() != null
        || accumulate.getResultCode() != null
        || accumulate.getReverseCode() != null) {
      rule.reportUnsupported(
          accumulate,
          "R106",
          "accumulate with code of its own is not for rules",
          "use a function: " + String.join(", ", FUNCTIONS.keySet().stream().sorted().toList()));
      return;
    }
    checkAll(accumulate.getInput());
    for (AccumulateDescr.AccumulateFunctionCallDescr call : accumulate.getFunctions()) {
      ExpressionType result = FUNCTIONS.get(call.getFunction());
      if (result == null || call.isUnification()) {
        rule.reportUnsupported(
            accumulate,
            "R106",
            "there is no function '" + call.getFunction() + "' to accumulate with",
            SpellingSuggestion.fix(
                call.getFunction(), FUNCTIONS.keySet(), DefaultFix.forPattern("R106")));
        continue;
      }
      for (String parameter : call.getParams()) {
        String content = rule.file().content();
        int from = content.indexOf(call.getFunction(), rule.file().start(accumulate.getInput()));
        int found = content.indexOf(parameter, from);
        int start = found < 0 ? rule.file().start(accumulate) : found;
        PatternConstraint read =
            rule.parameter(parameter, start, ON_NUMBERS.contains(call.getFunction()));
        if (read != null && !call.getFunction().equals("count")) {
          rule.checkAccumulated(read.expression(), maybeAbsent);
        }
        if (read != null && Collection.class.isAssignableFrom(result.raw())) {
          Class<?> member = rule.typeOf(read.expression(), Void.class).raw();
          result = new ExpressionType(result.raw(), member, false);
        }
      }
      if (call.getBind() != null) {
        rule.bindVariable(call.getBind(), result, rule.file().start(accumulate));
        rule.scope().markObject(call.getBind());
      }
    }
  }
}

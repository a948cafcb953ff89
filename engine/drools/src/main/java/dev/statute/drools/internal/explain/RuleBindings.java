package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.ConditionEvaluator;
import dev.statute.drools.internal.condition.ReflectiveReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bindings of variables during the search through a rule's conditions. Immutable.
 *
 * @param facts the facts matched so far
 */
record RuleBindings(Map<String, @Nullable Object> variables, List<Object> facts) {
  static final RuleBindings EMPTY = new RuleBindings(Map.of(), List.of());

  RuleBindings with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return new RuleBindings(more, facts);
  }

  RuleBindings withFact(Object fact) {
    List<Object> more = new ArrayList<>(facts);
    more.add(fact);
    return new RuleBindings(variables, more);
  }

  /** Creates the evaluator of conditions on a fact; null = none. */
  ConditionEvaluator evaluator(@Nullable Object fact) {
    return new ConditionEvaluator(ReflectiveReader.INSTANCE, fact, variables);
  }

  /** Binds the variable of a test on a fact, if it has one. */
  RuleBindings withBinding(RuleCondition.Test test, Object fact) {
    String name = test.condition().binding();
    return name == null ? this : with(name, evaluator(fact).value(test.condition().bound()));
  }
}

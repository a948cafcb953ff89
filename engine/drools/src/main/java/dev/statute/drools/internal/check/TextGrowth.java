package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Choice;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import java.util.HashMap;
import java.util.Map;

/**
 * How many texts that are not written in the rule an expression puts together: {@code String b = a
 * + a;} doubles what {@code a} is, and thirty such lines fill all memory. Confined to one thread.
 */
final class TextGrowth {
  private static final int MOST = 64;
  private static final int MANY = 1_000_000;

  /** Stands for what was reported, so that what is made of it is not. */
  private static final int REPORTED = -MANY;

  private final Map<String, Integer> variables = new HashMap<>();

  void bind(String variable, DrlExpression value) {
    int parts = of(value);
    variables.put(variable, parts > MOST || parts < 0 ? REPORTED : Math.max(parts, 1));
  }

  /** Whether it is this expression, and none that it is made of, that puts too many together. */
  boolean isTooMuch(DrlExpression expression) {
    return of(expression) > MOST && expression.parts().stream().allMatch(part -> of(part) <= MOST);
  }

  private int of(DrlExpression expression) {
    if (expression instanceof Literal) {
      return 0;
    }
    if (expression instanceof Name name) {
      return variables.getOrDefault(name.name(), 1);
    }
    if (expression instanceof Choice choice) {
      return Math.max(of(choice.then()), of(choice.otherwise()));
    }
    int all = 0;
    for (DrlExpression part : expression.parts()) {
      all = Math.max(Math.min(all + of(part), MANY), REPORTED);
    }
    return all;
  }
}

package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Choice;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import java.util.HashMap;
import java.util.Map;

/**
 * Limit of concatenated texts that are not literals: {@code String b = a + a;} doubles {@code a},
 * and thirty such lines exhaust the memory. Confined to one thread.
 */
public final class TextSizeLimit {
  private static final int MAX_PARTS = 64;
  private static final int MANY_PARTS = 1_000_000;

  /** Marks a reported expression, so that expressions with it are not reported again. */
  private static final int REPORTED = -MANY_PARTS;

  private final Map<String, Integer> variables = new HashMap<>();

  public void bind(String variable, DrlExpression value) {
    int parts = partCount(value);
    variables.put(variable, parts > MAX_PARTS || parts < 0 ? REPORTED : Math.max(parts, 1));
  }

  /** Tests if this expression, and none of its parts, exceeds the limit. */
  boolean exceedsLimit(DrlExpression expression) {
    return partCount(expression) > MAX_PARTS
        && expression.parts().stream().allMatch(part -> partCount(part) <= MAX_PARTS);
  }

  private int partCount(DrlExpression expression) {
    if (expression instanceof Literal) {
      return 0;
    }
    if (expression instanceof Name name) {
      return variables.getOrDefault(name.name(), 1);
    }
    if (expression instanceof Choice choice) {
      return Math.max(partCount(choice.whenTrue()), partCount(choice.whenFalse()));
    }
    int all = 0;
    for (DrlExpression part : expression.parts()) {
      all = Math.max(Math.min(all + partCount(part), MANY_PARTS), REPORTED);
    }
    return all;
  }
}

package dev.statute.drools.internal.explain;

import java.util.ArrayList;
import java.util.List;

/** List of the patterns of a rule in the order of the text. */
final class RulePatterns {
  private final List<RuleCondition.Pattern> all = new ArrayList<>();

  private RulePatterns() {}

  static List<RuleCondition.Pattern> of(RuleCondition rule) {
    RulePatterns patterns = new RulePatterns();
    patterns.add(rule);
    return patterns.all;
  }

  private void add(RuleCondition clause) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      all.add(pattern);
      if (pattern.source() instanceof RuleCondition.Collect collect) {
        add(collect.pattern());
      } else if (pattern.source() instanceof RuleCondition.Accumulate accumulate) {
        add(accumulate.source());
      }
    } else if (clause instanceof RuleCondition.All both) {
      both.parts().forEach(this::add);
    } else if (clause instanceof RuleCondition.Any any) {
      any.parts().forEach(this::add);
    } else if (clause instanceof RuleCondition.None none) {
      add(none.condition());
    } else if (clause instanceof RuleCondition.Some some) {
      add(some.condition());
    } else {
      RuleCondition.Every every = (RuleCondition.Every) clause;
      add(every.first());
      every.rest().forEach(this::add);
    }
  }
}

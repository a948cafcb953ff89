package dev.statute.drools.internal.why;

import java.util.ArrayList;
import java.util.List;

/** Lists the patterns of a rule in the order they are written. */
final class Patterns {
  private final List<Clause.Pattern> all = new ArrayList<>();

  private Patterns() {}

  static List<Clause.Pattern> of(Clause rule) {
    Patterns patterns = new Patterns();
    patterns.add(rule);
    return patterns.all;
  }

  private void add(Clause clause) {
    if (clause instanceof Clause.Pattern pattern) {
      all.add(pattern);
      if (pattern.source() instanceof Clause.Collect collect) {
        add(collect.of());
      } else if (pattern.source() instanceof Clause.Accumulate accumulate) {
        add(accumulate.over());
      }
    } else if (clause instanceof Clause.All both) {
      both.parts().forEach(this::add);
    } else if (clause instanceof Clause.Any any) {
      any.parts().forEach(this::add);
    } else if (clause instanceof Clause.None none) {
      add(none.of());
    } else if (clause instanceof Clause.Some some) {
      add(some.of());
    } else {
      Clause.Every every = (Clause.Every) clause;
      add(every.first());
      every.rest().forEach(this::add);
    }
  }
}

package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.Expression;
import dev.statute.drools.internal.drl.Expression.Call;
import dev.statute.drools.internal.drl.Expression.Name;
import dev.statute.drools.internal.drl.Expression.Select;

/** Tells which expressions hold words of a chart. */
final class Nouns {
  private Nouns() {}

  /** What the words in {@code expression} are called, such as {@code state}; else empty. */
  static String of(Site site, Expression expression) {
    String noun = null;
    if (expression instanceof Name name
        && site.scope().kind(name.name()) == null
        && !site.isJava()) {
      noun = Literals.noun(site.fact(), name.name());
    } else if (expression instanceof Select select) {
      noun = Literals.noun(owner(site, select.on()), select.name());
    } else if (expression instanceof Call call && call.arguments().isEmpty()) {
      Expression on = call.on();
      noun = Literals.noun(on == null ? site.fact() : owner(site, on), call.name());
    }
    return noun == null ? "" : noun;
  }

  private static Class<?> owner(Site site, Expression on) {
    return new Typing(site.quiet()).of(on).raw();
  }
}

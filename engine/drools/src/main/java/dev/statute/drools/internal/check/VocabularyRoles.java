package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.Expression;
import dev.statute.drools.internal.drl.Expression.Call;
import dev.statute.drools.internal.drl.Expression.Name;
import dev.statute.drools.internal.drl.Expression.Select;

/** Tells which expressions hold words of a chart. */
final class VocabularyRoles {
  private VocabularyRoles() {}

  /** What the words in {@code expression} are called, such as {@code state}; else empty. */
  static String of(CheckContext site, Expression expression) {
    String noun = null;
    if (expression instanceof Name name
        && site.scope().kind(name.name()) == null
        && !site.isJava()) {
      noun = VocabularyCheck.noun(site.fact(), name.name());
    } else if (expression instanceof Select select) {
      noun = VocabularyCheck.noun(owner(site, select.on()), select.name());
    } else if (expression instanceof Call call && call.arguments().isEmpty()) {
      Expression on = call.on();
      noun = VocabularyCheck.noun(on == null ? site.fact() : owner(site, on), call.name());
    }
    return noun == null ? "" : noun;
  }

  private static Class<?> owner(CheckContext site, Expression on) {
    return new TypeChecker(site.quiet()).of(on).raw();
  }
}

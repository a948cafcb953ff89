package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;

/** Roles of expressions that contain words of a chart. */
final class VocabularyRoles {
  private VocabularyRoles() {}

  /** Noun for the words in {@code expression}, such as {@code state}; else empty. */
  static String of(CheckContext site, DrlExpression expression) {
    String noun = null;
    if (expression instanceof Name name
        && site.scope().typeOf(name.name()) == null
        && !site.isJava()) {
      noun = VocabularyCheck.noun(site.fact(), name.name());
    } else if (expression instanceof Select select) {
      noun = VocabularyCheck.noun(owner(site, select.receiver()), select.name());
    } else if (expression instanceof Call call && call.arguments().isEmpty()) {
      DrlExpression on = call.receiver();
      noun = VocabularyCheck.noun(on == null ? site.fact() : owner(site, on), call.name());
    }
    return noun == null ? "" : noun;
  }

  private static Class<?> owner(CheckContext site, DrlExpression on) {
    return new TypeChecker(site.withoutReporting()).typeOf(on).raw();
  }
}

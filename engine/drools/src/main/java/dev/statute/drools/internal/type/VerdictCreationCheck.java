package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.New;
import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.problem.SpellingSuggestion;
import java.lang.reflect.Constructor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Check of objects that consequences create. */
final class VerdictCreationCheck {
  private final CheckContext context;
  private final TypeChecker typeChecker;
  private final NullDereferenceCheck nullCheck;

  VerdictCreationCheck(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.nullCheck = absents;
    this.context = site;
    this.typeChecker = typing;
  }

  /** Checks a creation; only verdicts are permitted. */
  ExpressionType check(New creation) {
    Class<? extends Verdict> type = FactAllowList.findVerdict(creation.type());
    List<ExpressionType> arguments = typeChecker.typesOf(creation.arguments());
    if (type == null) {
      List<String> known = FactAllowList.verdictNames();
      return context.reportName(
          "R121",
          creation.type(),
          creation.typeStart(),
          "a rule makes nothing but verdicts, and '" + creation.type() + "' is none",
          SpellingSuggestion.fix(
              creation.type(), known, "the verdicts are " + String.join(", ", known)));
    }
    Constructor<?> constructor = type.getConstructors()[0];
    if (!CallSignatures.matches(constructor, arguments)) {
      return context.reportName(
          "R118",
          creation.type(),
          creation.typeStart(),
          CallSignatures.mismatch(
              constructor, arguments, "a " + creation.type() + " is made of ", ", not of "),
          castFix(constructor, creation, arguments));
    }
    nullCheck.checkArguments(constructor, type.getSimpleName(), creation.arguments(), arguments);
    if (type == Redirect.class) {
      context.literals().check("state", creation.arguments().get(1));
    } else if (type == Finding.class) {
      context.literals().check("level", creation.arguments().get(2));
    } else if (type == Waive.class || type == Refuse.class) {
      context.literals().check("field", creation.arguments().get(0));
    }
    return ExpressionType.of(type);
  }

  /** Fix for a large number or one with a fraction in place of a whole one; null for the others. */
  private @Nullable String castFix(
      Constructor<?> constructor, New creation, List<ExpressionType> given) {
    Class<?>[] wanted = constructor.getParameterTypes();
    for (int i = 0; i < wanted.length && wanted.length == given.size(); i++) {
      Class<?> raw = given.get(i).raw();
      if (wanted[i] == int.class && (raw == long.class || raw == double.class)) {
        DrlExpression number = creation.arguments().get(i);
        String text = context.sourceText(number);
        boolean isObject = number instanceof Name name && context.scope().isObject(name.name());
        return "write (int) "
            + (isObject ? "(" + raw + ") " : "")
            + (number instanceof Name ? text : "(" + text + ")");
      }
    }
    return null;
  }
}

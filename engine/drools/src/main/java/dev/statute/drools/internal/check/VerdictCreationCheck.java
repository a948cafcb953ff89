package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression.New;
import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import dev.statute.problem.Suggest;
import java.lang.reflect.Constructor;
import java.util.List;

/** Checks what consequences make. */
final class VerdictCreationCheck {
  private final CheckContext site;
  private final TypeChecker typing;
  private final NullDereferenceCheck absents;

  VerdictCreationCheck(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.absents = absents;
    this.site = site;
    this.typing = typing;
  }

  /** A verdict; nothing else is made. */
  ExpressionType made(New made) {
    Class<? extends Verdict> type = FactAllowList.verdict(made.type());
    List<ExpressionType> arguments = typing.all(made.arguments());
    if (type == null) {
      String near = Suggest.nearest(made.type(), FactAllowList.verdictNames());
      return site.reportName(
          "R121",
          made.type(),
          made.typeStart(),
          "a rule makes nothing but verdicts, and '" + made.type() + "' is none",
          near == null
              ? "the verdicts are " + String.join(", ", FactAllowList.verdictNames())
              : "did you mean '" + near + "'?");
    }
    Constructor<?> constructor = type.getConstructors()[0];
    if (!CallSignatures.fit(constructor, arguments)) {
      return site.reportName(
          "R118",
          made.type(),
          made.typeStart(),
          CallSignatures.mismatch(
              constructor, arguments, "a " + made.type() + " is made of ", ", not of "),
          null);
    }
    absents.arguments(constructor, type.getSimpleName(), made.arguments(), arguments);
    if (type == Redirect.class) {
      site.literals().check("state", made.arguments().get(1));
    } else if (type == Finding.class) {
      site.literals().check("level", made.arguments().get(2));
    } else if (type == Waive.class || type == Refuse.class) {
      site.literals().check("field", made.arguments().get(0));
    }
    return ExpressionType.of(type);
  }
}

package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.Expression.New;
import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import dev.statute.problem.Suggest;
import java.lang.reflect.Constructor;
import java.util.List;

/** Checks what consequences make. */
final class Creations {
  private final Site site;
  private final Typing typing;
  private final Absents absents;

  Creations(Site site, Typing typing, Absents absents) {
    this.absents = absents;
    this.site = site;
    this.typing = typing;
  }

  /** A verdict; nothing else is made. */
  Kind made(New made) {
    Class<? extends Verdict> type = Facts.verdict(made.type());
    List<Kind> arguments = typing.all(made.arguments());
    if (type == null) {
      String near = Suggest.nearest(made.type(), Facts.verdictNames());
      return site.reportName(
          "R121",
          made.type(),
          made.typeStart(),
          "a rule makes nothing but verdicts, and '" + made.type() + "' is none",
          near == null
              ? "the verdicts are " + String.join(", ", Facts.verdictNames())
              : "did you mean '" + near + "'?");
    }
    Constructor<?> constructor = type.getConstructors()[0];
    if (!Signatures.fit(constructor, arguments)) {
      return site.reportName(
          "R118",
          made.type(),
          made.typeStart(),
          Signatures.mismatch(
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
    return Kind.of(type);
  }
}

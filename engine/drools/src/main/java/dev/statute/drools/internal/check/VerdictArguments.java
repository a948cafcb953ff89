package dev.statute.drools.internal.check;

import dev.statute.drools.internal.check.CheckedRule.GivenVerdict;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of the arguments of a consequence's verdicts, which name their subject. */
final class VerdictArguments {
  private static final int LEVEL_OF_FINDING = 2;
  private static final int TARGET_OF_REDIRECT = 1;

  private VerdictArguments() {}

  static GivenVerdict constantArgument(
      Class<? extends Verdict> kind, DrlExpression.New creation, boolean conditional) {
    String about =
        !creation.arguments().isEmpty() && creation.arguments().get(0) instanceof Name name
            ? name.name()
            : null;
    String word =
        kind == Finding.class
            ? text(creation.arguments(), LEVEL_OF_FINDING)
            : kind == Redirect.class ? text(creation.arguments(), TARGET_OF_REDIRECT) : null;
    return new GivenVerdict(kind, about, conditional, word);
  }

  private static @Nullable String text(List<DrlExpression> arguments, int at) {
    return at < arguments.size()
            && arguments.get(at) instanceof Literal literal
            && literal.value() instanceof String text
        ? text
        : null;
  }
}

package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.util.Set;

/** Collection of the text literals in an expression. */
final class ForecastLiterals {
  private ForecastLiterals() {}

  static void collect(DrlExpression expression, Set<String> into) {
    if (expression instanceof Literal literal && literal.value() instanceof String text) {
      into.add(text);
    } else if (expression instanceof Binary binary) {
      collect(binary.left(), into);
      collect(binary.right(), into);
    } else if (expression instanceof Unary unary) {
      collect(unary.operand(), into);
    } else if (expression instanceof In in) {
      collect(in.value(), into);
      in.members().forEach(each -> collect(each, into));
    } else if (expression instanceof Call call) {
      call.arguments().forEach(each -> collect(each, into));
    }
  }
}

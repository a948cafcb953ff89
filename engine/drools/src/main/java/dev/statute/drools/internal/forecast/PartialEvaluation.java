package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.RegularExpressions;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of a rule's conditions on partly known data, in three-valued logic: a result that
 * depends on other data is {@link #UNKNOWN}. Confined to one thread.
 */
final class PartialEvaluation {
  static final Object UNKNOWN = new Object();

  private final ApproximateProposal proposal;
  private final Map<String, @Nullable Object> variables = new HashMap<>();

  PartialEvaluation(ApproximateProposal prospect) {
    this.proposal = prospect;
  }

  void bind(String name, @Nullable Object value) {
    variables.put(name, value);
  }

  /** Evaluates an expression in a pattern on {@code fact}; the result may be {@link #UNKNOWN}. */
  @Nullable Object evaluate(DrlExpression expression, Object fact) {
    if (expression instanceof Literal literal) {
      return literal.value();
    }
    if (expression instanceof Name name) {
      return variables.containsKey(name.name())
          ? variables.get(name.name())
          : field(fact, name.name());
    }
    if (expression instanceof Select select) {
      return field(evaluate(select.receiver(), fact), select.name());
    }
    if (expression instanceof Call call) {
      DrlExpression on = call.receiver();
      return call(on == null ? fact : evaluate(on, fact), call, fact);
    }
    if (expression instanceof Unary unary) {
      return unary(unary.operator(), evaluate(unary.operand(), fact));
    }
    if (expression instanceof In in) {
      return in(in, fact);
    }
    return expression instanceof Binary binary ? binary(binary, fact) : UNKNOWN;
  }

  private @Nullable Object field(@Nullable Object on, String name) {
    if (on == KnownFact.PROPOSAL) {
      return proposalField(name);
    }
    if (on == KnownFact.INSTANCE) {
      return switch (name) {
        case "chart" -> proposal.chart();
        case "configuration" -> proposal.before() == null ? UNKNOWN : proposal.before();
        default -> UNKNOWN;
      };
    }
    return UNKNOWN;
  }

  private @Nullable Object proposalField(String name) {
    return switch (name) {
      case "chart" -> proposal.chart();
      case "from" -> proposal.from();
      case "to" -> proposal.to();
      case "targets" -> proposal.targets();
      case "source" -> proposal.source();
      case "event" -> new EventName(proposal.event());
      case "kind" -> proposal.kind() == null ? UNKNOWN : proposal.kind();
      case "listed" -> proposal.listed();
      case "guard" -> proposal.guard();
      case "tags" -> proposal.tags();
      case "instance" -> KnownFact.INSTANCE;
      case "settings" -> KnownFact.SETTINGS;
      default -> UNKNOWN;
    };
  }

  private @Nullable Object call(@Nullable Object on, Call call, Object fact) {
    if (call.arguments().isEmpty()) {
      return field(on, call.name());
    }
    if (call.arguments().size() != 1
        || !(evaluate(call.arguments().get(0), fact) instanceof String word)) {
      return UNKNOWN;
    }
    if (on == KnownFact.PROPOSAL) {
      return switch (call.name()) {
        case "leaves" -> proposal.leaves().test(word);
        case "enters" -> proposal.enters().test(word);
        default -> UNKNOWN;
      };
    }
    if (on == KnownFact.INSTANCE && call.name().equals("in")) {
      return proposal.before() == null ? UNKNOWN : proposal.before().contains(word);
    }
    return on == KnownFact.SETTINGS ? setting(proposal.settings(), call.name(), word) : UNKNOWN;
  }

  private static @Nullable Object setting(Settings settings, String accessor, String name) {
    return switch (accessor) {
      case "num" -> settings.num(name);
      case "text" -> settings.text(name);
      case "flag" -> settings.flag(name);
      case "has" -> settings.has(name);
      case "duration" -> settings.duration(name);
      case "list" -> settings.list(name);
      default -> UNKNOWN;
    };
  }

  private static Object unary(String operator, @Nullable Object value) {
    if (operator.equals("!") && value instanceof Boolean truth) {
      return !truth;
    }
    return operator.equals("-") && value instanceof Number number ? -number.doubleValue() : UNKNOWN;
  }

  private Object binary(Binary binary, Object fact) {
    Object left = evaluate(binary.left(), fact);
    Object right = evaluate(binary.right(), fact);
    return switch (binary.operator()) {
      case "&&" -> and(left, right);
      case "||" -> not(and(not(left), not(right)));
      case "==" -> equal(left, binary.left(), right, binary.right());
      case "!=" -> not(equal(left, binary.left(), right, binary.right()));
      case "contains" -> contains(left, right);
      case "not contains" -> not(contains(left, right));
      case "memberOf" -> contains(right, left);
      case "not memberOf" -> not(contains(right, left));
      case "matches" -> matches(left, right);
      case "not matches" -> not(matches(left, right));
      default -> order(binary.operator(), left, right);
    };
  }

  private static Object and(@Nullable Object a, @Nullable Object b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return Boolean.TRUE.equals(a) && Boolean.TRUE.equals(b) ? true : UNKNOWN;
  }

  private static Object not(@Nullable Object value) {
    return value instanceof Boolean truth ? !truth : UNKNOWN;
  }

  private static Object equal(
      @Nullable Object a, DrlExpression left, @Nullable Object b, DrlExpression right) {
    if (a instanceof EventName event) {
      return right instanceof Literal ? Objects.equals(event.name(), b) : UNKNOWN;
    }
    if (b instanceof EventName event) {
      return left instanceof Literal ? Objects.equals(event.name(), a) : UNKNOWN;
    }
    if (isUnknown(a) || isUnknown(b)) {
      return UNKNOWN;
    }
    return a instanceof Number x && b instanceof Number y
        ? x.doubleValue() == y.doubleValue()
        : Objects.equals(a, b);
  }

  private static boolean isUnknown(@Nullable Object value) {
    return value == UNKNOWN || value instanceof KnownFact;
  }

  private Object in(In in, Object fact) {
    Object value = evaluate(in.value(), fact);
    Object found = false;
    for (DrlExpression each : in.members()) {
      Object same = equal(value, in.value(), evaluate(each, fact), each);
      found = not(and(not(found), not(same)));
    }
    return in.negated() ? not(found) : found;
  }

  private static Object contains(@Nullable Object all, @Nullable Object one) {
    return all instanceof Collection<?> list && one instanceof String word && list instanceof List
        ? list.contains(word)
        : UNKNOWN;
  }

  private static Object matches(@Nullable Object text, @Nullable Object pattern) {
    return text instanceof String word && pattern instanceof String regex
        ? RegularExpressions.matches(regex, word)
        : UNKNOWN;
  }

  private static Object order(String operator, @Nullable Object a, @Nullable Object b) {
    if (!(a instanceof Number x) || !(b instanceof Number y)) {
      return UNKNOWN;
    }
    return switch (operator) {
      case "<" -> x.doubleValue() < y.doubleValue();
      case "<=" -> x.doubleValue() <= y.doubleValue();
      case ">" -> x.doubleValue() > y.doubleValue();
      case ">=" -> x.doubleValue() >= y.doubleValue();
      default -> UNKNOWN;
    };
  }
}

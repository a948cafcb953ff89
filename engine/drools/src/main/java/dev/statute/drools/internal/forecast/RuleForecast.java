package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.CheckedRule.GivenVerdict;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.drools.internal.check.ConstantConditions;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Candidate;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Instance;
import dev.statute.policy.Permit;
import dev.statute.policy.Proposal;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import dev.statute.policy.spi.PolicyApproximation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Forecast of the verdicts of checked rules. A verdict is possible if none of the facts that its
 * rule requires is certainly missing; it is certain if the rule requires only known facts, has no
 * other conditions, and no {@code if}. Immutable.
 */
public final class RuleForecast implements PolicyApproximation {
  private enum Match {
    NO,
    MAYBE,
    YES
  }

  private final List<CheckedRule> rules;
  private final List<String> ids;
  private final Set<String> words = new LinkedHashSet<>();

  /** Creates the forecast of rules before compilation, because the compiler renames them. */
  public RuleForecast(List<CheckedRule> rules) {
    this.rules = List.copyOf(rules);
    ids = rules.stream().map(r -> r.file().pack().name() + "#" + r.name().value()).toList();
    for (CheckedRule rule : rules) {
      for (PatternInfo look : rule.patterns()) {
        if (Proposal.class.isAssignableFrom(look.type())) {
          look.conditions().forEach(each -> ForecastLiterals.collect(each.expression(), words));
        }
      }
    }
  }

  @Override
  public List<PossibleVerdict> verdicts(ApproximateProposal prospect) {
    List<PossibleVerdict> all = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      CheckedRule rule = rules.get(i);
      for (GivenVerdict saying : rule.verdicts()) {
        boolean onTransition =
            saying.kind() != Grant.class
                && saying.kind() != Finding.class
                && saying.kind() != Waive.class
                && saying.kind() != Refuse.class;
        Match match = onTransition ? match(rule, saying, prospect, Transition.class) : Match.NO;
        if (match != Match.NO) {
          all.add(
              new PossibleVerdict(
                  ids.get(i),
                  rule.file().pack().layer(),
                  saying.kind(),
                  match == Match.YES,
                  saying.argument()));
        }
      }
    }
    return all;
  }

  @Override
  public boolean mayGrant(ApproximateProposal candidate) {
    return rules.stream()
        .anyMatch(
            rule ->
                rule.verdicts().stream()
                    .filter(saying -> saying.kind() == Grant.class)
                    .anyMatch(
                        saying -> match(rule, saying, candidate, Candidate.class) != Match.NO));
  }

  /** Tests if some rule may grant a guard of that name. */
  public boolean mayGrant(String guard) {
    return rules.stream()
        .filter(rule -> rule.verdictKinds().contains(Grant.class))
        .anyMatch(rule -> rule.patterns().stream().noneMatch(look -> excludes(look, guard)));
  }

  /** States that rules name as targets of a redirect or of a permitted move. */
  public Set<String> leadsTo() {
    Set<String> states = new LinkedHashSet<>();
    for (CheckedRule rule : rules) {
      for (GivenVerdict saying : rule.verdicts()) {
        String word = saying.argument();
        if (saying.kind() == Redirect.class && word != null) {
          states.add(word);
        } else if (saying.kind() == Permit.class) {
          rule.patterns().stream()
              .filter(look -> look.binding() != null)
              .filter(look -> Objects.equals(look.binding(), saying.subject()))
              .forEach(look -> states.addAll(movesTo(look)));
        }
      }
    }
    return states;
  }

  private static Set<String> movesTo(PatternInfo look) {
    Map<String, Set<String>> left =
        ConstantConditions.read(look.conditions(), Set.of("kind", "to"));
    boolean moves = left.getOrDefault("kind", Set.of("move")).contains("move");
    return moves ? left.getOrDefault("to", Set.of()) : Set.of();
  }

  private static boolean excludes(PatternInfo look, String guard) {
    Set<String> guards = ConstantConditions.read(look.conditions(), Set.of("guard")).get("guard");
    return look.required()
        && look.type() == Candidate.class
        && guards != null
        && !guards.contains(guard);
  }

  @Override
  public boolean mayReport(String level) {
    return rules.stream()
        .flatMap(rule -> rule.verdicts().stream())
        .filter(saying -> saying.kind() == Finding.class)
        .anyMatch(saying -> saying.argument() == null || saying.argument().equals(level));
  }

  @Override
  public boolean mayPermit() {
    return rules.stream().anyMatch(rule -> rule.verdictKinds().contains(Permit.class));
  }

  @Override
  public Set<String> eventNames() {
    return words;
  }

  private static Match match(
      CheckedRule rule,
      GivenVerdict saying,
      ApproximateProposal prospect,
      Class<? extends Proposal> type) {
    PartialEvaluation partial = new PartialEvaluation(prospect);
    Match match = rule.derivesFacts() || saying.conditional() ? Match.MAYBE : Match.YES;
    for (PatternInfo look : rule.patterns()) {
      Object fact = !look.required() ? PartialEvaluation.UNKNOWN : fact(look, saying, type);
      if (look.binding() != null) {
        partial.bind(look.binding(), fact);
      }
      Match one = match(look, fact, partial);
      if (look.required() && one == Match.NO) {
        return Match.NO;
      }
      boolean told = look.required() && one == Match.YES && fact != PartialEvaluation.UNKNOWN;
      match = told ? match : Match.MAYBE;
    }
    return match;
  }

  private static Object fact(
      PatternInfo look, GivenVerdict saying, Class<? extends Proposal> type) {
    if (look.type() == Instance.class) {
      return KnownFact.INSTANCE;
    }
    if (look.type() == Settings.class) {
      return KnownFact.SETTINGS;
    }
    boolean meant = saying.subject() != null && saying.subject().equals(look.binding());
    return meant && look.type().isAssignableFrom(type)
        ? KnownFact.PROPOSAL
        : PartialEvaluation.UNKNOWN;
  }

  private static Match match(PatternInfo look, Object fact, PartialEvaluation partial) {
    Match match = Match.YES;
    for (PatternConstraint condition : look.conditions()) {
      String name = condition.binding();
      DrlExpression expression = condition.expression();
      if (name != null) {
        DrlExpression leftmost = leftmost(expression);
        partial.bind(name, partial.evaluate(leftmost, fact));
        if (leftmost == expression && !(expression instanceof DrlExpression.In)) {
          continue;
        }
      }
      Object holds = partial.evaluate(expression, fact);
      if (Boolean.FALSE.equals(holds)) {
        return Match.NO;
      }
      match = Boolean.TRUE.equals(holds) ? match : Match.MAYBE;
    }
    return match;
  }

  private static DrlExpression leftmost(DrlExpression expression) {
    DrlExpression at = expression;
    while (at instanceof DrlExpression.Binary binary) {
      at = binary.left();
    }
    return at;
  }
}

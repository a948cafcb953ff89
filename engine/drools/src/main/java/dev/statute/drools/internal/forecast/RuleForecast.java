package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.CheckedRule.GivenVerdict;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.drools.internal.condition.AllowedValues;
import dev.statute.drools.internal.condition.ConditionEvaluator;
import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.drools.internal.condition.TruthValue;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forecast of the verdicts of checked rules. A verdict is possible if none of the facts that its
 * rule requires is certainly missing; it is certain if the rule requires only known facts, has no
 * other conditions, and no {@code if}. Immutable.
 */
public final class RuleForecast implements PolicyApproximation {
  private final List<CheckedRule> rules;
  private final List<String> ids;
  private final Set<String> words = new LinkedHashSet<>();

  /** Creates the forecast of rules before compilation, because the compiler renames them. */
  public RuleForecast(List<CheckedRule> rules) {
    this.rules = List.copyOf(rules);
    ids = rules.stream().map(r -> r.file().pack().name() + "#" + r.name().value()).toList();
    for (CheckedRule rule : rules) {
      for (PatternInfo pattern : rule.patterns()) {
        if (Proposal.class.isAssignableFrom(pattern.type())) {
          pattern.conditions().forEach(each -> addWords(each.expression()));
        }
      }
    }
  }

  /** Adds the texts in an expression to the words. */
  private void addWords(DrlExpression expression) {
    if (expression instanceof DrlExpression.Literal literal
        && literal.value() instanceof String text) {
      words.add(text);
    }
    expression.parts().forEach(this::addWords);
  }

  @Override
  public List<PossibleVerdict> verdicts(ApproximateProposal prospect) {
    List<PossibleVerdict> all = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      CheckedRule rule = rules.get(i);
      for (GivenVerdict verdict : rule.verdicts()) {
        boolean onTransition =
            verdict.kind() != Grant.class
                && verdict.kind() != Finding.class
                && verdict.kind() != Waive.class
                && verdict.kind() != Refuse.class;
        TruthValue match =
            onTransition ? match(rule, verdict, prospect, Transition.class) : TruthValue.FALSE;
        if (match != TruthValue.FALSE) {
          all.add(
              new PossibleVerdict(
                  ids.get(i),
                  rule.file().pack().layer(),
                  verdict.kind(),
                  match == TruthValue.TRUE,
                  verdict.argument()));
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
                    .filter(verdict -> verdict.kind() == Grant.class)
                    .anyMatch(
                        verdict ->
                            match(rule, verdict, candidate, Candidate.class) != TruthValue.FALSE));
  }

  /** Tests if some rule may grant a guard of that name. */
  public boolean mayGrant(String guard) {
    return rules.stream()
        .filter(rule -> rule.verdictKinds().contains(Grant.class))
        .anyMatch(rule -> rule.patterns().stream().noneMatch(pattern -> excludes(pattern, guard)));
  }

  /** States that rules name as targets of a redirect or of a permitted move. */
  public Set<String> leadsTo() {
    Set<String> states = new LinkedHashSet<>();
    for (CheckedRule rule : rules) {
      for (GivenVerdict verdict : rule.verdicts()) {
        String word = verdict.argument();
        if (verdict.kind() == Redirect.class && word != null) {
          states.add(word);
        } else if (verdict.kind() == Permit.class) {
          rule.patterns().stream()
              .filter(pattern -> pattern.binding() != null)
              .filter(pattern -> Objects.equals(pattern.binding(), verdict.subject()))
              .forEach(pattern -> states.addAll(movesTo(pattern)));
        }
      }
    }
    return states;
  }

  private static Set<String> movesTo(PatternInfo pattern) {
    Map<String, Set<String>> left = AllowedValues.of(pattern.conditions(), Set.of("kind", "to"));
    boolean moves = left.getOrDefault("kind", Set.of("move")).contains("move");
    return moves ? left.getOrDefault("to", Set.of()) : Set.of();
  }

  private static boolean excludes(PatternInfo pattern, String guard) {
    Set<String> guards = AllowedValues.of(pattern.conditions(), Set.of("guard")).get("guard");
    return pattern.required()
        && pattern.type() == Candidate.class
        && guards != null
        && !guards.contains(guard);
  }

  @Override
  public boolean mayReport(String level) {
    return rules.stream()
        .flatMap(rule -> rule.verdicts().stream())
        .filter(verdict -> verdict.kind() == Finding.class)
        .anyMatch(verdict -> verdict.argument() == null || verdict.argument().equals(level));
  }

  @Override
  public boolean mayPermit() {
    return rules.stream().anyMatch(rule -> rule.verdictKinds().contains(Permit.class));
  }

  @Override
  public Set<String> eventNames() {
    return words;
  }

  private static TruthValue match(
      CheckedRule rule,
      GivenVerdict verdict,
      ApproximateProposal prospect,
      Class<? extends Proposal> type) {
    ApproximateReader reader = new ApproximateReader(prospect);
    Map<String, @Nullable Object> variables = new HashMap<>();
    TruthValue match =
        rule.derivesFacts() || verdict.conditional() ? TruthValue.UNKNOWN : TruthValue.TRUE;
    for (PatternInfo pattern : rule.patterns()) {
      Object fact = pattern.required() ? fact(pattern, verdict, type) : SymbolicValue.UNKNOWN;
      if (pattern.binding() != null) {
        variables.put(pattern.binding(), fact);
      }
      TruthValue holds = match(pattern, new ConditionEvaluator(reader, fact, variables));
      if (pattern.required() && holds == TruthValue.FALSE) {
        return TruthValue.FALSE;
      }
      match = match.and(fact == SymbolicValue.UNKNOWN ? TruthValue.UNKNOWN : holds);
    }
    return match;
  }

  private static Object fact(
      PatternInfo pattern, GivenVerdict verdict, Class<? extends Proposal> type) {
    if (pattern.type() == Instance.class) {
      return KnownFact.INSTANCE;
    }
    if (pattern.type() == Settings.class) {
      return KnownFact.SETTINGS;
    }
    boolean meant = verdict.subject() != null && verdict.subject().equals(pattern.binding());
    return meant && pattern.type().isAssignableFrom(type)
        ? KnownFact.PROPOSAL
        : SymbolicValue.UNKNOWN;
  }

  private static TruthValue match(PatternInfo pattern, ConditionEvaluator evaluator) {
    TruthValue match = TruthValue.TRUE;
    for (PatternConstraint condition : pattern.conditions()) {
      String name = condition.binding();
      if (name != null) {
        evaluator.variables().put(name, evaluator.value(condition.bound()));
      }
      if (!condition.isBinding()) {
        match = match.and(evaluator.test(condition.expression()));
      }
    }
    return match;
  }
}

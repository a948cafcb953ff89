package dev.statute.turns;

import dev.statute.policy.Candidate;
import dev.statute.policy.Grant;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rules without some of them, and guards that are always granted. */
final class EditedPolicy implements Policy {
  private final Policy rules;
  private final Set<String> withoutPrefixes;
  private final Set<String> granted;

  /**
   * Creates a policy.
   *
   * @param withoutPrefixes prefixes of the names of ignored rules
   * @param granted guards that always hold
   */
  EditedPolicy(Policy rules, Set<String> withoutPrefixes, Set<String> granted) {
    this.rules = rules;
    this.withoutPrefixes = withoutPrefixes;
    this.granted = granted;
  }

  @Override
  public Set<String> settingNames() {
    return rules.settingNames();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    List<RuleVerdict> all = new ArrayList<>();
    for (RuleVerdict ruling : rules.judge(question).verdicts()) {
      if (withoutPrefixes.stream().noneMatch(name -> ruling.rule().contains("#" + name))) {
        all.add(ruling);
      }
    }
    for (Candidate candidate : question.candidates()) {
      if (granted.contains(candidate.guard())) {
        all.add(
            new RuleVerdict(
                new Grant(candidate, "always"),
                "mutant#always",
                new Place("mutant", 1, 1),
                dev.statute.policy.spi.Layer.BASE,
                List.of()));
      }
    }
    return new RuleVerdicts(all, null);
  }
}

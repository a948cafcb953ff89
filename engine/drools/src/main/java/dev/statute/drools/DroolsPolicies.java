package dev.statute.drools;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.ImpossibleCombinationCheck;
import dev.statute.drools.internal.check.OverlapCheck;
import dev.statute.drools.internal.check.PackChecker;
import dev.statute.drools.internal.forecast.RuleForecast;
import dev.statute.drools.internal.run.RuleBase;
import dev.statute.drools.internal.run.RuleCompiler;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compiler of rule packs. */
public final class DroolsPolicies {
  private DroolsPolicies() {}

  /** Compiles packs with the default options. */
  public static Loaded<DroolsPolicy> compile(List<Pack> packs, Vocabulary vocabulary) {
    return compile(packs, vocabulary, RunOptions.DEFAULT);
  }

  /**
   * Compiles all rules of {@code packs} into one policy, or reports all problems. The first rule of
   * a process takes seconds, later ones milliseconds.
   *
   * @param vocabulary words of the charts, which literals are checked against
   */
  public static Loaded<DroolsPolicy> compile(
      List<Pack> packs, Vocabulary vocabulary, RunOptions options) {
    ProblemCollector problems = new ProblemCollector();
    SettingNames settings = new SettingNames(packs, vocabulary);
    List<CheckedRule> rules = new ArrayList<>();
    for (Pack pack : packs) {
      rules.addAll(PackChecker.check(pack, vocabulary, settings, problems));
    }
    if (problems.hasErrors()) {
      return Loaded.of(null, problems);
    }
    OverlapCheck.check(rules, problems);
    ImpossibleCombinationCheck.check(rules, vocabulary, problems);
    RuleForecast forecast = new RuleForecast(rules);
    RuleBase base = RuleCompiler.compile(rules, options, problems);
    if (base == null) {
      return Loaded.of(null, problems);
    }
    Set<String> read = new LinkedHashSet<>();
    rules.forEach(rule -> read.addAll(rule.settings()));
    return Loaded.of(new DroolsPolicy(base, read, forecast, packs.isEmpty()), problems);
  }
}

package dev.statute.testkit;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.policy.Pack;
import dev.statute.policy.Policy;
import dev.statute.problem.Loaded;
import dev.statute.problem.Text;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.Interpreter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chart as written and the compiled rules that judge it; only settings are missing.
 *
 * @param spare settings that nobody need read: they are for packs that others stand in for
 * @param known whether all packs were found and compile; of others nobody can say which settings
 *     they read or declare, and which guards they would grant
 */
record ChartWithRules(
    ChartDefinition definition,
    List<Pack> packs,
    Policy policy,
    Map<String, SettingDefinition> profile,
    Map<String, String> commandLine,
    Set<String> spare,
    boolean known) {

  /** What is known of its rules before anything of its data is. */
  PolicyApproximation foresight() {
    if (!known) {
      return PolicyApproximation.UNKNOWN;
    }
    return packs.isEmpty() ? PolicyApproximation.NO_RULES : RuleCompilation.foresight(policy);
  }

  /** The guards that some rule may grant; null if that is not known. */
  private @Nullable Set<String> granted() {
    if (!known) {
      return null;
    }
    return packs.isEmpty()
        ? Set.of()
        : RuleCompilation.granted(policy, GuardRequests.of(definition).map(Text::value));
  }

  private Set<String> entered() {
    return packs.isEmpty() ? Set.of() : RuleCompilation.entered(policy);
  }

  /** Makes it run, with these settings over those of the profile. */
  Loaded<Interpreter> with(Map<String, SettingDefinition> settings) {
    Map<String, SettingDefinition> chosen = new LinkedHashMap<>(profile);
    chosen.putAll(settings);
    Set<String> read = new LinkedHashSet<>(spare);
    read.addAll(policy.settings());
    CompileOptions setup =
        new CompileOptions(known ? packs : null, chosen, commandLine, read, granted(), entered());
    Loaded<Chart> compiled = Chart.compile(definition, setup);
    Chart chart = compiled.value();
    return new Loaded<>(chart == null ? null : Interpreter.of(chart, policy), compiled.problems());
  }
}

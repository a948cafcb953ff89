package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.drools.RuleDescription;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.Loaded;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.Interpreter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chart definition with its compiled rules; the settings are still open. Drools is loaded only if
 * there are rules. Immutable.
 */
public final class ChartWithRules {
  private final ChartDefinition definition;
  private final List<Pack> packs;
  private final Policy policy;
  private final Map<String, SettingDefinition> profile;
  private final Map<String, String> commandLine;
  private final Set<String> spare;
  private final boolean known;

  /**
   * Creates a chart with rules.
   *
   * @param spare settings that may remain unread: they are for packs that others replace
   * @param known false if a pack is missing or does not compile; then the settings that it reads or
   *     declares and the guards that it grants are not known
   */
  ChartWithRules(
      ChartDefinition definition,
      List<Pack> packs,
      Policy policy,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> spare,
      boolean known) {
    this.definition = definition;
    this.packs = packs;
    this.policy = policy;
    this.profile = profile;
    this.commandLine = commandLine;
    this.spare = spare;
    this.known = known;
  }

  /** Rule packs that judge the chart, in their order. */
  public List<Pack> packs() {
    return packs;
  }

  /** Compiled rules that judge the chart. */
  public List<RuleDescription> rules() {
    return packs.isEmpty() ? List.of() : RuleCompilation.of(policy);
  }

  /** Predicts verdicts of the rules for unknown data. */
  public PolicyApproximation foresight() {
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
    return packs.isEmpty() ? Set.of() : RuleCompilation.granted(policy, guards(definition));
  }

  /** The guards that transitions and moves require, those in states first. */
  private static Stream<String> guards(ChartDefinition chart) {
    Stream<@Nullable SourceText> inStates =
        ChartIndex.of(chart).states().stream()
            .flatMap(
                state ->
                    Stream.concat(
                        state.transitions().stream().map(TransitionDefinition::guard),
                        state.moves().stream().map(MoveDefinition::guard)));
    Stream<@Nullable SourceText> inTables =
        Stream.concat(
            chart.rows().stream().map(row -> row.transition().guard()),
            chart.moves().stream().map(MoveDefinition::guard));
    return Stream.concat(inStates, inTables).filter(Objects::nonNull).map(SourceText::value);
  }

  private Set<String> entered() {
    return packs.isEmpty() ? Set.of() : RuleCompilation.entered(policy);
  }

  /** Compiles the chart with these settings, which override those of the profile. */
  public Loaded<Interpreter> with(Map<String, SettingDefinition> settings) {
    Map<String, SettingDefinition> chosen = new LinkedHashMap<>(profile);
    chosen.putAll(settings);
    Set<String> read = new LinkedHashSet<>(spare);
    read.addAll(policy.settingNames());
    CompileOptions setup =
        new CompileOptions(known ? packs : null, chosen, commandLine, read, granted(), entered());
    Loaded<Chart> compiled = Chart.compile(definition, setup);
    Chart chart = compiled.value();
    return new Loaded<>(chart == null ? null : Interpreter.of(chart, policy), compiled.problems());
  }
}

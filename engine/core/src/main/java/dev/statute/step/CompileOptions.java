package dev.statute.step;

import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.ProgressTrackerFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of chart compilation.
 *
 * @param packs the chart's rule packs; null = not known: then unused settings are not reported
 * @param profile settings of the chosen profile; empty without one
 * @param commandLine settings from the command line, as text
 * @param readSettings names of settings that rules or the host read
 * @param grantedGuards guards that some rule may grant; null = not known
 * @param enteredStates states that rules name as targets; empty if not known
 * @param tracking factory of progress trackers
 */
public record CompileOptions(
    @Nullable List<Pack> packs,
    Map<String, SettingDefinition> profile,
    Map<String, String> commandLine,
    Set<String> readSettings,
    @Nullable Set<String> grantedGuards,
    Set<String> enteredStates,
    ProgressTrackerFactory tracking) {
  /** Options of a chart without rules. */
  public static final CompileOptions NONE =
      new CompileOptions(null, Map.of(), Map.of(), Set.of(), null);

  /** Creates options without target states of rules. */
  public CompileOptions(
      @Nullable List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> read,
      @Nullable Set<String> granted) {
    this(packs, profile, commandLine, read, granted, Set.of());
  }

  /** Creates options with the installed progress tracking. */
  public CompileOptions(
      @Nullable List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> read,
      @Nullable Set<String> granted,
      Set<String> entered) {
    this(packs, profile, commandLine, read, granted, entered, ProgressTrackerFactory.installed());
  }

  /** Returns these options with another factory of progress trackers. */
  public CompileOptions withTracking(ProgressTrackerFactory other) {
    return new CompileOptions(
        packs, profile, commandLine, readSettings, grantedGuards, enteredStates, other);
  }
}

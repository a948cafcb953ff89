package dev.statute.step;

import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.ProgressTrackerFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a chart is compiled with.
 *
 * @param packs the rule packs that judge it; null = not known: then nothing is said about settings
 *     that nobody reads
 * @param profile settings of the chosen profile; empty without one
 * @param commandLine settings from the command line, as text
 * @param readSettings names of settings that rules or the host read
 * @param grantedGuards guards that some rule may grant; null = not known
 * @param enteredStates states that some rule names as where it leads; none where that is not known
 * @param tracking counts the records of instances
 */
public record CompileOptions(
    @Nullable List<Pack> packs,
    Map<String, SettingDefinition> profile,
    Map<String, String> commandLine,
    Set<String> readSettings,
    @Nullable Set<String> grantedGuards,
    Set<String> enteredStates,
    ProgressTrackerFactory tracking) {
  /** The chart alone. */
  public static final CompileOptions NONE =
      new CompileOptions(null, Map.of(), Map.of(), Set.of(), null);

  /** With rules of which nobody knows where they lead. */
  public CompileOptions(
      @Nullable List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> read,
      @Nullable Set<String> granted) {
    this(packs, profile, commandLine, read, granted, Set.of());
  }

  /** With the progress tracking that is installed. */
  public CompileOptions(
      @Nullable List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> read,
      @Nullable Set<String> granted,
      Set<String> entered) {
    this(packs, profile, commandLine, read, granted, entered, ProgressTrackerFactory.installed());
  }

  /** The same options with another progress tracking. */
  public CompileOptions withTracking(ProgressTrackerFactory other) {
    return new CompileOptions(
        packs, profile, commandLine, readSettings, grantedGuards, enteredStates, other);
  }
}

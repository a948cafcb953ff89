package dev.statute.step;

import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Pack;
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
 */
public record CompileOptions(
    @Nullable List<Pack> packs,
    Map<String, SettingDefinition> profile,
    Map<String, String> commandLine,
    Set<String> readSettings,
    @Nullable Set<String> grantedGuards,
    Set<String> enteredStates) {
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
}

package dev.statute.chart.check;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settles what the settings of a chart are. Of all who give a value the first counts: the command
 * line, the profile, the chart, its entry for a pack, the pack's own default. A value has the type
 * that a pack declares; where none does, the type it looks like. The result is sorted by name, so
 * that equal settings are equal bytes.
 *
 * <p>Problems: P301 a setting that nobody declares or reads, P302 a value of another type, P303 a
 * setting without a value, P304 two packs that declare one name with different types, P305 a value
 * that the progress tracker cannot use. Of a map or list that several packs declare the defaults
 * are put together; of a key in two of them the higher layer's counts.
 */
public final class EffectiveSettings {
  /** Settings that the progress tracker reads. */
  public static final Set<String> TRACKER_SETTINGS =
      Set.of(
          "max_recent_actions",
          "max_recent_errors",
          "max_recent_messages",
          "no_progress_window",
          "read_only_tools",
          "phase_count",
          "phase_durations",
          "report_every",
          "renotify",
          "return_at",
          "clear_after",
          "hints",
          "hold_out",
          "recipes");

  private final Map<String, SettingDeclaration> declared = new LinkedHashMap<>();
  private final Map<String, SettingDefinition> explicit = new LinkedHashMap<>();
  private final Map<String, SettingDefinition> lowerLayers = new LinkedHashMap<>();
  private final Set<String> fromCommandLine;
  private final Set<String> readNames;
  private final Set<String> durations;
  private final ProgressTrackerFactory tracking;
  private final ProblemCollector problems;

  private EffectiveSettings(Sources sources, ProblemCollector problems) {
    this.problems = problems;
    this.readNames = sources.readNames;
    this.durations = sources.durationNames;
    tracking = sources.tracking;
    fromCommandLine = sources.commandLine.keySet();
    List<Pack> packs = new ArrayList<>(sources.packs);
    packs.sort((one, other) -> other.layer().compareTo(one.layer()));
    packs.forEach(pack -> pack.settings().values().forEach(this::declare));
    sources.commandLine.forEach(
        (name, value) ->
            explicit.put(
                name, new SettingDefinition(SourceText.synthetic(name, "--set " + name), value)));
    addLayer(sources.profile.values());
    addLayer(sources.chart.settings().values());
    for (PackReference entry : sources.chart.policies()) {
      addLayer(entry.settings().values());
    }
  }

  /**
   * Who has a say.
   *
   * @param packs all packs that judge the chart, those of the command line too
   * @param profile name → value of the chosen profile; empty without one
   * @param commandLine name → value as text, of whatever type the setting has
   * @param readNames names that somebody reads without declaring them: rules, expressions of the
   *     chart, the engine itself
   * @param durationNames names of those that are durations to whoever reads them
   * @param tracking checks the settings that it reads
   */
  public record Sources(
      ChartDefinition chart,
      List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> readNames,
      Set<String> durationNames,
      ProgressTrackerFactory tracking) {
    /** With the progress tracking that is installed. */
    public Sources(
        ChartDefinition chart,
        List<Pack> packs,
        Map<String, SettingDefinition> profile,
        Map<String, String> commandLine,
        Set<String> read,
        Set<String> durations) {
      this(chart, packs, profile, commandLine, read, durations, ProgressTrackerFactory.installed());
    }
  }

  /**
   * What is wrong with a profile that no chart need use: a value of a type that no pack declares
   * for it is an error. A name that none declares is a warning, as a chart may have packs beside it
   * and settings of its own.
   *
   * @param packs that charts may be used with
   */
  public static List<Problem> checkProfile(
      Map<String, SettingDefinition> profile, List<Pack> packs) {
    return ProfileCheck.check(profile, packs);
  }

  /** The settings as far as they could be settled; what is wrong goes to {@code problems}. */
  public static Settings resolve(Sources sources, ProblemCollector problems) {
    return new EffectiveSettings(sources, problems).resolve();
  }

  private void declare(SettingDeclaration setting) {
    SettingDeclaration earlier = declared.putIfAbsent(setting.name().value(), setting);
    if (earlier != null && !earlier.type().equals(setting.type())) {
      problems.error(
          "P304",
          setting.name(),
          "setting '"
              + setting.name()
              + "' is declared "
              + setting.type()
              + " here and "
              + earlier.type()
              + " at "
              + earlier.name().place().relativeTo(setting.name().place()),
          "give one of them another name");
    } else if (earlier != null) {
      declared.put(setting.name().value(), merge(earlier, setting));
    }
  }

  /** What a lower layer knows besides: maps are merged key by key, lists added. */
  private static SettingDeclaration merge(SettingDeclaration higher, SettingDeclaration lower) {
    Object value = higher.initial();
    if (value instanceof Map<?, ?> over && lower.initial() instanceof Map<?, ?> under) {
      Map<Object, Object> all = new LinkedHashMap<>(under);
      all.putAll(over);
      value = Collections.unmodifiableMap(all);
    } else if (value instanceof List<?> over && lower.initial() instanceof List<?> under) {
      Set<Object> all = new LinkedHashSet<>(over);
      all.addAll(under);
      value = List.copyOf(all);
    }
    return new SettingDeclaration(higher.name(), higher.type(), value, higher.doc());
  }

  private void addLayer(Collection<SettingDefinition> values) {
    values.forEach(value -> explicit.putIfAbsent(value.name().value(), value));
    values.forEach(value -> lowerLayers.putIfAbsent(value.name().value(), value));
  }

  private Settings resolve() {
    Map<String, @Nullable Object> settled = new TreeMap<>();
    explicit.forEach((name, value) -> resolveSetting(name, value, settled));
    for (SettingDeclaration setting : declared.values()) {
      String name = setting.name().value();
      if (explicit.containsKey(name) || settled.containsKey(name)) {
        continue;
      }
      if (setting.initial() == null) {
        problems.error(
            "P303",
            setting.name(),
            "setting '" + name + "' has no default and nobody sets it",
            "set it in the chart: settings: { " + name + ": … }");
      } else {
        resolveSetting(name, new SettingDefinition(setting.name(), setting.initial()), settled);
      }
    }
    return Settings.of(Collections.unmodifiableMap(new LinkedHashMap<>(settled)));
  }

  private void resolveSetting(
      String name, SettingDefinition setting, Map<String, @Nullable Object> settled) {
    SettingDeclaration declaration = declared.get(name);
    if (declaration == null && !readNames.contains(name)) {
      reportUnknown(setting, settled);
      return;
    }
    Object written = setting.value();
    ValueException fault = ValueLimits.check(Collections.singletonMap(name, written));
    if (fault != null) {
      problems.error(
          "P302",
          setting.name(),
          "setting " + fault.getMessage(),
          "give it a smaller, flatter value");
      return;
    }
    SettingType type = typeOf(name);
    Object value = convert(name, written, type);
    if (value != null) {
      settled.put(name, value);
      tracking.checkSetting(setting.name(), value, problems);
    } else if (type == null) {
      problems.error(
          "P302",
          setting.name(),
          "setting '" + name + "' has no value",
          "write a value, or leave it out");
    } else {
      // whoever reads it is not to blame: it gets a value of the type that it counts on
      SettingDefinition lower = lowerLayers.get(name);
      Object instead =
          declaration != null
              ? type.convert(declaration.initial())
              : lower == null ? null : type.convert(lower.value());
      if (instead != null || type == SettingType.DURATION) {
        settled.put(name, instead == null ? Duration.ZERO : instead);
      }
      problems.error(
          "P302",
          setting.name(),
          "setting '"
              + name
              + "' is "
              + SettingType.describe(written)
              + ", expected "
              + type.displayName(),
          type.suggestFix(written)
              + (declaration == null
                  ? ""
                  : "; it is declared at "
                      + declaration.name().place().relativeTo(setting.name().place())));
    }
  }

  private @Nullable Object convert(
      String name, @Nullable Object written, @Nullable SettingType type) {
    if (fromCommandLine.contains(name) && written instanceof String text) {
      return SettingType.parse(type, text);
    }
    return type == null ? SettingType.interpret(written) : type.convert(written);
  }

  /** The declared type; null where any is good. */
  private @Nullable SettingType typeOf(String name) {
    SettingDeclaration declaration = declared.get(name);
    if (declaration != null) {
      return SettingType.of(declaration.type());
    }
    return durations.contains(name) ? SettingType.DURATION : inferType(name);
  }

  /** What an undeclared setting of the command line looks like in the chart or the profile. */
  private @Nullable SettingType inferType(String name) {
    SettingDefinition value = fromCommandLine.contains(name) ? lowerLayers.get(name) : null;
    return value == null ? null : SettingType.infer(value.value());
  }

  /** One that is meant for another, which nobody sets, counts as that: one mistake, one problem. */
  private void reportUnknown(SettingDefinition setting, Map<String, @Nullable Object> settled) {
    Set<String> known = new TreeSet<>(declared.keySet());
    known.addAll(readNames);
    String name = setting.name().value();
    problems.error(
        "P301",
        setting.name(),
        "no pack declares a setting '" + name + "', and neither rules nor expressions read it",
        suggestFix(name, known));
    String near = SpellingSuggestion.nearest(name, known);
    Object value = near == null ? null : convert(name, setting.value(), typeOf(near));
    if (near != null && value != null && !explicit.containsKey(near)) {
      settled.put(near, value);
    }
  }

  static String suggestFix(String name, Set<String> known) {
    String near = SpellingSuggestion.nearest(name, known);
    return near != null
        ? "did you mean '" + near + "'?"
        : "remove it, or declare it in a pack.yaml"
            + (known.isEmpty() ? "" : "; known are " + String.join(", ", known));
  }
}

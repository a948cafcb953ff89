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
 * Resolver of a chart's effective settings. Sources by precedence: command line, profile, chart,
 * pack entry of the chart, pack default. A value has the declared type, or the inferred one if no
 * pack declares it. The result is sorted by name, so equal settings serialize to equal bytes.
 *
 * <p>Problems: P301 unknown setting, P302 type mismatch, P303 missing value, P304 conflicting
 * declarations, P305 value rejected by the progress tracker. Map and list defaults of several packs
 * are merged; the higher layer wins a key.
 */
public final class EffectiveSettings {
  /** Settings read by the progress tracker. */
  public static final Set<String> TRACKER_SETTINGS =
      Set.of(
          "max_recent_actions",
          "max_recent_errors",
          "max_recent_messages",
          "max_files",
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
  private final Sources sources;
  private final ProblemCollector problems;

  private EffectiveSettings(Sources sources, ProblemCollector problems) {
    this.sources = sources;
    this.problems = problems;
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
   * Sources of settings.
   *
   * @param packs all packs of the chart, including those of the command line
   * @param profile name → value of the chosen profile; empty without one
   * @param commandLine name → value as text, parsed as the type of the setting
   * @param readNames names that are read without a declaration: by rules, expressions of the chart,
   *     the engine
   * @param durationNames those of them that are read as durations
   * @param tracking check of the tracker's settings
   */
  public record Sources(
      ChartDefinition chart,
      List<Pack> packs,
      Map<String, SettingDefinition> profile,
      Map<String, String> commandLine,
      Set<String> readNames,
      Set<String> durationNames,
      ProgressTrackerFactory tracking) {
    /** Creates sources with the installed progress tracking. */
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
   * Checks a profile independent of a chart. A value that matches no declared type is an error. An
   * undeclared name is a warning only, as a chart may bring other packs and settings.
   *
   * @param packs packs that charts may use
   */
  public static List<Problem> checkProfile(
      Map<String, SettingDefinition> profile, List<Pack> packs) {
    return ProfileCheck.check(profile, packs);
  }

  /** Resolves the settings as far as possible; problems go to {@code problems}. */
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

  /** Merges a lower layer into a higher one: maps by key, lists by union. */
  private static SettingDeclaration merge(SettingDeclaration higher, SettingDeclaration lower) {
    Object value = higher.initial();
    if (value instanceof Map<?, ?> over && lower.initial() instanceof Map<?, ?> under) {
      Map<Object, Object> all = new LinkedHashMap<>(under);
      all.putAll(over);
      value = Collections.unmodifiableMap(all);
    } else if (value instanceof List<?> over && lower.initial() instanceof List<?> under) {
      Set<Object> all = new LinkedHashSet<>(over);
      all.addAll(under);
      value = Collections.unmodifiableList(new ArrayList<>(all));
    }
    return new SettingDeclaration(higher.name(), higher.type(), value, higher.doc());
  }

  private void addLayer(Collection<SettingDefinition> values) {
    values.forEach(value -> explicit.putIfAbsent(value.name().value(), value));
    values.forEach(value -> lowerLayers.putIfAbsent(value.name().value(), value));
  }

  private Settings resolve() {
    Map<String, @Nullable Object> effective = new TreeMap<>();
    explicit.forEach((name, value) -> resolveSetting(name, value, effective));
    for (SettingDeclaration setting : declared.values()) {
      String name = setting.name().value();
      if (explicit.containsKey(name) || effective.containsKey(name)) {
        continue;
      }
      if (setting.initial() == null) {
        problems.error(
            "P303",
            setting.name(),
            "setting '" + name + "' has no default and nobody sets it",
            "set it in the chart: settings: { " + name + ": … }");
      } else {
        resolveSetting(name, new SettingDefinition(setting.name(), setting.initial()), effective);
      }
    }
    return Settings.of(Collections.unmodifiableMap(new LinkedHashMap<>(effective)));
  }

  private void resolveSetting(
      String name, SettingDefinition setting, Map<String, @Nullable Object> effective) {
    SettingDeclaration declaration = declared.get(name);
    if (declaration == null && !sources.readNames.contains(name)) {
      reportUnknown(setting, effective);
      return;
    }
    Object written = setting.value();
    ValueException error = ValueLimits.check(Collections.singletonMap(name, written));
    if (error != null) {
      problems.error(
          "P302",
          setting.name(),
          "setting " + error.getMessage(),
          "give it a smaller, flatter value");
      return;
    }
    SettingType type = typeOf(name);
    Object value = convert(name, written, type);
    if (value != null) {
      effective.put(name, value);
      sources.tracking.checkSetting(setting.name(), value, problems);
    } else if (type == null) {
      problems.error(
          "P302",
          setting.name(),
          "setting '" + name + "' has no value",
          "write a value, or leave it out");
    } else {
      // readers rely on a value of the declared type
      SettingDefinition lower = lowerLayers.get(name);
      Object instead =
          declaration != null
              ? type.convert(declaration.initial())
              : lower == null ? null : type.convert(lower.value());
      if (instead != null || type == SettingType.DURATION) {
        effective.put(name, instead == null ? Duration.ZERO : instead);
      }
      problems.error(
          "P302",
          setting.name(),
          "setting '"
              + name
              + "' is "
              + FieldTypes.describe(written)
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
    if (sources.commandLine.containsKey(name) && written instanceof String text) {
      return SettingType.parse(type, text);
    }
    return type == null ? SettingType.interpret(written) : type.convert(written);
  }

  /** Returns the declared type; null if any type is accepted. */
  private @Nullable SettingType typeOf(String name) {
    SettingDeclaration declaration = declared.get(name);
    if (declaration != null) {
      return SettingType.of(declaration.type());
    }
    return sources.durationNames.contains(name) ? SettingType.DURATION : inferType(name);
  }

  /** Infers the type of an undeclared setting from its value in the chart or profile. */
  private @Nullable SettingType inferType(String name) {
    SettingDefinition value = sources.commandLine.containsKey(name) ? lowerLayers.get(name) : null;
    return value == null ? null : SettingType.infer(value.value());
  }

  /**
   * Reports an unknown setting. Its value also serves for the most similar known setting without
   * one, so that one mistake yields one problem.
   */
  private void reportUnknown(SettingDefinition setting, Map<String, @Nullable Object> effective) {
    Set<String> known = new TreeSet<>(declared.keySet());
    known.addAll(sources.readNames);
    String name = setting.name().value();
    problems.error(
        "P301",
        setting.name(),
        "no pack declares a setting '" + name + "', and neither rules nor expressions read it",
        suggestFix(name, known));
    String near = SpellingSuggestion.nearest(name, known);
    Object value = near == null ? null : convert(name, setting.value(), typeOf(near));
    if (near != null && value != null && !explicit.containsKey(near)) {
      effective.put(near, value);
    }
  }

  static String suggestFix(String name, Set<String> known) {
    String all = known.isEmpty() ? "" : "; known are " + String.join(", ", known);
    return SpellingSuggestion.fix(name, known, "remove it, or declare it in a pack.yaml" + all);
  }
}

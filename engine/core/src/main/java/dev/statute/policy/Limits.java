package dev.statute.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Thresholds of loop rules, from settings. The settings {@code r1_hint}, {@code r1_recover} and
 * {@code r1_stop} give the counts from which a finding of the rule {@code r1} has that level; a
 * level without a setting, or with 0, is never reached. Equality is identity. Immutable.
 */
public final class Limits {
  private static final List<String> LEVELS = List.of("hint", "recover", "stop");
  private final Map<String, double[]> thresholds = new HashMap<>();
  private final int readOnlyTools;

  private Limits(Settings settings) {
    readOnlyTools = settings.value("read_only_tools") instanceof List<?> tools ? tools.size() : 0;
    for (String name : settings.all().keySet()) {
      int bar = name.lastIndexOf('_');
      int level = LEVELS.indexOf(name.substring(bar + 1));
      if (bar > 0 && level >= 0 && settings.num(name) > 0) {
        thresholds
                .computeIfAbsent(name.substring(0, bar), rule -> new double[LEVELS.size()])[level] =
            settings.num(name);
      }
    }
  }

  /** Reads the thresholds of these settings. */
  public static Limits of(Settings settings) {
    return new Limits(settings);
  }

  /** Number of tools that the setting {@code read_only_tools} names. */
  public int readOnlyTools() {
    return readOnlyTools;
  }

  /** True if the count has reached the lowest threshold of that rule. */
  public boolean reached(String rule, double count) {
    return !level(rule, count).isEmpty();
  }

  /** True if the count has reached the lowest threshold of that rule. */
  public boolean reached(String rule, int count) {
    return reached(rule, (double) count);
  }

  /**
   * Highest level with a threshold that the count has reached: {@code hint}, {@code recover},
   * {@code stop}, or empty.
   */
  public String level(String rule, double count) {
    double[] steps = thresholds.get(rule);
    if (steps != null) {
      for (int level = LEVELS.size() - 1; level >= 0; level--) {
        if (steps[level] > 0 && count >= steps[level]) {
          return LEVELS.get(level);
        }
      }
    }
    return "";
  }
}

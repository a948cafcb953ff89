package dev.statute.progress.internal.settings;

import dev.statute.expr.DurationFormat;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.text.DurationText;
import dev.statute.progress.internal.text.ValueText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Check of the value of one setting; reports problem P305 for what the tracker cannot use. */
public final class SettingCheck {
  private static final Set<String> EFFECTS =
      Set.of("tool_effects", "my_tool_effects", "word_effects", "command_effects");
  private static final Set<String> TOOL_KEYS =
      Set.of("effect", "by", "cases", "runs", "key", "ignore", "exempt");

  /** Settings that take whole numbers, with their smallest and largest value. */
  private static final Map<String, long[]> RANGES =
      Map.of(
          "max_recent_actions", new long[] {1, TrackerSettings.MAX_WINDOW},
          "max_recent_errors", new long[] {1, TrackerSettings.MAX_WINDOW},
          "max_recent_messages", new long[] {1, TrackerSettings.MAX_WINDOW},
          "no_progress_window", new long[] {1, TrackerSettings.MAX_WINDOW},
          "phase_count", new long[] {0, Integer.MAX_VALUE},
          "renotify", new long[] {0, Integer.MAX_VALUE},
          "clear_after", new long[] {0, Integer.MAX_VALUE},
          "hold_out", new long[] {0, 100});

  private static final Set<String> LISTS = Set.of("read_only_tools", "phase_durations");
  private static final Set<String> MAPS = Set.of("stop_after_advice");
  private static final Set<String> LEVELS = Set.of("", "hint", "recover", "stop");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
  private static final Pattern UNCLOSED =
      Pattern.compile("\\{(" + String.join("|", AdviceTemplate.PLACEHOLDERS) + ")\\b(?!})");

  private final SourceText name;
  private final String setting;
  private final ProblemCollector problems;

  public SettingCheck(SourceText name, ProblemCollector problems) {
    this.name = name;
    this.setting = name.value();
    this.problems = problems;
  }

  /** Checks a value; a setting that the tracker does not read may have any. */
  public void check(Object value) {
    long[] range = RANGES.get(setting);
    if (range != null && !isWithin(value, range)) {
      String expected = "a whole number from " + range[0];
      reject(value, expected + (range[1] < Integer.MAX_VALUE ? " to " + range[1] : " on"));
    } else if (setting.equals("report_every") && !(value instanceof Boolean)) {
      reject(value, "true or false");
    } else if (setting.equals("return_at") && !LEVELS.contains(String.valueOf(value))) {
      reject(value, "hint, recover or stop");
    } else if (LISTS.contains(setting) && !(value instanceof List)) {
      reject(value, "a list");
    } else if (MAPS.contains(setting) && !(value instanceof Map)) {
      reject(value, "a map of patterns to counts");
    } else if (setting.equals("phase_durations") && value instanceof List<?> spans) {
      spans.stream()
          .filter(span -> span != null && DurationText.millis(span) < 0)
          .forEach(
              span -> report(DurationFormat.invalidMessage(span), DurationFormat.suggestFix(span)));
    }
    if (value instanceof Map<?, ?> map) {
      if (EFFECTS.contains(setting)) {
        map.forEach((tool, declared) -> effect(setting, String.valueOf(tool), declared));
      } else if (setting.equals("hints")) {
        map.forEach((key, hint) -> templates("hint '" + key + "'", hint));
      } else if (setting.equals("recipes")) {
        map.forEach((key, recipe) -> recipe(String.valueOf(key), recipe));
      } else if (setting.equals("stop_after_advice")) {
        map.forEach((pattern, times) -> times(String.valueOf(pattern), times));
      }
    }
  }

  private void report(String message, String fix) {
    problems.error("P305", name, "setting '" + setting + "': " + message, fix);
  }

  private static boolean isWithin(Object value, long[] range) {
    return value instanceof Number number
        && number.doubleValue() == number.longValue()
        && range[0] <= number.longValue()
        && number.longValue() <= range[1];
  }

  private void reject(Object value, String expected) {
    boolean hasParts = value instanceof Map || value instanceof List;
    String found = hasParts ? ValueText.describe(value) : "'" + value + "'";
    report("it is " + found + ", and nothing can count with that", "write " + expected);
  }

  private void effect(String section, String tool, @Nullable Object declared) {
    if (declared instanceof Map<?, ?> map && section.endsWith("tool_effects")) {
      for (Object key : map.keySet()) {
        if (!TOOL_KEYS.contains(String.valueOf(key))) {
          report(
              "tool '" + tool + "' has no key '" + key + "'",
              "there are: effect, by, cases, runs, key, ignore, exempt");
        }
      }
      if (map.containsKey("effect")) {
        effect(section, tool, map.get("effect"));
      }
      if (map.get("cases") instanceof Map<?, ?> cases) {
        cases.forEach((which, each) -> effect("cases", tool + "' by '" + which, each));
      }
      return;
    }
    String word = String.valueOf(declared);
    if (ToolEffect.named(word) == null) {
      List<String> known = ToolEffect.names();
      report(
          "'" + word + "' of '" + tool + "' is no kind of work",
          SpellingSuggestion.fix(
              word.toUpperCase(Locale.ROOT), known, "there are: " + String.join(", ", known)));
    }
  }

  private void times(String pattern, @Nullable Object times) {
    if (times == null || !isWithin(times, new long[] {0, Integer.MAX_VALUE})) {
      report("'" + times + "' of '" + pattern + "' is no count", "write a whole number from 0 on");
    }
  }

  private void recipe(String key, @Nullable Object recipe) {
    if (recipe instanceof Map<?, ?> map
        && map.get("name") instanceof String
        && map.get("text") instanceof String) {
      templates("recipe '" + key + "'", map.get("text"));
    } else {
      report(
          "recipe '" + key + "' is a map with name and text",
          "write " + key + ": { name: …, text: \"…\" }");
    }
  }

  private void templates(String owner, @Nullable Object value) {
    if (value instanceof List<?> list && !list.isEmpty()) {
      list.forEach(each -> templates(owner, each instanceof List ? null : each));
    } else if (value instanceof String text) {
      placeholders(owner, text);
    } else {
      report(owner + " is a text or a list of texts", "write one in quotes");
    }
  }

  private void placeholders(String owner, String text) {
    List<String> known = AdviceTemplate.PLACEHOLDERS;
    Matcher placeholder = PLACEHOLDER.matcher(text);
    while (placeholder.find()) {
      String found = placeholder.group(1);
      if (!known.contains(found)) {
        String meant = SpellingSuggestion.nearest(found, known);
        report(
            owner + " has no word for {" + found + "}",
            meant == null
                ? "there are: " + String.join(", ", known)
                : "did you mean '{" + meant + "}'?");
      }
    }
    Matcher unclosed = UNCLOSED.matcher(text);
    while (unclosed.find()) {
      String found = "{" + unclosed.group(1);
      report(owner + " has '" + found + "' without a '}'", "write " + found + "}");
    }
  }
}

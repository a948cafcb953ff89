package dev.statute.progress;

import dev.statute.expr.DurationFormat;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why the progress tracker cannot use a setting.
 *
 * @param message what is wrong
 * @param fix what to write instead
 */
public record SettingProblem(String message, String fix) {
  private static final Set<String> EFFECTS =
      Set.of("tool_effects", "my_tool_effects", "word_effects", "command_effects");
  private static final Set<String> TOOL =
      Set.of("effect", "by", "cases", "runs", "key", "ignore", "exempt");

  /** Whole numbers that are counted with, from and to. */
  private static final Map<String, long[]> WHOLE =
      Map.of(
          "max_recent_actions", new long[] {1, TrackerSettings.MOST},
          "max_recent_errors", new long[] {1, TrackerSettings.MOST},
          "max_recent_messages", new long[] {1, TrackerSettings.MOST},
          "no_progress_window", new long[] {1, TrackerSettings.MOST},
          "phase_count", new long[] {0, Integer.MAX_VALUE},
          "renotify", new long[] {0, Integer.MAX_VALUE},
          "clear_after", new long[] {0, Integer.MAX_VALUE},
          "hold_out", new long[] {0, 100});

  private static final Set<String> LISTS = Set.of("read_only_tools", "phase_durations");
  private static final Set<String> LEVELS = Set.of("", "hint", "recover", "stop");
  private static final Pattern WORD = Pattern.compile("\\{(\\w+)}");
  private static final Pattern UNCLOSED =
      Pattern.compile("\\{(" + String.join("|", FindingAdvice.WORDS) + ")\\b(?!})");

  /** What is wrong with the value of a setting, in order; empty if nothing is. */
  public static List<SettingProblem> about(String name, @Nullable Object value) {
    List<SettingProblem> all = new ArrayList<>();
    long[] range = WHOLE.get(name);
    if (range != null && !isWithin(value, range)) {
      String wanted = "a whole number from " + range[0];
      all.add(unfit(value, wanted + (range[1] < Integer.MAX_VALUE ? " to " + range[1] : " on")));
    } else if (name.equals("report_every") && !(value instanceof Boolean)) {
      all.add(unfit(value, "true or false"));
    } else if (name.equals("return_at") && !LEVELS.contains(String.valueOf(value))) {
      all.add(unfit(value, "hint, recover or stop"));
    } else if (LISTS.contains(name) && !(value instanceof List)) {
      all.add(unfit(value, "a list"));
    } else if (name.equals("phase_durations") && value instanceof List<?> spans) {
      spans.stream()
          .filter(span -> span != null && DurationText.millis(span) < 0)
          .forEach(
              span ->
                  all.add(
                      new SettingProblem(
                          DurationFormat.invalidMessage(span), DurationFormat.suggestFix(span))));
    }
    if (value instanceof Map<?, ?> map) {
      if (EFFECTS.contains(name)) {
        map.forEach((tool, said) -> effect(name, String.valueOf(tool), said, all));
      } else if (name.equals("hints")) {
        map.forEach((key, said) -> texts("hint '" + key + "'", said, all));
      } else if (name.equals("recipes")) {
        map.forEach((key, said) -> recipe(String.valueOf(key), said, all));
      }
    }
    return all;
  }

  private static boolean isWithin(@Nullable Object value, long[] range) {
    return value instanceof Number number
        && number.doubleValue() == number.longValue()
        && range[0] <= number.longValue()
        && number.longValue() <= range[1];
  }

  private static SettingProblem unfit(@Nullable Object value, String wanted) {
    boolean hasParts = value instanceof Map || value instanceof List;
    String found = hasParts ? RecordShape.words(value) : "'" + value + "'";
    return new SettingProblem(
        "it is " + found + ", and nothing can count with that", "write " + wanted);
  }

  private static void effect(
      String setting, String tool, @Nullable Object said, List<SettingProblem> all) {
    if (said instanceof Map<?, ?> map && setting.endsWith("tool_effects")) {
      for (Object key : map.keySet()) {
        if (!TOOL.contains(String.valueOf(key))) {
          all.add(
              new SettingProblem(
                  "tool '" + tool + "' has no key '" + key + "'",
                  "there are: effect, by, cases, runs, key, ignore, exempt"));
        }
      }
      if (map.containsKey("effect")) {
        effect(setting, tool, map.get("effect"), all);
      }
      if (map.get("cases") instanceof Map<?, ?> cases) {
        cases.forEach((which, each) -> effect("cases", tool + "' by '" + which, each, all));
      }
      return;
    }
    String word = String.valueOf(said);
    if (ToolEffect.named(word) == null) {
      String meant = SpellingSuggestion.nearest(word.toUpperCase(Locale.ROOT), ToolEffect.names());
      all.add(
          new SettingProblem(
              "'" + word + "' of '" + tool + "' is no kind of work",
              meant == null
                  ? "there are: " + String.join(", ", ToolEffect.names())
                  : "did you mean '" + meant + "'?"));
    }
  }

  private static void recipe(String key, @Nullable Object said, List<SettingProblem> all) {
    if (said instanceof Map<?, ?> map
        && map.get("name") instanceof String
        && map.get("text") instanceof String) {
      texts("recipe '" + key + "'", map.get("text"), all);
    } else {
      all.add(
          new SettingProblem(
              "recipe '" + key + "' is a map with name and text",
              "write " + key + ": { name: …, text: \"…\" }"));
    }
  }

  private static void texts(String what, @Nullable Object said, List<SettingProblem> all) {
    if (said instanceof List<?> list && !list.isEmpty()) {
      list.forEach(each -> texts(what, each instanceof List ? null : each, all));
    } else if (said instanceof String text) {
      Matcher word = WORD.matcher(text);
      while (word.find()) {
        if (!FindingAdvice.WORDS.contains(word.group(1))) {
          String meant = SpellingSuggestion.nearest(word.group(1), FindingAdvice.WORDS);
          all.add(
              new SettingProblem(
                  what + " has no word for {" + word.group(1) + "}",
                  meant == null
                      ? "there are: " + String.join(", ", FindingAdvice.WORDS)
                      : "did you mean '{" + meant + "}'?"));
        }
      }
      Matcher unclosed = UNCLOSED.matcher(text);
      while (unclosed.find()) {
        String found = "{" + unclosed.group(1);
        all.add(
            new SettingProblem(
                what + " has '" + found + "' without a '}'", "write " + found + "}"));
      }
    } else {
      all.add(new SettingProblem(what + " is a text or a list of texts", "write one in quotes"));
    }
  }
}

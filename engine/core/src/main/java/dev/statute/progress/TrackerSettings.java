package dev.statute.progress;

import dev.statute.policy.Counter;
import dev.statute.policy.Limits;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a tracker counts: the settings it needs, read once, and which raw facts somebody reads. One
 * per chart revision. Immutable.
 *
 * <p>Settings: {@code max_recent_actions} (20), {@code max_recent_errors} (10), {@code
 * max_recent_messages} (5), each 1 to 256; {@code no_progress_window} (10); {@code read_only_tools}
 * (names); {@code phase_count}; {@code phase_durations} (one per phase, for phases that come
 * without {@code expected}); {@code max_calls}, {@code max_tokens}, {@code max_cost}, {@code
 * max_time} (budgets, 0 = none, where no record says); {@code max_phase_calls}, {@code
 * max_phase_tokens}, {@code max_phase_cost} (the same of each phase); {@code judge_confidence}
 * (0.9); those of {@link ToolCatalogue}; {@code report_every}, {@code respond}, {@code renotify},
 * {@code return_at}, {@code clear_after} (see {@link ProgressMonitor}); {@code hints}, {@code
 * recipes} (what to tell an agent, by pattern); {@code hold_out} (percent of instances that are
 * only observed).
 */
public final class TrackerSettings {
  static final int MOST = 256;
  final int maxActions;
  final int maxErrors;
  final int maxMessages;
  final int noProgressWindow;
  private final int[] readOnlyTools;
  final int phaseCount;
  final List<Long> phaseDurations;
  final boolean reportEvery;
  final boolean responds;
  final int renotify;
  final String returnAt;
  final int clearAfter;
  private final int holdOut;
  final boolean keepsTexts;
  final boolean keepsWindows;
  final Limits limits;
  final ToolCatalogue catalogue;
  final Map<String, Object> hints;
  final Map<String, Object> recipes;
  final double judgeConfidence;
  final double maxCalls;
  final double maxTokens;
  final double maxCost;
  final double maxTimeMs;
  final double maxPhaseCalls;
  final double maxPhaseTokens;
  final double maxPhaseCost;

  /** The agents at work that are counted so. */
  final HotTrackerCache warm = new HotTrackerCache();

  private TrackerSettings(Settings settings, boolean keepsTexts, boolean keepsWindows) {
    this.keepsTexts = keepsTexts;
    this.keepsWindows = keepsWindows;
    limits = Limits.of(settings);
    catalogue = ToolCatalogue.of(settings);
    hints = map(settings.value("hints"));
    recipes = map(settings.value("recipes"));
    judgeConfidence = limit(settings, "judge_confidence", 0.9);
    maxCalls = limit(settings, "max_calls", 0);
    maxTokens = limit(settings, "max_tokens", 0);
    maxCost = limit(settings, "max_cost", 0);
    maxPhaseCalls = limit(settings, "max_phase_calls", 0);
    maxPhaseTokens = limit(settings, "max_phase_tokens", 0);
    maxPhaseCost = limit(settings, "max_phase_cost", 0);
    Object time = settings.value("max_time");
    maxTimeMs = time == null ? 0 : Math.max(0, DurationText.millis(time));
    maxActions = size(settings, "max_recent_actions", 20);
    maxErrors = size(settings, "max_recent_errors", 10);
    maxMessages = size(settings, "max_recent_messages", 5);
    noProgressWindow = size(settings, "no_progress_window", 10);
    phaseCount = number(settings, "phase_count", 0);
    reportEvery = settings.flag("report_every");
    responds = !Boolean.FALSE.equals(settings.value("respond"));
    renotify = number(settings, "renotify", 0);
    String level = settings.text("return_at");
    returnAt = level == null ? "" : level;
    clearAfter = number(settings, "clear_after", 3);
    holdOut = number(settings, "hold_out", 0);
    List<Integer> tools = new ArrayList<>();
    if (settings.value("read_only_tools") instanceof List<?> names) {
      names.forEach(name -> tools.add(TextHash.half(String.valueOf(name))));
    }
    readOnlyTools = tools.stream().mapToInt(Integer::intValue).toArray();
    List<Long> durations = new ArrayList<>();
    if (settings.value("phase_durations") instanceof List<?> spans) {
      spans.forEach(span -> durations.add(Math.max(0, DurationText.millis(span))));
    }
    phaseDurations = List.copyOf(durations);
  }

  /** Counting with these settings, for rules that may read any fact. */
  public static TrackerSettings of(Settings settings) {
    return new TrackerSettings(settings, true, true);
  }

  /**
   * The same for rules that read only some types of facts: texts are kept only if one of {@code
   * Action}, {@code Failure}, {@code FileChange}, {@code TestRun}, {@code Message} is read, and the
   * windows of the last actions, errors and messages only if one of the counters is that are read
   * off them; else these are not kept.
   */
  public static TrackerSettings of(
      Settings settings, Predicate<Class<?>> reads, Predicate<Counter> counts) {
    return new TrackerSettings(
        settings,
        TextWindows.FACTS.stream().anyMatch(reads),
        WindowCounters.COUNTERS.stream().anyMatch(counts));
  }

  /** The counters that are kept, by name, in order: those that nobody reads are left out. */
  public Map<String, Long> kept(Progress progress) {
    Map<String, Long> all = progress.toMap();
    if (!keepsWindows) {
      WindowCounters.COUNTERS.forEach(counter -> all.remove(counter.text()));
    }
    return all;
  }

  private static int size(Settings settings, String name, int otherwise) {
    return Math.max(1, Math.min(MOST, number(settings, name, otherwise)));
  }

  /**
   * Whether findings about this instance raise no events, so that one can compare: a share of
   * {@code hold_out} percent, told from its id alone.
   */
  public boolean holdsOut(String instance) {
    return holdOut > 0 && Long.remainderUnsigned(TextHash.of(instance), 100) < holdOut;
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((name, each) -> map.put(String.valueOf(name), each));
    }
    return map;
  }

  /**
   * The key that the record of a call would have as {@link dev.statute.policy.Progress#action()};
   * empty if what is described names no tool.
   *
   * @param call the fields of a record of the type {@code tool_call}
   */
  public String action(Map<String, ?> call) {
    if (!(call.get("tool") instanceof String)) {
      return "";
    }
    Map<String, Object> fields = new LinkedHashMap<>(call);
    fields.put("type", "tool_call");
    ProgressRecord record = ProgressRecord.of(fields);
    return record.rejection() != null
        ? ""
        : TextHash.hex(
            ParsedToolCall.of(record, catalogue, new BoilerplateFilter(), 0, 0).step().action());
  }

  boolean readsOnly(int tool) {
    for (int each : readOnlyTools) {
      if (each == tool) {
        return true;
      }
    }
    return false;
  }

  private static double limit(Settings settings, String name, double otherwise) {
    double value = settings.num(name);
    return Double.isNaN(value) ? otherwise : value;
  }

  private static int number(Settings settings, String name, int otherwise) {
    double value = settings.num(name);
    return Double.isNaN(value) ? otherwise : (int) value;
  }
}

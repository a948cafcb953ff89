package dev.statute.progress.internal.settings;

import dev.statute.policy.Action;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Limits;
import dev.statute.policy.Message;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.BoilerplateFilter;
import dev.statute.progress.internal.call.ToolCallParser;
import dev.statute.progress.internal.call.ToolCatalogue;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.text.DurationText;
import dev.statute.progress.internal.text.TextHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a tracker, read once per chart revision, and the selection of state it keeps.
 * Immutable.
 *
 * <ul>
 *   <li>Windows: {@code max_recent_actions} (20), {@code max_recent_errors} (10), {@code
 *       max_recent_messages} (5), each 1 to 256; {@code no_progress_window} (10); {@code
 *       read_only_tools} (names).
 *   <li>Files: {@code max_files}, changed files that are kept by name (0), up to 1,024.
 *   <li>Phases: {@code phase_count}; {@code phase_durations}, one per phase, for phases with a
 *       record without {@code expected}.
 *   <li>Budgets, 0 = none, where no record sets one: {@code max_calls max_tokens max_cost
 *       max_time}; per phase {@code max_phase_calls max_phase_tokens max_phase_cost}.
 *   <li>Findings: {@code report_every respond renotify return_at clear_after}; {@code hints} and
 *       {@code recipes}, advice by pattern; {@code hold_out}, percent of instances that are only
 *       observed; {@code judge_confidence} (0.9); {@code stop_after_advice}, repetitions between a
 *       recover and a stop by pattern.
 *   <li>Tools: see {@link ToolCatalogue}.
 * </ul>
 */
public final class TrackerSettings {
  /** Counters computed from the windows of actions, errors and messages. */
  public static final Set<Counter> WINDOW_COUNTERS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Counter.RECENT_ACTIONS,
              Counter.RECENT_SUCCESSES,
              Counter.RECENT_FAILURES,
              Counter.SAME_FAILURE,
              Counter.ALTERNATION,
              Counter.TARGETS,
              Counter.SUCCESSFUL_TARGETS,
              Counter.TARGETED_SUCCESSES,
              Counter.WORK_SUCCESSES,
              Counter.SUCCESSFUL_TOOLS,
              Counter.DUPLICATE_MESSAGE));

  private static final List<Class<?>> TEXT_FACTS =
      List.of(Action.class, Failure.class, FileChange.class, TestRun.class, Message.class);
  static final int MAX_WINDOW = 256;
  private static final int MAX_FILES = 1024;

  public final int maxActions;
  public final int maxErrors;
  public final int maxMessages;

  /** Changed files that are kept with their names and hashes; 0 = none. */
  public final int maxFiles;

  public final int noProgressWindow;
  private final int[] readOnlyTools;
  public final int phaseCount;
  public final List<Long> phaseDurations;
  public final boolean reportEvery;
  public final boolean responds;
  public final int renotify;
  public final String returnAt;
  public final int clearAfter;
  private final int holdOut;

  /** True if texts are kept, which only the facts {@link #TEXT_FACTS} need. */
  public final boolean keepsTexts;

  /** True if recent actions have their arguments. */
  public final boolean keepsArguments;

  /** True if windows are kept, which only {@link #WINDOW_COUNTERS} need. */
  public final boolean keepsWindows;

  public final Limits limits;
  public final ToolCatalogue catalogue;
  public final Map<String, Object> hints;
  public final Map<String, Object> recipes;
  private final Map<String, Object> stopAfterAdvice;
  public final double judgeConfidence;
  public final double maxCalls;
  public final double maxTokens;
  public final double maxCost;
  public final double maxTimeMs;
  public final double maxPhaseCalls;
  public final double maxPhaseTokens;
  public final double maxPhaseCost;

  /** Reads settings; only the state that these facts and counters need is kept. */
  public TrackerSettings(
      Settings settings,
      Predicate<Class<?>> facts,
      Predicate<Counter> counters,
      boolean keepsArguments) {
    keepsTexts = TEXT_FACTS.stream().anyMatch(facts);
    keepsWindows = WINDOW_COUNTERS.stream().anyMatch(counters);
    this.keepsArguments = keepsArguments;
    limits = Limits.of(settings);
    catalogue = new ToolCatalogue(settings);
    hints = map(settings.value("hints"));
    recipes = map(settings.value("recipes"));
    stopAfterAdvice = map(settings.value("stop_after_advice"));
    judgeConfidence = real(settings, "judge_confidence", 0.9);
    maxCalls = real(settings, "max_calls", 0);
    maxTokens = real(settings, "max_tokens", 0);
    maxCost = real(settings, "max_cost", 0);
    maxPhaseCalls = real(settings, "max_phase_calls", 0);
    maxPhaseTokens = real(settings, "max_phase_tokens", 0);
    maxPhaseCost = real(settings, "max_phase_cost", 0);
    Object time = settings.value("max_time");
    maxTimeMs = time == null ? 0 : Math.max(0, DurationText.millis(time));
    maxActions = window(settings, "max_recent_actions", 20);
    maxErrors = window(settings, "max_recent_errors", 10);
    maxMessages = window(settings, "max_recent_messages", 5);
    maxFiles = Math.max(0, Math.min(MAX_FILES, whole(settings, "max_files", 0)));
    noProgressWindow = window(settings, "no_progress_window", 10);
    phaseCount = whole(settings, "phase_count", 0);
    reportEvery = settings.flag("report_every");
    responds = !Boolean.FALSE.equals(settings.value("respond"));
    renotify = whole(settings, "renotify", 0);
    String level = settings.text("return_at");
    returnAt = level == null ? "" : level;
    clearAfter = whole(settings, "clear_after", 3);
    holdOut = whole(settings, "hold_out", 0);
    readOnlyTools =
        list(settings, "read_only_tools").stream()
            .mapToInt(name -> TextHash.key32(String.valueOf(name)))
            .toArray();
    List<Long> durations = new ArrayList<>();
    list(settings, "phase_durations")
        .forEach(span -> durations.add(Math.max(0, DurationText.millis(span))));
    phaseDurations = List.copyOf(durations);
  }

  /** Returns the counters that are kept, by name in order. */
  public Map<String, Long> keptCounters(Progress progress) {
    Map<String, Long> counters = progress.toMap();
    if (!keepsWindows) {
      WINDOW_COUNTERS.forEach(counter -> counters.remove(counter.text()));
    }
    // figures of the summary, which has them under these names
    counters.remove(Counter.RECENT_SUCCESSES.text());
    counters.remove(Counter.RECENT_FAILURES.text());
    return counters;
  }

  /**
   * Returns how many repetitions after the advice of a recover a stop needs; negative for a pattern
   * that has 0 of its own, whose stops are never restrained.
   */
  public int repetitionsAfterAdvice(String pattern) {
    if (stopAfterAdvice.isEmpty()) {
      return -1;
    }
    Object own = stopAfterAdvice.get(pattern);
    Object value = own == null ? stopAfterAdvice.get("otherwise") : own;
    int further = value instanceof Number number ? Math.max(0, number.intValue()) : 0;
    return own != null && further == 0 ? -1 : further;
  }

  /** Returns whether an instance is among the {@code hold_out} percent, chosen by its id alone. */
  public boolean isHeldOut(String instance) {
    return holdOut > 0 && Long.remainderUnsigned(TextHash.key64(instance), 100) < holdOut;
  }

  /** Returns the action key of a tool call, as hexadecimal text; empty if it is no valid call. */
  public String actionKey(Map<String, ?> call) {
    if (!(call.get("tool") instanceof String)) {
      return "";
    }
    Map<String, Object> fields = new LinkedHashMap<>(call);
    fields.put("type", "tool_call");
    ProgressRecord record = ProgressRecord.of(fields);
    if (record.rejection() != null) {
      return "";
    }
    ToolCallParser parser = new ToolCallParser(record, catalogue, new BoilerplateFilter());
    return TextHash.hex(parser.parse(0, 0).fingerprint().key());
  }

  /** Returns whether a tool, by its key, is one of {@code read_only_tools}. */
  public boolean isReadOnly(int tool) {
    for (int each : readOnlyTools) {
      if (each == tool) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((name, each) -> map.put(String.valueOf(name), each));
    }
    return map;
  }

  private static List<?> list(Settings settings, String name) {
    return settings.value(name) instanceof List<?> list ? list : List.of();
  }

  private static int window(Settings settings, String name, int initial) {
    return Math.max(1, Math.min(MAX_WINDOW, whole(settings, name, initial)));
  }

  private static double real(Settings settings, String name, double initial) {
    double value = settings.num(name);
    return Double.isNaN(value) ? initial : value;
  }

  private static int whole(Settings settings, String name, int initial) {
    double value = settings.num(name);
    return Double.isNaN(value) ? initial : (int) value;
  }
}

package dev.statute.progress.internal.finding;

import dev.statute.policy.Finding;
import dev.statute.policy.Progress;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.AdviceTemplate;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.text.TextExcerpt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Data of the event of a finding: the finding, its evidence in words, and the advice of the
 * settings {@code hints} and {@code recipes}.
 *
 * <p>Both settings are maps. The first key that is present applies: pattern and class of the error
 * ({@code error-variants not-found}), pattern and effect ({@code same-action PAGE}), class, effect,
 * pattern, {@code otherwise}. A hint is a template or a list of templates, of which each further
 * event takes the next; a recipe is a map with {@code name} and {@code text}.
 */
public final class FindingAdvice {
  private static final String OTHERWISE = "otherwise";
  private final Map<String, Object> data = new LinkedHashMap<>();
  private final TrackerSettings settings;
  private final String errorInWords;
  private final boolean mayStop;

  private FindingAdvice(TrackerSettings settings, Progress progress, boolean mayStop) {
    this.settings = settings;
    this.mayStop = mayStop;
    errorInWords = progress.errorInWords();
  }

  /**
   * Returns the data of the event, in a fixed order.
   *
   * @param record record of the finding; null if only time has passed
   * @param mayStop false if the newest action is of a kind that stops nothing
   */
  public static Map<String, Object> eventData(
      ReportedFinding report,
      @Nullable ProgressRecord record,
      Progress progress,
      TrackerSettings settings,
      boolean mayStop) {
    FindingAdvice advice = new FindingAdvice(settings, progress, mayStop);
    advice.addFinding(report, progress);
    advice.addEvidence(record, report.evidence());
    advice.addAdvice();
    return advice.data;
  }

  private void addFinding(ReportedFinding report, Progress progress) {
    Finding finding = report.finding();
    data.put("pattern", finding.pattern());
    data.put("identity", finding.identity());
    data.put("level", finding.level());
    data.put("count", (long) finding.count());
    data.put("reason", finding.reason());
    data.put("rule", report.rule());
    data.put("evidence", report.evidence());
    data.put("tool", progress.tool());
    data.put("file", progress.file());
    data.put("effect", progress.effect());
    data.put("action", progress.action());
    data.put("error_class", progress.errorClass());
    data.put("may_stop", mayStop);
  }

  private void addEvidence(@Nullable ProgressRecord record, List<Long> evidence) {
    data.put("what", record == null ? "" : subject(record));
    data.put("result", record == null ? "" : result(record));
    data.put("first", evidence.isEmpty() ? 0L : evidence.get(0));
    data.put("last", evidence.isEmpty() ? 0L : evidence.get(evidence.size() - 1));
    data.put("lines", evidence.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  /** Returns an excerpt of the command, arguments, file or text of a record, else its tool. */
  private static String subject(ProgressRecord record) {
    for (String field : new String[] {"command", "args", "file", "text", "tool"}) {
      Object value = record.fields().get(field);
      String text =
          value instanceof Map<?, ?> map ? entries(map) : (value == null ? "" : value.toString());
      if (!text.isBlank()) {
        return TextExcerpt.line(text);
      }
    }
    return record.type();
  }

  private static String entries(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String result(ProgressRecord record) {
    String error = record.text(RecordField.ERROR);
    return TextExcerpt.line(error.isEmpty() ? record.text(RecordField.OUTPUT) : error);
  }

  private void addAdvice() {
    Object hint = select(settings.hints);
    if (hint instanceof List<?> templates && !templates.isEmpty()) {
      int step = Math.max(1, settings.renotify);
      long turn = (Long) data.getOrDefault("count", 0L) / step;
      hint = templates.get(Math.floorMod(turn, templates.size()));
    }
    if (hint != null) {
      data.put("hint", fill(hint));
    }
    if (select(settings.recipes) instanceof Map<?, ?> recipe) {
      data.put("recipe", String.valueOf(recipe.get("name")));
      data.put("advice", fill(recipe.get("text")));
    }
  }

  private String fill(@Nullable Object template) {
    return AdviceTemplate.fill(
        String.valueOf(template),
        name -> name.equals("error_class") ? errorInWords : data.get(name));
  }

  /**
   * Returns whether the identity of a finding is that of calls that are no actions, as they were
   * refused or the infrastructure failed them. Tool, class and effect are those of the action
   * before.
   */
  public static boolean isOfOtherCalls(String identity) {
    return identity.equals(Counter.REFUSALS.text()) || identity.equals(Counter.OUTAGES.text());
  }

  private @Nullable Object select(Map<String, Object> advice) {
    String pattern = String.valueOf(data.get("pattern"));
    String error = String.valueOf(data.get("error_class"));
    String effect = String.valueOf(data.get("effect"));
    List<String> keys =
        isOfOtherCalls(String.valueOf(data.get("identity")))
            ? List.of(pattern, OTHERWISE)
            : List.of(
                pattern + ' ' + error, pattern + ' ' + effect, error, effect, pattern, OTHERWISE);
    for (String key : keys) {
      Object found = key.isBlank() ? null : advice.get(key);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}

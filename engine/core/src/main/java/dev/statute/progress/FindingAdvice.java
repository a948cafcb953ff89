package dev.statute.progress;

import dev.statute.policy.Finding;
import dev.statute.policy.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is told about a finding that raises an event: what was found, the evidence in words, and
 * what the settings {@code hints} and {@code recipes} advise.
 *
 * <p>Both are maps. Of their keys the first that is there counts: the pattern and the class of the
 * error ({@code error-variants not-found}), the pattern and the kind of work ({@code same-action
 * PAGE}), the class, the kind of work, the pattern, {@code otherwise}. A hint is a text or a list
 * of texts, of which a finding that goes on takes the next each time it is raised; a recipe is a
 * map with {@code name} and {@code text}. In a text, {@code {tool}} stands for the tool, and so on
 * for all of {@link #WORDS}.
 */
final class FindingAdvice {
  /** What a text may name. */
  static final List<String> WORDS =
      List.of(
          "pattern",
          "count",
          "reason",
          "tool",
          "file",
          "what",
          "effect",
          "result",
          "error_class",
          "first",
          "last",
          "lines");

  private static final String OTHERWISE = "otherwise";
  private static final int SHORT = 200;
  private final Map<String, Object> told = new LinkedHashMap<>();
  private final TrackerSettings tracking;

  /** The class of the error, in words. */
  private final String error;

  private FindingAdvice(TrackerSettings tracking, Progress progress) {
    this.tracking = tracking;
    error = progress.errorInWords();
  }

  /**
   * The data of the event, in a fixed order.
   *
   * @param record the record it was found on; null if only time had passed
   */
  static Map<String, Object> on(
      FindingReport report,
      @Nullable ProgressRecord record,
      Progress progress,
      TrackerSettings tracking) {
    FindingAdvice advice = new FindingAdvice(tracking, progress);
    advice.found(report, progress);
    advice.evidence(record, report.evidence());
    advice.advise();
    return advice.told;
  }

  private void found(FindingReport report, Progress progress) {
    Finding finding = report.finding();
    told.put("pattern", finding.pattern());
    told.put("identity", finding.identity());
    told.put("level", finding.level());
    told.put("count", (long) finding.count());
    told.put("reason", finding.reason());
    told.put("rule", report.rule());
    told.put("evidence", report.evidence());
    told.put("tool", progress.tool());
    told.put("file", progress.file());
    told.put("effect", progress.effect());
    told.put("action", progress.action());
    told.put("error_class", progress.errorClass());
  }

  private void evidence(@Nullable ProgressRecord record, List<Long> evidence) {
    told.put("what", record == null ? "" : what(record));
    told.put("result", record == null ? "" : result(record));
    told.put("first", evidence.isEmpty() ? 0L : evidence.get(0));
    told.put("last", evidence.isEmpty() ? 0L : evidence.get(evidence.size() - 1));
    List<String> lines = new ArrayList<>();
    evidence.forEach(line -> lines.add(line.toString()));
    told.put("lines", String.join(", ", lines));
  }

  /** What was done, in short: the command, the arguments, the file or the words, else the tool. */
  private static String what(ProgressRecord record) {
    for (String field : new String[] {"command", "args", "file", "text", "tool"}) {
      Object value = record.fields().get(field);
      String text =
          value instanceof Map<?, ?> map ? listed(map) : (value == null ? "" : value.toString());
      if (!text.isBlank()) {
        return one(text);
      }
    }
    return record.type();
  }

  private static String listed(Map<?, ?> map) {
    List<String> given = new ArrayList<>();
    map.forEach((name, value) -> given.add(name + ": " + value));
    return String.join(", ", given);
  }

  private static String result(ProgressRecord record) {
    String error = record.text(RecordField.ERROR);
    return one(error.isEmpty() ? record.text(RecordField.OUTPUT) : error);
  }

  /** On one line, cut. */
  private static String one(String text) {
    String start = ParsedToolCall.cut(text, 4 * SHORT).strip().replaceAll("\\s+", " ");
    String cut = ParsedToolCall.cut(start, SHORT);
    return cut.length() < start.length() || text.length() > 4 * SHORT ? cut + "…" : cut;
  }

  private void advise() {
    Object hint = chosen(tracking.hints);
    if (hint instanceof List<?> wordings && !wordings.isEmpty()) {
      int step = Math.max(1, tracking.renotify);
      long turn = (Long) told.getOrDefault("count", 0L) / step;
      hint = wordings.get((int) (turn % wordings.size()));
    }
    if (hint != null) {
      told.put("hint", filled(String.valueOf(hint)));
    }
    if (chosen(tracking.recipes) instanceof Map<?, ?> recipe) {
      told.put("recipe", String.valueOf(recipe.get("name")));
      told.put("advice", filled(String.valueOf(recipe.get("text"))));
    }
  }

  private @Nullable Object chosen(Map<String, Object> advice) {
    String pattern = String.valueOf(told.get("pattern"));
    String error = String.valueOf(told.get("error_class"));
    String effect = String.valueOf(told.get("effect"));
    for (String key :
        List.of(pattern + ' ' + error, pattern + ' ' + effect, error, effect, pattern, OTHERWISE)) {
      Object found = key.isBlank() ? null : advice.get(key);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Object word(String name) {
    return name.equals("error_class") ? error : told.get(name);
  }

  /** A text with its words put in; what they say is never read for words again. */
  private String filled(String text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
      int close = text.indexOf('}', open);
      Object word = close < 0 ? null : word(text.substring(open + 1, close));
      int end = word == null ? open + 1 : close + 1;
      out.append(text, at, open).append(word == null ? "{" : word);
      at = end;
    }
    return out.append(text, at, text.length()).toString();
  }
}

package dev.statute.session.internal;

import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Observed results of a session: the lines that {@code run --output jsonl} prints, those of one
 * test step combined. Confined to one thread.
 */
public final class ObservedLines {
  private static final List<String> BY_ITSELF = List.of("timer", "sent", "recalled", "overrun");

  private final OutputLines lines = new OutputLines();
  private final List<Map<String, ?>> seen = new ArrayList<>();

  /** Listener that records the lines. */
  public SessionListener listener() {
    return SessionListener.json(lines, line -> seen.add(JsonText.object(line)));
  }

  /** Clears the lines of the last test step. */
  public void next() {
    seen.clear();
  }

  /** First line, or an empty map. */
  Map<String, ?> first() {
    return seen.isEmpty() ? Map.of() : seen.get(0);
  }

  /** Shortened lines, which explain an unexpected result. */
  List<String> story() {
    List<String> story = new ArrayList<>();
    for (Map<String, ?> line : seen) {
      StringBuilder text = new StringBuilder();
      text.append(InlineYaml.of(line.get("in"))).append(' ').append(line.get("outcome"));
      text.append(' ').append(InlineYaml.of(line.get("configuration")));
      for (String name :
          List.of("code", "message", "rule", "candidates", "heard", "errors", "why")) {
        Object value = line.get(name);
        if (value != null) {
          text.append(", ").append(name).append(": ");
          text.append(value instanceof String word ? word : InlineYaml.of(value));
        }
      }
      story.add(text.toString());
    }
    return story;
  }

  /**
   * Combines the lines of the last test step to one map. {@code outcome}, {@code code}, {@code
   * from} are those of the step's input, without consequences and timers; of a step that only
   * advances time, those of the last timer. {@code to} and {@code configuration} are the final
   * ones; effects and findings are collected from all lines. {@code rule} and {@code reason} are
   * sets with those of all lines.
   */
  public Map<String, Object> together(ChartSession session) {
    Map<String, Object> all = new LinkedHashMap<>();
    Map<String, ?> own = own();
    for (String name : List.of("outcome", "code", "message", "from", "answer")) {
      if (own.get(name) != null) {
        all.put(name, own.get(name));
      }
    }
    List<String> rest = session.snapshot().configuration();
    all.put("to", rest);
    all.put("configuration", rest);
    all.put("effects", all("effects"));
    all.put("findings", all("findings"));
    all.put("rule", rules());
    all.put("reason", reasons());
    all.put("data", session.snapshot().data());
    all.put(
        "final", JsonText.object(lines.end(session.snapshot(), session.progress())).get("final"));
    return all;
  }

  private Map<String, ?> own() {
    if (seen.isEmpty()) {
      return Map.of();
    }
    boolean advanced = "advanced".equals(seen.get(seen.size() - 1).get("outcome"));
    if (advanced) {
      return seen.get(Math.max(0, seen.size() - 2));
    }
    return seen.stream().filter(ObservedLines::isInput).findFirst().orElse(seen.get(0));
  }

  /** Tests for a line about the input itself, not about a consequence. */
  private static boolean isInput(Map<String, ?> line) {
    return line.get("in") instanceof Map<?, ?> in
        && BY_ITSELF.stream().noneMatch(in::containsKey)
        && !String.valueOf(in.get("event")).startsWith("stuck.");
  }

  private List<Object> all(String name) {
    List<Object> all = new ArrayList<>();
    for (Map<String, ?> line : seen) {
      if (line.get(name) instanceof Collection<?> some) {
        all.addAll(some);
      }
    }
    return all;
  }

  private Set<Object> rules() {
    Set<Object> rules = new LinkedHashSet<>();
    collect(rules, "rule");
    return rules;
  }

  private Set<Object> reasons() {
    Set<Object> reasons = new LinkedHashSet<>();
    seen.forEach(line -> add(reasons, line.get("message")));
    collect(reasons, "reason");
    for (Object transition : all("transitions")) {
      if (transition instanceof Map<?, ?> map) {
        add(reasons, map.get("reason"));
      }
    }
    return reasons;
  }

  private void collect(Set<Object> into, String name) {
    seen.forEach(line -> add(into, line.get(name)));
    for (String list : List.of("why", "findings")) {
      for (Object item : all(list)) {
        if (item instanceof Map<?, ?> map) {
          add(into, map.get(name));
        }
      }
    }
  }

  private static void add(Set<Object> into, @Nullable Object value) {
    if (value != null) {
      into.add(value);
    }
  }
}

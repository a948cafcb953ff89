package dev.statute.chart.check;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.internal.canonical.CanonicalChart;
import dev.statute.chart.internal.canonical.CanonicalJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Semantic difference between two charts; ignores places, notes and the form in which transitions
 * are written. Charts without difference have equal hashes.
 */
public final class ChartDiff {
  private final List<Change> changes = new ArrayList<>();

  private ChartDiff() {}

  /** Kind of change. */
  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED
  }

  /**
   * One difference.
   *
   * @param subject {@code chart state transition move setting data event field timer policy}
   * @param name name of the changed part, such as {@code idle on Pause}
   * @param detail added, removed or changed value; may be empty
   */
  public record Change(Kind kind, String subject, String name, String detail) {
    /** Formats {@code + state paused}, {@code ~ setting stuck_threshold: 3 → 5}. */
    @Override
    public String toString() {
      String sign = kind == Kind.ADDED ? "+" : kind == Kind.REMOVED ? "-" : "~";
      return sign + " " + subject + " " + name + (detail.isEmpty() ? "" : ": " + detail);
    }
  }

  /** Returns the differences: those of the chart itself, then part by part in document order. */
  public static List<Change> of(ChartDefinition before, ChartDefinition after) {
    ChartDiff diff = new ChartDiff();
    diff.compare(FlatChart.of(before), FlatChart.of(after));
    return List.copyOf(diff.changes);
  }

  private void compare(FlatChart before, FlatChart after) {
    compareEntries("chart", before.chart, after.chart);
    compareEntries("state", before.states, after.states);
    compareOrder("state", "order of the states", before.states.keySet(), after.states.keySet());
    compareAlternatives("transition", before.transitions, after.transitions);
    compareAlternatives("move", before.moves, after.moves);
    compareEntries("policy", before.policies, after.policies);
    compareOrder("policy", "order of the packs", before.policies.keySet(), after.policies.keySet());
    compareEntries("setting", before.settings, after.settings);
    compareEntries("data", before.data, after.data);
    compareEntries("event", before.events, after.events);
    compareEntries("field", before.fields, after.fields);
    compareOrder("field", "order of the fields", before.fields.keySet(), after.fields.keySet());
    compareEntries("timer", before.timers, after.timers);
    compareOrder("timer", "order of the timers", before.timers.keySet(), after.timers.keySet());
  }

  private void compareEntries(String subject, Map<String, ?> before, Map<String, ?> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      Object was = before.get(name);
      Object is = after.get(name);
      if (!before.containsKey(name)) {
        add(Kind.ADDED, subject, name, describe(subject, is));
      } else if (!after.containsKey(name)) {
        add(Kind.REMOVED, subject, name, describe(subject, was));
      } else if (!CanonicalJson.json(was).equals(CanonicalJson.json(is))) {
        add(Kind.CHANGED, subject, name, ChangeDescription.describeChange(was, is));
      }
    }
  }

  private static String describe(String subject, @Nullable Object tree) {
    return switch (subject) {
      case "state" -> "";
      case "setting" -> ChangeDescription.describeValue(tree);
      default -> ChangeDescription.describe(tree);
    };
  }

  private void compareOrder(String subject, String name, Set<String> before, Set<String> after) {
    List<String> was = new ArrayList<>(before);
    List<String> is = new ArrayList<>(after);
    was.retainAll(after);
    is.retainAll(before);
    if (!was.equals(is)) {
      add(Kind.CHANGED, subject, name, String.join(", ", was) + " → " + String.join(", ", is));
    }
  }

  private void compareAlternatives(
      String subject,
      Map<String, List<Map<String, Object>>> before,
      Map<String, List<Map<String, Object>>> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      List<Map<String, Object>> was = before.getOrDefault(name, List.of());
      List<Map<String, Object>> is = after.getOrDefault(name, List.of());
      if (!keys(was).equals(keys(is))) {
        compareAlternatives(subject, name, new ArrayList<>(was), new ArrayList<>(is));
      }
    }
  }

  private void compareAlternatives(
      String subject, String name, List<Map<String, Object>> was, List<Map<String, Object>> is) {
    List<String> kept = keys(was);
    is.removeIf(transition -> kept.remove(CanonicalJson.json(transition)));
    was.removeIf(transition -> !kept.remove(CanonicalJson.json(transition)));
    int both = Math.min(was.size(), is.size());
    for (int i = 0; i < both; i++) {
      add(Kind.CHANGED, subject, name, ChangeDescription.describeChange(was.get(i), is.get(i)));
    }
    was.subList(both, was.size())
        .forEach(
            transition -> add(Kind.REMOVED, subject, name, ChangeDescription.describe(transition)));
    is.subList(both, is.size())
        .forEach(
            transition -> add(Kind.ADDED, subject, name, ChangeDescription.describe(transition)));
    if (was.isEmpty() && is.isEmpty()) {
      add(Kind.CHANGED, subject, name, "order of the alternatives");
    }
  }

  private static List<String> keys(List<Map<String, Object>> transitions) {
    return new ArrayList<>(transitions.stream().map(CanonicalJson::json).toList());
  }

  private void add(Kind kind, String subject, String name, String detail) {
    changes.add(new Change(kind, subject, name, detail));
  }

  /** Tree of a {@link CanonicalChart}, split into parts that are compared by name. */
  private record FlatChart(
      Map<String, Object> chart,
      Map<String, Map<String, Object>> states,
      Map<String, List<Map<String, Object>>> transitions,
      Map<String, List<Map<String, Object>>> moves,
      Map<String, Object> policies,
      Map<String, Object> settings,
      Map<String, Object> data,
      Map<String, Object> events,
      Map<String, Object> fields,
      Map<String, Object> timers) {

    static FlatChart of(ChartDefinition definition) {
      Map<String, Object> tree = CanonicalChart.of(definition);
      Map<String, Object> chart = new LinkedHashMap<>();
      for (String key :
          List.of("chart", "version", "on_unhandled", "on_error", "hydrate", "spawn_on")) {
        chart.put(key.equals("chart") ? "name" : key, tree.get(key));
      }
      chart.put("events", tree.containsKey("events") ? "declared" : "open");
      chart.put("data", tree.containsKey("data") ? "declared" : "open");
      FlatChart flat =
          new FlatChart(
              chart,
              new LinkedHashMap<>(),
              new LinkedHashMap<>(),
              new LinkedHashMap<>(),
              named(tree.get("policies")),
              map(tree.get("settings")),
              named(tree.get("data")),
              map(tree.get("events")),
              named(tree.get("fields")),
              named(tree.get("timers")));
      flat.state(map(tree.get("root")), "");
      return flat;
    }

    private void state(Map<String, Object> state, String parent) {
      String id = parent.isEmpty() ? "(root)" : String.valueOf(state.get("id"));
      Map<String, Object> own = new LinkedHashMap<>(state);
      own.keySet().removeAll(List.of("id", "states", "transitions", "moves"));
      own.put("in", parent);
      own.computeIfPresent(
          "kind", (key, kind) -> kind.toString().toLowerCase(Locale.ROOT).replace('_', ' '));
      // an empty list of pairs is an empty map
      own.computeIfPresent("output", (key, pairs) -> pairs.equals(List.of()) ? Map.of() : pairs);
      states.put(id, own);
      group(transitions, state.get("transitions"), transition -> id + " " + trigger(transition));
      group(
          moves,
          state.get("moves"),
          move -> id + " → " + ChangeDescription.describe(move.get("to")));
      list(state.get("states")).forEach(child -> state(child, id));
    }

    private static String trigger(Map<String, Object> transition) {
      Object on = transition.get("on");
      Object after = transition.get("after");
      return on != null
          ? "on " + ChangeDescription.describe(on)
          : after != null ? "after " + ChangeDescription.describe(after) : "always";
    }

    private static void group(
        Map<String, List<Map<String, Object>>> groups,
        @Nullable Object members,
        Function<Map<String, Object>, String> name) {
      for (Map<String, Object> member : list(members)) {
        String key = name.apply(member);
        Map<String, Object> rest = new LinkedHashMap<>(member);
        rest.keySet().removeAll(List.of("on", "after"));
        groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(rest);
      }
    }

    private static Map<String, Object> named(@Nullable Object members) {
      Map<String, Object> named = new LinkedHashMap<>();
      for (Map<String, Object> member : list(members)) {
        Map<String, Object> rest = new LinkedHashMap<>(member);
        named.put(String.valueOf(rest.remove("name")), rest);
      }
      return named;
    }

    private static List<Map<String, Object>> list(@Nullable Object members) {
      List<Map<String, Object>> list = new ArrayList<>();
      if (members instanceof List<?> all) {
        all.forEach(member -> list.add(map(member)));
      }
      return list;
    }

    private static Map<String, Object> map(@Nullable Object tree) {
      Map<String, Object> map = new LinkedHashMap<>();
      if (tree instanceof Map<?, ?> all) {
        all.forEach((key, value) -> map.put(String.valueOf(key), value));
      }
      return map;
    }
  }
}

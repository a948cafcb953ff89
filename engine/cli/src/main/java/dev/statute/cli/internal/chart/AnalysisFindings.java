package dev.statute.cli.internal.chart;

import dev.statute.analysis.ExamplePath;
import dev.statute.analysis.StateSpace;
import dev.statute.session.ChartAnalysis;
import dev.statute.session.TestOutcome;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Results of an analysis. */
record AnalysisFindings(
    ChartAnalysis analysis,
    List<String> unreachable,
    List<ExamplePath> traps,
    List<String> events,
    List<TransitionInfo> untaken,
    List<ExamplePath> endless,
    List<TestOutcome> broken) {

  static AnalysisFindings of(ChartAnalysis analysis) {
    StateSpace space = analysis.space();
    List<TransitionInfo> untaken = space.deadTransitions();
    return new AnalysisFindings(
        analysis,
        space.unreachableStates(),
        space.isComplete() ? space.traps() : List.of(),
        events(analysis, untaken),
        untaken,
        space.divergentPaths(),
        analysis.properties().stream().filter(each -> !each.passed()).toList());
  }

  /**
   * Declared events that no transition takes; without declarations, events in transitions that are
   * never taken.
   */
  private static List<String> events(ChartAnalysis analysis, List<TransitionInfo> untaken) {
    if (analysis.chart().definition().events() != null) {
      return analysis.space().unhandledEvents();
    }
    Set<String> never = new LinkedHashSet<>();
    untaken.stream()
        .filter(e -> e.kind().equals("event"))
        .forEach(e -> never.addAll(e.descriptors()));
    List<TransitionInfo> taken = new ArrayList<>(analysis.chart().transitions());
    taken.removeAll(untaken);
    taken.forEach(edge -> never.removeAll(edge.descriptors()));
    return List.copyOf(never);
  }

  /** True without findings; unexplored parts within the limits may still have some. */
  boolean isEmpty() {
    boolean allSeen = unreachable.isEmpty() && events.isEmpty() && untaken.isEmpty();
    return (allSeen || !analysis.space().isComplete())
        && traps.isEmpty()
        && endless.isEmpty()
        && broken.isEmpty();
  }

  /** Note after missing results if the exploration was incomplete. */
  static String limitNote(ChartAnalysis analysis) {
    return analysis.space().isComplete() ? "" : " within the limits";
  }

  /** Describes a transition briefly. */
  static String describe(TransitionInfo edge) {
    String what =
        edge.descriptors().isEmpty() ? edge.kind() : String.join(", ", edge.descriptors());
    String after = edge.kind().equals("after") ? "after " : "";
    String to = edge.targets().isEmpty() ? "stays" : "→ " + String.join(", ", edge.targets());
    return edge.source() + " " + after + what.replaceFirst("^.*\\.after\\.", "") + " " + to;
  }

  Map<String, Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    StateSpace space = analysis.space();
    all.put("chart", analysis.chart().name());
    all.put("revision", analysis.chart().revision());
    all.put("complete", space.isComplete());
    all.put("configurations", (long) space.configurations().size());
    all.put("rules", analysis.rules());
    all.put("unreachable", unreachable);
    all.put(
        "traps",
        traps.stream()
            .map(trap -> json(String.join(", ", trap.last().configuration()), trap, analysis))
            .toList());
    all.put("events_never_taken", events);
    all.put("transitions_never_taken", untaken.stream().map(AnalysisFindings::json).toList());
    all.put("endless", endless.stream().map(route -> json("", route, analysis)).toList());
    all.put("owed_if_denied", obligationsJson(space.vetoableInputs()));
    all.put("properties", analysis.properties().stream().map(AnalysisFindings::json).toList());
    return all;
  }

  private static List<Map<String, Object>> obligationsJson(Map<String, Set<String>> pending) {
    List<Map<String, Object>> all = new ArrayList<>();
    pending.forEach(
        (input, rules) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("input", input);
          one.put("rules", List.copyOf(rules));
          all.add(one);
        });
    return all;
  }

  private static Map<String, Object> json(TransitionInfo edge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("from", edge.source());
    map.put("kind", edge.kind());
    map.put("on", edge.descriptors());
    map.put("to", edge.targets());
    map.put("place", String.valueOf(edge.place()));
    return map;
  }

  private static Map<String, Object> json(TestOutcome property) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("property", property.name());
    map.put("place", property.place().toString());
    map.put("holds", property.passed());
    if (!property.passed()) {
      map.put("counterexample", property.story());
    }
    return map;
  }

  /** Formats a path with its test. */
  static Map<String, Object> json(String to, @Nullable ExamplePath route, ChartAnalysis analysis) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("to", to);
    map.put("complete", analysis.space().isComplete());
    if (route == null) {
      map.put("route", null);
      return map;
    }
    List<Map<String, Object>> legs = new ArrayList<>();
    for (ExamplePath.ExampleStep leg : route.steps()) {
      Map<String, Object> step = new LinkedHashMap<>();
      step.put("input", leg.input());
      step.put("assuming", leg.assumptions());
      step.put("configuration", leg.configuration());
      legs.add(step);
    }
    map.put("route", legs);
    map.put("test", analysis.asTest("the way to " + to, route));
    return map;
  }
}

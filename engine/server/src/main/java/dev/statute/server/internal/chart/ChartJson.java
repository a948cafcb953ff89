package dev.statute.server.internal.chart;

import dev.statute.ReloadResult;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.TransitionInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON form of charts. */
final class ChartJson {
  private ChartJson() {}

  /** Returns the entry of the list of charts. */
  static Map<String, @Nullable Object> summary(Chart chart) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", chart.name());
    json.put("version", (long) chart.version());
    json.put("hash", chart.hash());
    json.put("revision", chart.revision());
    json.put("file", chart.definition().name().place().file());
    return json;
  }

  /** Returns states, transitions, events and names of settings. */
  static Map<String, @Nullable Object> details(Chart chart) {
    ChartDefinition definition = chart.definition();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("states", definition.root().states().stream().map(ChartJson::state).toList());
    json.put("transitions", chart.transitions().stream().map(ChartJson::transition).toList());
    Map<String, EventDefinition> events = definition.events();
    json.put("events", events == null ? null : events(events));
    json.put("timers", List.copyOf(definition.timers().keySet()));
    json.put("handlers", chart.handlers().stream().map(SourceText::value).toList());
    json.put("guards", chart.guards().stream().map(SourceText::value).toList());
    json.put("policies", definition.policies().stream().map(each -> each.name().value()).toList());
    json.put("settings", List.copyOf(definition.settings().keySet()));
    return json;
  }

  private static Map<String, @Nullable Object> state(StateDefinition state) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", state.id().value());
    json.put("kind", state.kind().name().toLowerCase(Locale.ROOT));
    json.put("place", state.place().toString());
    if (!state.tags().isEmpty()) {
      json.put("tags", state.tags().stream().map(SourceText::value).toList());
    }
    if (!state.states().isEmpty()) {
      json.put("states", state.states().stream().map(ChartJson::state).toList());
    }
    return json;
  }

  private static Map<String, @Nullable Object> transition(TransitionInfo transition) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("source", transition.source());
    json.put("kind", transition.kind());
    json.put("events", transition.descriptors());
    json.put("to", transition.targets());
    json.put("place", transition.place() == null ? null : transition.place().toString());
    return json;
  }

  private static List<Object> events(Map<String, EventDefinition> events) {
    List<Object> all = new ArrayList<>();
    events.forEach(
        (name, event) -> {
          Map<String, @Nullable Object> json = new LinkedHashMap<>();
          json.put("name", name);
          Map<String, String> payload = new LinkedHashMap<>();
          event.payload().forEach((field, type) -> payload.put(field, type.text()));
          json.put("payload", payload);
          json.put("open", event.open());
          all.add(json);
        });
    return all;
  }

  /** Returns the result of the last reload: whether it replaced charts, and its problems. */
  static Map<String, @Nullable Object> reload(ReloadResult result) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("applied", result.isApplied());
    json.put("changed", result.changed());
    List<Object> problems = new ArrayList<>();
    for (Problem each : result.problems()) {
      Map<String, @Nullable Object> problem = new LinkedHashMap<>();
      problem.put("code", each.code());
      problem.put("place", each.place().toString());
      problem.put("message", each.message());
      problem.put("fix", each.fix());
      problems.add(problem);
    }
    json.put("problems", problems);
    return json;
  }
}

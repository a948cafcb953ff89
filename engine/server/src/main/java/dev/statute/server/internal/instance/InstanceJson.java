package dev.statute.server.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.runtime.InstanceHandle;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON form of instances. */
final class InstanceJson {
  private InstanceJson() {}

  /** Returns an instance with its data, timers and enabled inputs. */
  static Map<String, @Nullable Object> of(ServerContext context, InstanceHandle handle) {
    Snapshot snapshot = handle.snapshot();
    if (snapshot == null) {
      throw ApiProblem.noInstance(handle.id());
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", snapshot.id());
    json.put("chart", snapshot.chart().name());
    json.put("version", (long) snapshot.chart().version());
    json.put("hash", snapshot.chart().hash());
    json.put("revision", snapshot.chart().revision());
    InstanceState state = InstanceState.of(context, handle, snapshot);
    json.put("status", state.summary().status().name().toLowerCase(Locale.ROOT));
    json.put("reason", state.summary().reason());
    json.put("configuration", snapshot.configuration());
    json.put("active", snapshot.activeStates());
    json.put("done", snapshot.isDone());
    json.put("stuck", state.stuckReason());
    json.put("waits", state.waits());
    new InstanceHolders(context).addTo(json, holder(context, handle.id()));
    json.put("started", snapshot.startedAt().toString());
    json.put("sequence", snapshot.sequence());
    json.put("data", snapshot.data());
    json.put("output", snapshot.output());
    json.put("timers", timers(snapshot));
    json.put("calls", new LinkedHashMap<>(snapshot.invocations()));
    json.put("progress", handle.progress());
    String line = new OutputLines().enabled(0, context.clock().now(), handle.enabled(), List.of());
    json.put("enabled", JsonText.object(line).get("answer"));
    return json;
  }

  private static @Nullable String holder(ServerContext context, String id) {
    Map<String, @Nullable Object> row = context.store().inspect(id);
    return row == null ? null : (String) row.get("holder");
  }

  /** Returns the timers and delayed sends, the next one first. */
  static List<Object> timers(Snapshot snapshot) {
    List<Object> timers = new ArrayList<>();
    Object all = snapshot.toMap().get("timers");
    for (Object each : all instanceof List<?> list ? list : List.of()) {
      if (each instanceof Map<?, ?> timer && timer.get("due") instanceof Long due) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("due", Instant.ofEpochMilli(due).toString());
        timer.forEach(
            (key, value) -> {
              if (!key.equals("due") && !key.equals("sequence")) {
                json.put(String.valueOf(key), value);
              }
            });
        timers.add(json);
      }
    }
    return timers;
  }

  /**
   * Returns the entry of a list.
   *
   * @param last last finding since the server started; null = none
   */
  static Map<String, @Nullable Object> entry(
      InstanceState state, @Nullable ReportedFinding last, InstanceHolders holders) {
    InstanceSummary instance = state.summary();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", instance.id());
    json.put("chart", instance.chart());
    json.put("version", (long) instance.version());
    json.put("status", instance.status().name().toLowerCase(Locale.ROOT));
    json.put("configuration", instance.configuration());
    json.put("changed", instance.changed().toString());
    json.put("stuck", state.stuckReason());
    json.put("waits", state.waits());
    ReportedFinding held = state.stuck() == null ? null : first(state.stuck().findings());
    ReportedFinding shown = last == null ? held : last;
    json.put("finding", shown == null ? null : finding(shown));
    json.put("inbox", (long) instance.waiting());
    json.put("owed", (long) instance.owing());
    holders.addTo(json, instance.holder());
    return json;
  }

  private static @Nullable ReportedFinding first(List<ReportedFinding> findings) {
    return findings.isEmpty() ? null : findings.get(0);
  }

  private static Map<String, @Nullable Object> finding(ReportedFinding found) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("pattern", found.finding().pattern());
    json.put("level", found.finding().level());
    json.put("reason", found.finding().reason());
    json.put("rule", found.rule());
    json.put("place", found.place() == null ? null : found.place().toString());
    return json;
  }
}

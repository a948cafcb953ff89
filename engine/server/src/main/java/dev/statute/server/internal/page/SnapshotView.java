package dev.statute.server.internal.page;

import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON form of an instance at some moment, as pages show it. */
final class SnapshotView {
  private SnapshotView() {}

  /** Returns states, data, timers, progress and enabled inputs at an instant. */
  static Map<String, @Nullable Object> of(Interpreter interpreter, Snapshot snapshot, Instant now) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", now);
    json.put("configuration", snapshot.configuration());
    json.put("active", snapshot.activeStates());
    json.put("done", snapshot.isDone());
    json.put("data", snapshot.data());
    json.put("output", snapshot.output());
    json.put("timers", timers(snapshot));
    json.put("progress", interpreter.progress(snapshot, now));
    String line = new OutputLines().enabled(0, now, interpreter.enabled(snapshot, now), List.of());
    json.put("enabled", JsonText.object(line).get("answer"));
    return json;
  }

  /** Returns what is due by itself, the next one first. */
  private static List<Object> timers(Snapshot snapshot) {
    List<Object> timers = new ArrayList<>();
    Object all = snapshot.toMap().get("timers");
    for (Object each : all instanceof List<?> list ? list : List.of()) {
      if (each instanceof Map<?, ?> timer && timer.get("due") instanceof Long due) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("due", Instant.ofEpochMilli(due).toString());
        for (String key : List.of("timer", "after", "send", "event", "denied")) {
          if (timer.get(key) != null) {
            json.put(key, timer.get(key));
          }
        }
        timers.add(json);
      }
    }
    return timers;
  }
}

package dev.statute.server.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.runtime.InstanceHandle;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Life;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HttpRoute of the lives of an instance. An earlier life is kept by the store as it ended, until it
 * is pruned, and by the decision log with its steps, if this server's log has it. Both are joined
 * by the instant at which the life began. Thread-safe.
 */
final class LifeRoutes {
  private final ServerContext context;
  private final DecisionJournal journal;

  LifeRoutes(ServerContext context, DecisionJournal journal) {
    this.context = context;
    this.journal = journal;
  }

  void addTo(RouteTable routes) {
    routes.get(
        "/v1/instances/{id}/lives",
        AccessRole.READ,
        "Lists the lives of an instance, the present one last",
        this::list);
  }

  private ApiReply list(ApiRequest request) {
    String id = request.path("id");
    InstanceHandle instance = InstanceRoutes.requireInstance(context, id);
    List<Map<String, @Nullable Object>> lives = new ArrayList<>();
    for (Life life : instance.lives()) {
      lives.add(ended(life));
    }
    Snapshot present = instance.snapshot();
    if (present != null) {
      lives.add(present(present));
    }
    addLogs(id, lives);
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("instance", id);
    json.put("lives", lives);
    return ApiReply.json(200, json);
  }

  /** Adds the logs in order, to the life that began at the same instant or as one of their own. */
  private void addLogs(String id, List<Map<String, @Nullable Object>> lives) {
    int next = 0;
    for (int number = 1; number <= journal.earlierLives(id) + 1; number++) {
      Instant started = started(journal.readFirst(id, number));
      if (started == null) {
        continue;
      }
      while (next < lives.size() && begin(lives.get(next)).isBefore(started)) {
        next++;
      }
      if (next == lives.size() || !begin(lives.get(next)).equals(started)) {
        lives.add(next, new LinkedHashMap<>(Map.of("started", started.toString())));
      }
      lives.get(next).put("life", (long) number);
      lives.get(next).put("steps", InstanceRoutes.path(id) + "/steps?life=" + number);
      next++;
    }
  }

  private static Instant begin(Map<String, @Nullable Object> life) {
    return Instant.parse(String.valueOf(life.get("started")));
  }

  private static Map<String, @Nullable Object> ended(Life life) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("started", instant(life.snapshot().get("started")).toString());
    json.put("until", life.until().toString());
    json.put("done", true);
    for (String key : List.of("configuration", "data", "output")) {
      json.put(key, life.snapshot().get(key));
    }
    return json;
  }

  private static Map<String, @Nullable Object> present(Snapshot snapshot) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("started", snapshot.startedAt().toString());
    json.put("until", null);
    json.put("done", snapshot.isDone());
    json.put("configuration", snapshot.configuration());
    json.put("data", snapshot.data());
    json.put("output", snapshot.output());
    return json;
  }

  /** Returns the instant of the first line of a log; null if the log lacks its beginning. */
  private static @Nullable Instant started(@Nullable String line) {
    if (line == null) {
      return null;
    }
    Map<String, @Nullable Object> first = JsonText.object(line, "log", 1).value();
    if (first == null
        || !(first.get("in") instanceof Map<?, ?> in)
        || !Boolean.TRUE.equals(in.get("start"))) {
      return null;
    }
    return Instant.parse(String.valueOf(first.get("at")));
  }

  private static Instant instant(@Nullable Object value) {
    return value instanceof Long millis
        ? Instant.ofEpochMilli(millis)
        : Instant.parse(String.valueOf(value));
  }
}

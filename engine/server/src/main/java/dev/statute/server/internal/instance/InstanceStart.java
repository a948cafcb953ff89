package dev.statute.server.internal.instance;

import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.BodyFields;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Request to begin an instance. Immutable.
 *
 * @param chart null = that of the last life, which is respawned
 * @param respawn whether it takes over from its last life what the chart hydrates
 */
record InstanceStart(
    String id, @Nullable String chart, Map<String, @Nullable Object> data, boolean respawn) {
  private static final String SETTINGS =
      "settings belong to a chart and its version, not to an instance, as rules and timers are"
          + " checked against them when the chart is loaded; serve a chart that extends this one"
          + " and has its own settings, start the server with --set KEY=VALUE, or keep what differs"
          + " between instances in 'data'";
  private static final Set<String> KEYS = Set.of("chart", "id", "data", "respawn");

  /**
   * Reads the body of a request.
   *
   * @throws ApiProblem 400 if it has no meaning
   */
  static InstanceStart parse(Map<String, @Nullable Object> body) {
    requireKnownKeys(body);
    String chart = BodyFields.text(body, "chart");
    String id = BodyFields.text(body, "id");
    boolean respawn = BodyFields.flag(body, "respawn");
    if (chart == null && !respawn) {
      throw ApiProblem.of(400, "body", "'chart' is missing: the name of a chart");
    }
    if (id == null && respawn) {
      throw ApiProblem.of(400, "body", "'id' is missing: the instance that is respawned");
    }
    String used = id == null ? UUID.randomUUID().toString() : id;
    return new InstanceStart(used, chart, BodyFields.object(body, "data"), respawn);
  }

  private static void requireKnownKeys(Map<String, @Nullable Object> body) {
    if (body.containsKey("settings")) {
      throw ApiProblem.of(400, "settings", SETTINGS);
    }
    for (String key : body.keySet()) {
      if (!KEYS.contains(key)) {
        throw ApiProblem.of(
            400, "body", "'" + key + "' is not known here; known are chart, data, id and respawn");
      }
    }
  }

  /**
   * Begins the instance.
   *
   * @throws ApiProblem 400 if there is no such chart; 404 if there is no life to take data from
   */
  CompletableFuture<Outcome> spawn(ServerContext context) {
    try {
      return respawn
          ? context.engine().spawn(id, lastChart(context), data)
          : context.engine().spawnAnew(id, String.valueOf(chart), data);
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "no-chart", e);
    }
  }

  private String lastChart(ServerContext context) {
    Snapshot last = context.engine().instance(id).snapshot();
    if (last == null) {
      throw ApiProblem.of(
          404,
          "no-instance",
          "'" + id + "' has no earlier life; leave 'respawn' out to begin the first one");
    }
    return chart == null ? last.chart().name() : chart;
  }
}

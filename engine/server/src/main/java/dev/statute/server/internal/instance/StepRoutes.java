package dev.statute.server.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.server.internal.journal.StepReplay;
import dev.statute.server.internal.journal.StepReplay.ReplayedStep;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Routes of the decision log of an instance. Thread-safe. */
final class StepRoutes {
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_LIMIT = 10_000;

  private final ServerContext context;
  private final DecisionJournal journal;

  StepRoutes(ServerContext context, DecisionJournal journal) {
    this.context = context;
    this.journal = journal;
  }

  void addTo(RouteTable routes) {
    routes
        .get("/v1/instances/{id}/steps", AccessRole.READ, "Returns the decision log", this::list)
        .query("after", "integer", "number of the last step that is known")
        .query("limit", "integer", "most steps of a page, 100 unless given; of lines all")
        .query("life", "integer", "a life, counted from 1; the present one unless given");
    routes
        .get(
            "/v1/instances/{id}/steps/{seq}",
            AccessRole.READ,
            "Returns states, data and progress after a step",
            this::show)
        .query("life", "integer", "a life, counted from 1; the present one unless given");
    routes
        .get(
            "/v1/instances/{id}/steps/{seq}/why",
            AccessRole.READ,
            "Explains a step: the object of 'statute explain --output json'",
            this::explain)
        .query("life", "integer", "a life, counted from 1; the present one unless given");
  }

  private ApiReply list(ApiRequest request) {
    long after = request.query("after", -1, -1, Long.MAX_VALUE);
    boolean isWhole = request.accepts(ApiReply.LINES) && request.query("limit") == null;
    long limit = isWhole ? Long.MAX_VALUE : request.query("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    List<String> log = read(request);
    List<String> page = new ArrayList<>();
    List<String> step = new ArrayList<>(); // after lines that say that steps before it are missing
    int steps = 0;
    long seq = -1;
    long last = after;
    for (String line : log) {
      step.add(line);
      long number = number(line);
      if (number >= 0) {
        seq = number;
        if (seq > after && steps < limit) {
          page.addAll(step);
          steps++;
          last = seq;
        }
        step.clear();
      }
    }
    if (request.accepts(ApiReply.LINES)) {
      return ApiReply.lines(page);
    }
    String id = request.path("id");
    return ApiReply.json(
        "{\"instance\":"
            + JsonText.write(id)
            + ",\"lives\":"
            + (journal.earlierLives(id) + 1)
            + ",\"last\":"
            + seq
            + ",\"next\":"
            + (last < seq ? String.valueOf(last) : "null")
            + ",\"steps\":["
            + String.join(",", page)
            + "]}");
  }

  /** Returns the number of a line, which begins with it; -1 for a line of missing steps. */
  private static long number(String line) {
    String key = "{\"seq\":";
    int end = line.indexOf(',');
    return line.startsWith(key) && end > 0 ? Long.parseLong(line.substring(key.length(), end)) : -1;
  }

  private ApiReply show(ApiRequest request) {
    ReplayedStep step = replay(request);
    Snapshot snapshot = step.snapshot();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("seq", step.seq());
    json.put("at", step.at().toString());
    json.put("configuration", snapshot.configuration());
    json.put("active", snapshot.activeStates());
    json.put("done", snapshot.isDone());
    json.put("data", snapshot.data());
    json.put("output", snapshot.output());
    json.put("timers", InstanceJson.timers(snapshot));
    json.put("progress", interpreter(request, step.logged()).progress(snapshot, step.at()));
    json.put("reproduced", step.isReproduced());
    json.put("step", step.logged());
    return ApiReply.json(200, json);
  }

  private ApiReply explain(ApiRequest request) {
    ReplayedStep step = replay(request);
    if (step.isReproduced()) {
      return ApiReply.json(step.json());
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>(JsonText.object(step.json()));
    json.put("reproduced", false);
    json.put("logged", step.logged());
    return ApiReply.json(200, json);
  }

  private ReplayedStep replay(ApiRequest request) {
    long seq = ApiRequest.number("the number of a step", request.path("seq"), 0, Long.MAX_VALUE);
    List<String> log = read(request);
    String line = log.stream().filter(each -> number(each) == seq).findFirst().orElse(null);
    if (line == null) {
      throw ApiProblem.of(404, "no-step", "there is no step " + seq + " in the log");
    }
    StepReplay replay = StepReplay.of(log, seq);
    ReplayedStep step =
        replay == null ? null : replay.run(interpreter(request, JsonText.object(line)));
    if (step == null) {
      throw ApiProblem.of(
          409,
          "not-replayable",
          "step " + seq + " cannot be replayed, as steps before it are missing in the log");
    }
    return step;
  }

  private List<String> read(ApiRequest request) {
    String id = request.path("id");
    int life = (int) request.query("life", 0, 0, Integer.MAX_VALUE);
    List<String> log = journal.read(id, life);
    if (log.isEmpty()) {
      InstanceRoutes.requireInstance(context, id);
      if (life > journal.earlierLives(id) + 1) {
        throw ApiProblem.of(404, "no-life", "'" + id + "' has no life " + life + " in the log");
      }
    }
    return log;
  }

  /** Returns the chart with the rules that judged a step, or the nearest that is loaded. */
  private Interpreter interpreter(ApiRequest request, Map<String, ?> logged) {
    String name = String.valueOf(logged.get("chart"));
    String revision = String.valueOf(logged.get("revision"));
    Interpreter found = context.nearest(name, chart -> chart.revision().equals(revision));
    if (found == null) {
      throw ApiProblem.of(
          409,
          "no-chart",
          "'" + request.path("id") + "' ran the chart '" + name + "', which is not loaded");
    }
    return found;
  }
}

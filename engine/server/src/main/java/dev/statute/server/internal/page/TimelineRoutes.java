package dev.statute.server.internal.page;

import dev.statute.collection.BoundedMap;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.InstanceCursor;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Routes of agents' timelines. Timelines of sessions that were asked for last are kept, so that a
 * page that follows them costs the new steps only. Thread-safe.
 */
final class TimelineRoutes {
  private static final int KEPT = 64;
  private static final int MOST_RECORDS = 600;
  private static final int MOST_LIMIT = 50;

  /** Codes of rows that cannot be read here, while others can. */
  private static final Set<String> UNREADABLE = Set.of("unknown-chart", "corrupted");

  private final ServerContext context;
  private final DecisionJournal journal;
  private final Map<String, KeptTimeline> kept = BoundedMap.ofRecentlyUsed(KEPT);

  /**
   * Timeline of one life of an instance.
   *
   * @param start first line of the life's log, which tells it from other lives of the id
   * @param interpreter chart and rules that it was made with
   */
  private record KeptTimeline(String start, Interpreter interpreter, AgentTimeline timeline) {}

  TimelineRoutes(ServerContext context, DecisionJournal journal) {
    this.context = context;
    this.journal = journal;
  }

  void addTo(RouteTable routes) {
    routes
        .get("/v1/timelines", AccessRole.READ, "Returns timelines of agents", this::list)
        .query("limit", "integer", "most timelines of a page, 20 unless given")
        .query("after", "string", "'next' of the page before");
    routes
        .get(
            "/v1/instances/{id}/timeline",
            AccessRole.READ,
            "Returns the timeline of an agent: tool calls, findings, responses",
            this::show)
        .query("after", "integer", "number of the last step that is known");
  }

  private ApiReply list(ApiRequest request) {
    int limit = (int) request.query("limit", 20, 1, MOST_LIMIT);
    List<InstanceSummary> rows = context.newestFirst(List.of(), null);
    List<Object> page = new ArrayList<>();
    String next = null;
    long unread = 0;
    InstanceSummary last = null;
    for (InstanceSummary row : InstanceCursor.rest(rows, request.query("after"))) {
      if (last != null && page.size() == limit) {
        next = InstanceCursor.of(last);
        break;
      }
      last = row;
      try {
        Snapshot snapshot = snapshot(row.id());
        if (snapshot != null && snapshot.progress().records() > 0) {
          page.add(json(row.id(), snapshot, row, -1));
        }
      } catch (ApiProblem e) {
        if (!e.code().equals("no-chart")) {
          throw e;
        }
        unread++;
      } catch (StoreException e) {
        if (!UNREADABLE.contains(e.code())) {
          throw e;
        }
        unread++;
      }
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("next", next);
    json.put("unread", unread);
    json.put("timelines", page);
    return ApiReply.json(200, json);
  }

  private ApiReply show(ApiRequest request) {
    String id = request.path("id");
    Snapshot snapshot = snapshot(id);
    if (snapshot == null) {
      throw ApiProblem.noInstance(id);
    }
    long after = request.query("after", -1, -1, Long.MAX_VALUE);
    return ApiReply.json(200, json(id, snapshot, null, after));
  }

  private @Nullable Snapshot snapshot(String id) {
    return context.engine().instance(id).snapshot();
  }

  private Map<String, @Nullable Object> json(
      String id, Snapshot snapshot, @Nullable InstanceSummary row, long after) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("chart", snapshot.chart().name());
    json.put("status", snapshot.isDone() ? "done" : "live");
    json.put("configuration", snapshot.configuration());
    json.put("changed", row == null ? null : row.changed().toString());
    StuckStatus stuck = snapshot.isDone() ? null : context.engine().instance(id).stuck();
    json.put(
        "level",
        stuck == null || stuck.decisive() == null ? null : stuck.decisive().finding().level());
    List<String> log = journal.read(id, 0);
    KeptTimeline own = timeline(id, log.isEmpty() ? "" : log.get(0), snapshot);
    synchronized (own) {
      own.timeline().play(log);
      json.putAll(own.timeline().json(after, MOST_RECORDS));
      json.put(
          "question",
          snapshot.configuration().contains("asking") ? own.timeline().question() : null);
    }
    return json;
  }

  private KeptTimeline timeline(String id, String start, Snapshot snapshot) {
    Interpreter interpreter = interpreter(snapshot);
    synchronized (kept) {
      KeptTimeline known = kept.get(id);
      if (known != null && known.start().equals(start) && known.interpreter() == interpreter) {
        return known;
      }
      ProgressTracker tracker =
          ProgressTrackerFactory.installed().tracker(interpreter.chart().settings());
      KeptTimeline made =
          new KeptTimeline(start, interpreter, new AgentTimeline(interpreter, tracker));
      kept.put(id, made);
      return made;
    }
  }

  /** Returns the chart with its rules, in the version of the instance or the nearest. */
  private Interpreter interpreter(Snapshot snapshot) {
    Chart chart = snapshot.chart();
    Interpreter found = context.nearest(chart.name(), each -> each.hash().equals(chart.hash()));
    if (found == null) {
      throw ApiProblem.of(409, "no-chart", "the chart '" + chart.name() + "' is not loaded");
    }
    return found;
  }
}

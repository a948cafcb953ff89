package dev.statute.server.internal.instance;

import dev.statute.collection.BoundedMap;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.InstanceCursor;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * HttpRoute that lists instances, those changed last first. All rows are read for a page, as the
 * store lists them by id; details are read for the rows of the page, and for all rows if a filter
 * asks for them. Thread-safe.
 */
final class InstanceListRoute {
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_LIMIT = 1_000;
  private static final int REMEMBERED = 20_000;

  private final ServerContext context;
  private final FindingMemory findings;
  private final Map<String, InstanceState> states = BoundedMap.ofRecentlyUsed(REMEMBERED);

  InstanceListRoute(ServerContext context, FindingMemory findings) {
    this.context = context;
    this.findings = findings;
  }

  void addTo(RouteTable routes) {
    context.statute().onReload(result -> forgetStates()); // other rules may judge otherwise
    routes
        .get(
            "/v1/instances",
            AccessRole.READ,
            "Lists instances, those changed last first",
            this::list)
        .query("chart", "string", "name of a chart")
        .query("state", "string", "an active atomic state")
        .query("status", "string", "live, parked, quarantined or done; several with commas")
        .query("stuck", "boolean", "only those that are stuck, or only the others")
        .query("waiting", "string", "only those that wait for this: timer, call or event")
        .query("text", "string", "part of the id")
        .query("limit", "integer", "most instances of a page, 100 unless given")
        .query("after", "string", "'next' of the page before");
  }

  private ApiReply list(ApiRequest request) {
    int limit = (int) request.query("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    List<InstanceSummary> rows = rows(request);
    String after = request.query("after");
    List<Object> page = new ArrayList<>();
    String next = null;
    InstanceHolders holders = new InstanceHolders(context);
    Predicate<InstanceState> wanted = details(request);
    InstanceSummary last = null;
    for (InstanceSummary row : InstanceCursor.rest(rows, after)) {
      if (page.size() == limit) {
        next = InstanceCursor.of(last == null ? row : last);
        break;
      }
      InstanceState state = state(row);
      last = row;
      if (wanted.test(state)) {
        page.add(InstanceJson.entry(state, findings.last(row.id()), holders));
      }
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("total", (long) rows.size());
    json.put("next", next);
    json.put("instances", page);
    return ApiReply.json(200, json);
  }

  private void forgetStates() {
    synchronized (states) {
      states.clear();
    }
  }

  /** Returns the state of a row, which is read again only if the row changed. */
  private InstanceState state(InstanceSummary row) {
    synchronized (states) {
      InstanceState known = states.get(row.id());
      if (known != null && known.summary().equals(row)) {
        return known;
      }
    }
    InstanceState read = InstanceState.of(context, row);
    synchronized (states) {
      states.put(row.id(), read);
    }
    return read;
  }

  /** Returns the rows that match the filters on columns, newest first. */
  private List<InstanceSummary> rows(ApiRequest request) {
    String state = request.query("state");
    String text = request.query("text");
    return context.newestFirst(statuses(request.query("status")), request.query("chart")).stream()
        .filter(row -> state == null || row.configuration().contains(state))
        .filter(row -> text == null || row.id().contains(text))
        .toList();
  }

  private static List<Status> statuses(@Nullable String given) {
    List<Status> statuses = new ArrayList<>();
    for (String each : given == null || given.isEmpty() ? new String[0] : given.split(",")) {
      try {
        statuses.add(Status.valueOf(each.strip().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw ApiProblem.of(
            400, "parameter", "there is no status '" + each + "'; see /openapi.json");
      }
    }
    return statuses;
  }

  private static Predicate<InstanceState> details(ApiRequest request) {
    Boolean stuck = request.flag("stuck");
    String waiting = request.query("waiting");
    if (waiting != null && !List.of("timer", "call", "event").contains(waiting)) {
      throw ApiProblem.of(
          400, "parameter", "'waiting' is timer, call or event, not '" + waiting + "'");
    }
    return state ->
        (stuck == null || stuck.equals(state.isStuck()))
            && (waiting == null || state.waitsFor(waiting));
  }
}

package dev.statute.server.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.instance.RecentEvents.InstanceEvent;
import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.server.internal.stream.StreamSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HttpRoute of the events of all instances, or of those of one chart. Thread-safe. */
final class RecentEventsRoute {
  private final RecentEvents events;

  RecentEventsRoute(RecentEvents events) {
    this.events = events;
  }

  void addTo(RouteTable routes) {
    routes
        .get("/v1/stream", AccessRole.READ, "Follows all instances of this server", this::stream)
        .query("chart", "string", "name of a chart")
        .query("after", "string", "id of the last event that is known; from now on unless given")
        .header("Last-Event-ID", "id of the last event that is known; precedes 'after'")
        .reply(200, "text/event-stream");
  }

  private ApiReply stream(ApiRequest request) {
    String header = request.header("Last-Event-ID");
    String after = header == null || header.isEmpty() ? request.query("after") : header;
    return new ApiReply.Events(new RecentEventsSource(after, request.query("chart")));
  }

  private final class RecentEventsSource implements StreamSource {
    private final @Nullable String chart;
    private final List<ServerEvent> first = new ArrayList<>();
    private Runnable onChange = () -> {};
    private long seen;

    RecentEventsSource(@Nullable String after, @Nullable String chart) {
      this.chart = chart;
      long known = after == null ? events.last() : events.number(after);
      long kept = events.first();
      if (known > events.last()) {
        known = -1;
      }
      seen = known < 0 ? kept - 1 : known;
      if (known < 0 || known + 1 < kept) {
        seen = kept - 1;
        first.add(missed(after, seen));
      }
    }

    @Override
    public void open(Runnable changed) {
      onChange = changed;
      events.follow(changed);
    }

    @Override
    public List<ServerEvent> next(int atMost) {
      List<ServerEvent> next = new ArrayList<>(first);
      first.clear();
      while (next.isEmpty()) {
        List<InstanceEvent> found = events.after(seen, atMost);
        if (found.isEmpty()) {
          return next;
        }
        if (found.get(0).number() > seen + 1) {
          next.add(missed(events.id(seen), found.get(0).number() - 1));
        }
        for (InstanceEvent each : found) {
          seen = each.number();
          if (chart == null || chart.equals(each.chart())) {
            next.add(events.encode(each));
          }
        }
      }
      return next;
    }

    /** Event for those that left the memory before the client read them. */
    private ServerEvent missed(@Nullable String after, long to) {
      Map<String, @Nullable Object> data = new LinkedHashMap<>();
      data.put("after", after);
      data.put("to", events.id(to));
      return new ServerEvent(events.id(to), "missed", JsonText.write(data));
    }

    @Override
    public boolean isEnded() {
      return false;
    }

    @Override
    public void close() {
      events.unfollow(onChange);
    }
  }
}

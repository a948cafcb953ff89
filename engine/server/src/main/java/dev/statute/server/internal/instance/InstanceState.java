package dev.statute.server.internal.instance;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.runtime.InstanceHandle;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.step.TransitionInfo;
import dev.statute.store.InstanceAdministration.Denied;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * State of an instance for people: what it waits for, and why it is stuck. Immutable.
 *
 * @param stored null if the row cannot be read here
 * @param stuck evaluation of the findings that hold; null without a snapshot
 */
record InstanceState(
    InstanceSummary summary, @Nullable Stored stored, @Nullable StuckStatus stuck) {
  /** Reads an instance from the store. */
  static InstanceState of(ServerContext context, InstanceSummary summary) {
    Stored stored = null;
    StuckStatus stuck = null;
    if (summary.status() != Status.QUARANTINED) {
      try {
        InstanceHandle handle = context.engine().instance(summary.id());
        Snapshot snapshot = handle.snapshot();
        Chart chart = snapshot == null ? null : snapshot.chart();
        stored = context.store().load(summary.id(), hash -> chart);
        boolean judged =
            stored != null
                && summary.status() != Status.DONE
                && stored.snapshot().progress().records() > 0;
        stuck = judged ? handle.stuck() : null;
      } catch (StoreException e) {
        stored = null; // its chart is not loaded here; the list shows what the row has
      }
    }
    return new InstanceState(summary, stored, stuck);
  }

  /** Reads an instance that an engine holds or the store has. */
  static InstanceState of(ServerContext context, InstanceHandle handle, Snapshot snapshot) {
    Chart chart = snapshot.chart();
    Stored stored = context.store().load(handle.id(), hash -> chart);
    boolean judged = !snapshot.isDone() && snapshot.progress().records() > 0;
    InstanceSummary summary =
        new InstanceSummary(
            handle.id(),
            stored == null ? Status.LIVE : stored.status(),
            chart.name(),
            chart.version(),
            snapshot.configuration(),
            stored == null ? 0 : stored.revision(),
            context.clock().now(),
            snapshot.due(),
            stored == null ? 0 : stored.inbox().size(),
            stored == null ? 0 : stored.pending().size(),
            null,
            stored == null ? null : stored.reason(),
            Denied.of(snapshot.toMap()));
    return new InstanceState(summary, stored, judged ? handle.stuck() : null);
  }

  /** Tests whether a person has to look at it. */
  boolean isStuck() {
    return stuckReason() != null;
  }

  /**
   * Returns why it is stuck: {@code by} and {@code reason}, and of a finding {@code pattern level
   * rule place}; null if it is not.
   */
  @Nullable Map<String, Object> stuckReason() {
    Status status = summary.status();
    if (status == Status.PARKED || status == Status.QUARANTINED) {
      String reason = summary.reason() == null ? "" : summary.reason();
      return reason(status == Status.PARKED ? "parked" : "quarantined", reason);
    }
    if (status == Status.DONE) {
      return null;
    }
    if (stored == null) {
      return reason("chart", "its chart " + summary.chart() + " is not loaded");
    }
    ReportedFinding finding = stuck == null ? null : stuck.decisive();
    if (finding != null) {
      Map<String, Object> json = reason("finding", finding.finding().reason());
      json.put("pattern", finding.finding().pattern());
      json.put("level", finding.finding().level());
      json.put("rule", finding.rule());
      json.put("place", String.valueOf(finding.place()));
      return json;
    }
    if (!summary.denied().isEmpty()) {
      Denied denied = summary.denied().get(0);
      String times = denied.times() == 1 ? "once" : denied.times() + " times";
      return reason("denied", denied.kind() + " '" + denied.name() + "' was denied " + times);
    }
    return null;
  }

  private static Map<String, Object> reason(String by, String reason) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("by", by);
    json.put("reason", reason);
    return json;
  }

  /** Lists what it waits for: timers, calls and events. */
  List<Object> waits() {
    List<Object> waits = new ArrayList<>();
    if (stored == null || stored.snapshot().isDone()) {
      return waits;
    }
    for (Object timer : InstanceJson.timers(stored.snapshot())) {
      Map<String, @Nullable Object> wait = new LinkedHashMap<>();
      wait.put("for", "timer");
      ((Map<?, ?>) timer).forEach((key, value) -> wait.put(String.valueOf(key), value));
      waits.add(wait);
    }
    for (Pending pending : stored.pending()) {
      String call = call(pending.effect());
      if (call != null) {
        Map<String, @Nullable Object> wait = new LinkedHashMap<>();
        wait.put("for", "call");
        wait.put("call", call);
        wait.put("since", pending.at().toString());
        waits.add(wait);
      }
    }
    Set<String> events = events(stored.snapshot());
    if (!events.isEmpty()) {
      Map<String, @Nullable Object> wait = new LinkedHashMap<>();
      wait.put("for", "event");
      wait.put("events", List.copyOf(events));
      waits.add(wait);
    }
    return waits;
  }

  private static @Nullable String call(Effect effect) {
    if (effect instanceof Effect.Call call) {
      return call.handler();
    }
    if (effect instanceof Effect.Invoke invoke) {
      return invoke.chart() == null ? String.valueOf(invoke.task()) : invoke.chart();
    }
    return null;
  }

  /** Events that some transition of an active state is written for; guards are not asked. */
  private static Set<String> events(Snapshot snapshot) {
    Set<String> active = new LinkedHashSet<>(snapshot.activeStates());
    active.add(snapshot.chart().name());
    Set<String> events = new LinkedHashSet<>();
    for (TransitionInfo each : snapshot.chart().transitions()) {
      if (each.kind().equals("event") && active.contains(each.source())) {
        events.addAll(each.descriptors());
      }
    }
    return events;
  }

  /** Tests for a wait of this kind: timer, call or event. */
  boolean waitsFor(String kind) {
    return waits().stream()
        .anyMatch(wait -> wait instanceof Map<?, ?> map && kind.equals(map.get("for")));
  }
}

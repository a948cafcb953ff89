package dev.statute.step.internal.codec;

import dev.statute.expr.ValueCodec;
import dev.statute.policy.spi.ProgressState;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.HandledEventIds;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of the form of {@link SnapshotWriter}; its errors name the faulty part. */
public final class SnapshotReader {
  private final Chart chart;
  private final CompiledChart model;

  private SnapshotReader(Chart chart) {
    this.chart = chart;
    model = chart.model();
  }

  /** Reads a snapshot, see {@link Snapshot#fromMap}. */
  public static Snapshot read(Chart chart, Map<String, ?> map) {
    return new SnapshotReader(chart).read(new MapReader("snapshot", map));
  }

  private Snapshot read(MapReader all) {
    expect(all, "format", SnapshotWriter.FORMAT);
    expect(all, "chart", chart.name());
    expect(all, "hash", chart.hash());
    StateSet active = new StateSet(model.size());
    for (String id : all.texts("configuration")) {
      for (int n = state(id); n >= 0; n = model.state(n).parent()) {
        active.add(n);
      }
    }
    SnapshotExtras rest = extras(all);
    long sequence = all.number("sequence");
    String fault = new ConfigurationValidator(model, active).violation(rest, sequence);
    if (fault != null) {
      throw new IllegalArgumentException("the snapshot's configuration is none: " + fault);
    }
    return new Snapshot(
        chart,
        all.text("id"),
        model.configuration(active),
        ValueCodec.readMap(all.object("data").map()),
        rest.orShared(),
        all.number("started"),
        sequence);
  }

  private static void expect(MapReader all, String key, Object expected) {
    Object found = all.value(key);
    if (!expected.equals(found instanceof Integer number ? number.longValue() : found)) {
      throw new IllegalArgumentException(
          "the snapshot's " + key + " is " + found + ", not " + expected);
    }
  }

  private int state(String id) {
    int number = model.index().number(id);
    if (number < 0) {
      throw new IllegalArgumentException("the chart has no state '" + id + "'");
    }
    return number;
  }

  private SnapshotExtras extras(MapReader all) {
    Map<Integer, int[]> history = new LinkedHashMap<>();
    MapReader named = all.object("history");
    for (String id : named.keys()) {
      history.put(state(id), named.texts(id).stream().mapToInt(this::state).toArray());
    }
    Map<String, Long> invocations = new LinkedHashMap<>();
    MapReader runs = all.object("invocations");
    runs.keys().forEach(id -> invocations.put(id, runs.number(id)));
    return new SnapshotExtras(
        history,
        List.copyOf(all.objects("timers").stream().map(this::pending).toList()),
        all.has("next") ? all.number("next") : 0,
        List.copyOf(all.objects("deferred").stream().map(SnapshotReader::deferred).toList()),
        handled(all),
        invocations,
        fields(all.object("fields")),
        all.has("progress")
            ? model.tracking().restore(all.object("progress").map())
            : ProgressState.NONE,
        all.has("overrun") ? all.number("overrun") : SnapshotExtras.NEVER,
        all.has("output") ? ValueCodec.readMap(all.object("output").map()) : null,
        all.has("epoch") ? all.number("epoch") : 0,
        all.has("turn") ? all.text("turn") : "");
  }

  private PendingEvent pending(MapReader one) {
    PendingEvent read = readPending(one);
    int denied = one.has("denied") ? (int) one.number("denied") : 0;
    return new PendingEvent(
        read.due(),
        read.sequence(),
        read.kind(),
        read.owner(),
        read.index(),
        read.send(),
        one.has("offered") ? deferred(one.object("offered")) : null,
        denied);
  }

  private PendingEvent readPending(MapReader one) {
    long due = one.number("due");
    long sequence = one.number("sequence");
    int part = one.has("part") ? (int) one.number("part") : 0;
    if (one.has("timer")) {
      return new PendingEvent(
          due, sequence, PendingEvent.Kind.TIMER, timer(one.text("timer")), part, null);
    }
    if (one.has("after")) {
      CompiledState node = model.state(state(one.text("after")));
      if (part >= node.after().size()) {
        throw new IllegalArgumentException("'" + node.id() + "' has no timer " + part);
      }
      return new PendingEvent(due, sequence, PendingEvent.Kind.AFTER, node.number(), part, null);
    }
    if (one.has("offered")) {
      return new PendingEvent(due, sequence, PendingEvent.Kind.EVENT, 0, 0, null);
    }
    boolean stuck = one.has("stuck");
    PendingEvent.PendingSend sending =
        new PendingEvent.PendingSend(
            one.text(stuck ? "stuck" : "send"),
            ValueCodec.readMap(one.object("data").map()),
            one.has("to") ? one.text("to") : null,
            one.has("id") ? one.text("id") : null);
    PendingEvent.Kind kind = stuck ? PendingEvent.Kind.FINDING : PendingEvent.Kind.SEND;
    return new PendingEvent(due, sequence, kind, 0, 0, sending);
  }

  private int timer(String name) {
    for (int number = 0; number < model.timers().size(); number++) {
      if (model.timers().get(number).name().equals(name)) {
        return number;
      }
    }
    throw new IllegalArgumentException("the chart has no timer '" + name + "'");
  }

  private static SnapshotExtras.DeferredEvent deferred(MapReader one) {
    @Nullable Map<String, ?> data =
        one.has("data") ? ValueCodec.readMap(one.object("data").map()) : null;
    String id = one.has("id") ? one.text("id") : null;
    Input.Sender sender = one.has("sender") ? Input.Sender.of(one.object("sender").map()) : null;
    Input.Event event = new Input.Event(one.text("event"), data, id, sender);
    return new SnapshotExtras.DeferredEvent(event, one.text("origin"));
  }

  private static HandledEventIds handled(MapReader all) {
    List<SnapshotExtras.HandledEvent> handled = new ArrayList<>();
    for (Object each : all.list("handled")) {
      if (!(each instanceof List<?> row
          && row.size() == 3
          && row.get(0) instanceof String id
          && row.get(1) instanceof String outcome
          && row.get(2) instanceof Number sequence)) {
        throw new IllegalArgumentException("the snapshot's handled ids hold " + each);
      }
      handled.add(new SnapshotExtras.HandledEvent(id, outcome, sequence.longValue()));
    }
    return HandledEventIds.of(handled);
  }

  private static SnapshotExtras.FieldValues fields(MapReader fields) {
    if (fields.keys().isEmpty()) {
      return SnapshotExtras.FieldValues.NONE;
    }
    Map<String, String> errors = new LinkedHashMap<>();
    MapReader texts = fields.object("errors");
    texts.keys().forEach(name -> errors.put(name, texts.text(name)));
    Set<String> waived = new LinkedHashSet<>(fields.texts("waived"));
    return new SnapshotExtras.FieldValues(
        ValueCodec.readMap(fields.object("values").map()), errors, waived);
  }
}

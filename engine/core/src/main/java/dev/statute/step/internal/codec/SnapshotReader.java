package dev.statute.step.internal.codec;

import dev.statute.policy.spi.ProgressState;
import dev.statute.step.Chart;
import dev.statute.step.HostFence;
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
      model.addWithAncestors(state(id), active);
    }
    SnapshotExtras rest = extras(all);
    long sequence = all.number("sequence");
    new ConfigurationValidator(model, active).validate(rest, sequence);
    return new Snapshot(
        chart,
        all.text("id"),
        model.configuration(active),
        all.values("data"),
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
        all.objects("timers").stream().filter(one -> !one.has("stuck")).map(this::pending).toList(),
        all.number("next", 0),
        all.objects("deferred").stream().map(SnapshotReader::deferred).toList(),
        handled(all),
        invocations,
        fields(all.object("fields")),
        new SnapshotExtras.Tracking(
            all.has("progress")
                ? model.tracking().restore(all.object("progress").map())
                : ProgressState.NONE,
            all.number("overrun", SnapshotExtras.NEVER),
            finding(all)),
        all.has("output") ? all.values("output") : null,
        new HostFence(all.number("epoch", 0), all.has("turn") ? all.text("turn") : ""));
  }

  private PendingEvent pending(MapReader one) {
    PendingEvent.Kind kind = kind(one);
    boolean timed = kind == PendingEvent.Kind.TIMER || kind == PendingEvent.Kind.AFTER;
    int part = timed ? (int) one.number("part", 0) : 0;
    int owner =
        switch (kind) {
          case TIMER -> timer(one.text("timer"));
          case AFTER -> stateWithTimer(one.text("after"), part);
          default -> 0;
        };
    return new PendingEvent(
        one.number("due"),
        one.number("sequence"),
        kind,
        owner,
        part,
        kind == PendingEvent.Kind.SEND ? send(one) : null,
        one.has("offered") ? deferred(one.object("offered")) : null,
        (int) one.number("denied", 0));
  }

  private static PendingEvent.Kind kind(MapReader one) {
    if (one.has("timer")) {
      return PendingEvent.Kind.TIMER;
    }
    if (one.has("after")) {
      return PendingEvent.Kind.AFTER;
    }
    if (one.has("offered")) {
      return PendingEvent.Kind.EVENT;
    }
    return PendingEvent.Kind.SEND;
  }

  private static SnapshotExtras.@Nullable FindingEvent finding(MapReader all) {
    return all.objects("timers").stream()
        .filter(one -> one.has("stuck"))
        .map(
            one ->
                new SnapshotExtras.FindingEvent(
                    one.text("stuck"),
                    one.values("data"),
                    one.number("due"),
                    one.number("sequence"),
                    (int) one.number("denied", 0)))
        .findFirst()
        .orElse(null);
  }

  private static PendingEvent.PendingSend send(MapReader one) {
    return new PendingEvent.PendingSend(
        one.text("send"), one.values("data"), one.nullableText("to"), one.nullableText("id"));
  }

  private int stateWithTimer(String id, int part) {
    boolean isChart =
        id.isEmpty() || (model.index().number(id) < 0 && id.equals(model.root().id()));
    CompiledState node = isChart ? model.root() : model.state(state(id));
    if (part >= node.after().size()) {
      throw new IllegalArgumentException("'" + node.id() + "' has no timer " + part);
    }
    return node.number();
  }

  private int timer(String name) {
    return model.timers().stream()
        .filter(timer -> timer.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the chart has no timer '" + name + "'"))
        .number();
  }

  private static SnapshotExtras.DeferredEvent deferred(MapReader one) {
    Map<String, ?> data = one.has("data") ? one.values("data") : null;
    Input.Sender sender = one.has("sender") ? Input.Sender.of(one.object("sender").map()) : null;
    Input.Event event = new Input.Event(one.text("event"), data, one.nullableText("id"), sender);
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
    return new SnapshotExtras.FieldValues(fields.values("values"), errors, waived);
  }
}

package dev.statute.step.internal.codec;

import dev.statute.expr.ValueCodec;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writer of snapshots, with names instead of numbers; empty parts are left out. */
public final class SnapshotWriter {
  /** Version of the form. */
  static final long FORMAT = 1;

  private final Snapshot snapshot;
  private final CompiledChart model;
  private final Map<String, @Nullable Object> map = new LinkedHashMap<>();

  private SnapshotWriter(Snapshot snapshot) {
    this.snapshot = snapshot;
    model = snapshot.chart().model();
  }

  public static Map<String, @Nullable Object> write(Snapshot snapshot) {
    SnapshotWriter writer = new SnapshotWriter(snapshot);
    writer.write();
    return writer.map;
  }

  private void write() {
    SnapshotExtras rest = snapshot.extras();
    map.put("format", FORMAT);
    map.put("chart", snapshot.chart().name());
    map.put("version", (long) snapshot.chart().version());
    map.put("hash", snapshot.chart().hash());
    map.put("id", snapshot.id());
    map.put("started", snapshot.startedAt().toEpochMilli());
    map.put("sequence", snapshot.sequence());
    map.put("configuration", snapshot.configuration());
    map.put("data", ValueCodec.writeMap(snapshot.data()));
    history(rest);
    putNonEmpty("timers", timers(rest));
    if (rest.nextSequence() > 0) {
      map.put("next", rest.nextSequence());
    }
    putNonEmpty("deferred", rest.deferred().stream().map(SnapshotWriter::deferred).toList());
    putNonEmpty("handled", handled(rest.handled().list()));
    if (!rest.invocations().isEmpty()) {
      map.put("invocations", new LinkedHashMap<>(rest.invocations()));
    }
    fields(rest.fields());
    if (rest.progress().records() > 0) {
      map.put("progress", rest.progress().toMap());
    }
    if (rest.findingDeadline() != SnapshotExtras.NEVER) {
      map.put("overrun", rest.findingDeadline());
    }
    if (rest.output() != null) {
      map.put("output", ValueCodec.writeMap(rest.output()));
    }
    if (rest.fence().number() != 0) {
      map.put("epoch", rest.fence().number());
    }
    if (!rest.fence().holder().isEmpty()) {
      map.put("turn", rest.fence().holder());
    }
  }

  private void putNonEmpty(String key, List<?> list) {
    if (!list.isEmpty()) {
      map.put(key, list);
    }
  }

  private void history(SnapshotExtras rest) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int n = 0; n < model.size(); n++) {
      int[] states = rest.history().get(n);
      if (states != null) {
        named.put(model.id(n), model.ids(states));
      }
    }
    if (!named.isEmpty()) {
      map.put("history", named);
    }
  }

  /** Lists the pending events, with the event of a finding in its order. */
  private List<Map<String, @Nullable Object>> timers(SnapshotExtras extras) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    extras.pending().forEach(pending -> all.add(pending(pending)));
    SnapshotExtras.FindingEvent finding = extras.finding();
    if (finding != null) {
      int at = 0;
      if (finding.denials() > 0) {
        at =
            (int)
                extras.pending().stream()
                    .filter(p -> !finding.isBefore(p.due(), p.sequence()))
                    .count();
      }
      all.add(at, finding(finding));
    }
    return all;
  }

  private static Map<String, @Nullable Object> finding(SnapshotExtras.FindingEvent finding) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("due", finding.due());
    one.put("sequence", finding.sequence());
    if (finding.denials() > 0) {
      one.put("denied", (long) finding.denials());
    }
    one.put("stuck", finding.event());
    one.put("data", ValueCodec.writeMap(finding.data()));
    return one;
  }

  private Map<String, @Nullable Object> pending(PendingEvent pending) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("due", pending.due());
    one.put("sequence", pending.sequence());
    if (pending.denials() > 0) {
      one.put("denied", (long) pending.denials());
    }
    PendingEvent.PendingSend send = pending.send();
    if (pending.event() != null) {
      one.put("offered", deferred(pending.event()));
    } else if (send != null) {
      one.put("send", send.event());
      one.put("data", ValueCodec.writeMap(send.data()));
      if (send.to() != null) {
        one.put("to", send.to());
      }
      if (send.id() != null) {
        one.put("id", send.id());
      }
    } else {
      boolean named = pending.kind() == PendingEvent.Kind.TIMER;
      one.put(
          named ? "timer" : "after",
          named ? model.timers().get(pending.owner()).name() : timedState(pending.owner()));
      if (pending.index() > 0) {
        one.put("part", (long) pending.index());
      }
    }
    return one;
  }

  /**
   * Returns the id of a state with a timer. A timer of the whole chart has the chart's name, or an
   * empty text if a state has that name.
   */
  private String timedState(int state) {
    String id = model.id(state);
    return state == 0 && model.index().number(id) >= 0 ? "" : id;
  }

  private static Map<String, @Nullable Object> deferred(SnapshotExtras.DeferredEvent deferred) {
    Input.Event event = deferred.event();
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("event", event.name());
    if (event.data() != null) {
      one.put("data", ValueCodec.writeMap(event.data()));
    }
    if (event.id() != null) {
      one.put("id", event.id());
    }
    one.put("origin", deferred.origin());
    if (event.sender() != null) {
      one.put("sender", event.sender().toMap());
    }
    return one;
  }

  /** Lists the handled ids. Entries are created on access, as a store writes the newest only. */
  private static List<List<Object>> handled(List<SnapshotExtras.HandledEvent> ids) {
    return new AbstractList<>() {
      @Override
      public List<Object> get(int index) {
        SnapshotExtras.HandledEvent one = ids.get(index);
        return List.of(one.id(), one.outcome(), one.sequence());
      }

      @Override
      public int size() {
        return ids.size();
      }
    };
  }

  private void fields(SnapshotExtras.FieldValues fields) {
    Map<String, Object> one = new LinkedHashMap<>();
    if (!fields.values().isEmpty()) {
      one.put("values", ValueCodec.writeMap(fields.values()));
    }
    if (!fields.errors().isEmpty()) {
      one.put("errors", new LinkedHashMap<>(fields.errors()));
    }
    if (!fields.waived().isEmpty()) {
      one.put("waived", new ArrayList<>(fields.waived()));
    }
    if (!one.isEmpty()) {
      map.put("fields", one);
    }
  }
}

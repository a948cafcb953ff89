package dev.statute.step.internal.plain;

import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes snapshots, names instead of numbers; parts that are empty are left out. */
public final class SnapshotWriter {
  /** The version of the form. */
  static final long FORMAT = 1;

  private final Snapshot snapshot;
  private final CompiledChart model;
  private final Map<String, @Nullable Object> all = new LinkedHashMap<>();

  private SnapshotWriter(Snapshot snapshot) {
    this.snapshot = snapshot;
    model = snapshot.chart().model();
  }

  public static Map<String, @Nullable Object> write(Snapshot snapshot) {
    List<SnapshotExtras.Handled> handled = snapshot.rest().handled().list();
    return write(snapshot, handled.stream().map(SnapshotWriter::handled).toList());
  }

  /**
   * The same with something else in the place of the ids that were handled; nothing if there are
   * none.
   */
  public static Map<String, @Nullable Object> write(Snapshot snapshot, List<?> handled) {
    SnapshotWriter writer = new SnapshotWriter(snapshot);
    writer.write(handled);
    return writer.all;
  }

  private void write(List<?> handled) {
    SnapshotExtras rest = snapshot.rest();
    all.put("format", FORMAT);
    all.put("chart", snapshot.chart().name());
    all.put("version", (long) snapshot.chart().version());
    all.put("hash", snapshot.chart().hash());
    all.put("id", snapshot.id());
    all.put("started", snapshot.startedAt().toEpochMilli());
    all.put("sequence", snapshot.sequence());
    all.put("configuration", snapshot.configuration());
    all.put("data", ValueCodec.map(snapshot.data()));
    history(rest);
    put("timers", rest.pending().stream().map(this::pending).toList());
    if (rest.nextSequence() > 0) {
      all.put("next", rest.nextSequence());
    }
    put("deferred", rest.deferred().stream().map(SnapshotWriter::deferred).toList());
    if (!rest.handled().isEmpty()) {
      all.put("handled", handled);
    }
    if (!rest.invocations().isEmpty()) {
      all.put("invocations", new LinkedHashMap<>(rest.invocations()));
    }
    fields(rest.fields());
    if (rest.tracker().records() > 0) {
      all.put("progress", rest.tracker().toMap());
    }
    if (rest.overrun() != SnapshotExtras.NEVER) {
      all.put("overrun", rest.overrun());
    }
    if (rest.output() != null) {
      all.put("output", ValueCodec.map(rest.output()));
    }
    if (rest.epoch() != 0) {
      all.put("epoch", rest.epoch());
    }
    if (!rest.turn().isEmpty()) {
      all.put("turn", rest.turn());
    }
  }

  private void put(String key, List<?> list) {
    if (!list.isEmpty()) {
      all.put(key, list);
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
      all.put("history", named);
    }
  }

  private Map<String, @Nullable Object> pending(PendingEvent pending) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("due", pending.due());
    one.put("sequence", pending.sequence());
    if (pending.denied() > 0) {
      one.put("denied", (long) pending.denied());
    }
    PendingEvent.Sending send = pending.send();
    if (pending.event() != null) {
      one.put("offered", deferred(pending.event()));
    } else if (send != null) {
      one.put(pending.kind() == PendingEvent.Kind.STUCK ? "stuck" : "send", send.event());
      one.put("data", ValueCodec.map(send.data()));
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
          named ? model.timers().get(pending.owner()).name() : model.id(pending.owner()));
      if (pending.part() > 0) {
        one.put("part", (long) pending.part());
      }
    }
    return one;
  }

  private static Map<String, @Nullable Object> deferred(SnapshotExtras.Deferred deferred) {
    Input.Event event = deferred.event();
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("event", event.name());
    if (event.data() != null) {
      one.put("data", ValueCodec.map(event.data()));
    }
    if (event.id() != null) {
      one.put("id", event.id());
    }
    one.put("origin", deferred.origin());
    if (event.sender() != null) {
      one.put("sender", PlainSender.write(event.sender()));
    }
    return one;
  }

  /** One of the ids that were handled, as a snapshot has it. */
  public static List<Object> handled(SnapshotExtras.Handled handled) {
    return List.of(handled.id(), handled.outcome(), handled.sequence());
  }

  private void fields(SnapshotExtras.FieldValues fields) {
    Map<String, Object> one = new LinkedHashMap<>();
    if (!fields.values().isEmpty()) {
      one.put("values", ValueCodec.map(fields.values()));
    }
    if (!fields.errors().isEmpty()) {
      one.put("errors", new LinkedHashMap<>(fields.errors()));
    }
    if (!fields.waived().isEmpty()) {
      one.put("waived", new ArrayList<>(fields.waived()));
    }
    if (!one.isEmpty()) {
      all.put("fields", one);
    }
  }
}

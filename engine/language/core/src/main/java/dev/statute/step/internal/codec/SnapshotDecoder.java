package dev.statute.step.internal.codec;

import dev.statute.policy.spi.ProgressState;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.HandledEventIds;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of the form of {@link SnapshotEncoder}. Bytes with another checksum are not read; what
 * remains is checked as a snapshot in JSON is.
 */
public final class SnapshotDecoder {
  private static final int LEAST_SIZE = 2 + SnapshotEncoder.HASH_SIZE + Integer.BYTES;
  private static final PendingEvent.Kind[] KINDS = PendingEvent.Kind.values();

  private final Chart chart;
  private final CompiledChart model;
  private final BinaryReader in;

  private SnapshotDecoder(Chart chart, BinaryReader in) {
    this.chart = chart;
    model = chart.model();
    this.in = in;
  }

  /** Decodes a snapshot, see {@link Snapshot#fromBytes}. */
  public static Loaded<Snapshot> decode(
      byte[] bytes, Function<String, @Nullable Chart> charts, String file) {
    Problem damage = damage(bytes, file);
    if (damage != null) {
      return new Loaded<>(null, List.of(damage));
    }
    BinaryReader in = new BinaryReader(bytes, bytes.length - Integer.BYTES);
    in.raw(2);
    String hash =
        SnapshotEncoder.HASH_PREFIX + HexFormat.of().formatHex(in.raw(SnapshotEncoder.HASH_SIZE));
    Chart chart = charts.apply(hash);
    if (chart == null || !chart.hash().equals(hash)) {
      return new Loaded<>(null, List.of(otherChart(hash, chart, file)));
    }
    try {
      return new Loaded<>(new SnapshotDecoder(chart, in).read(), List.of());
    } catch (RuntimeException e) {
      String message = "this is no snapshot of chart '" + chart.name() + "': " + e.getMessage();
      return new Loaded<>(null, List.of(unreadable(file, in.position(), message)));
    }
  }

  private static @Nullable Problem damage(byte[] bytes, String file) {
    if (bytes.length < LEAST_SIZE || (bytes[0] & 0xFF) != SnapshotEncoder.MAGIC) {
      return unreadable(file, 0, "these " + bytes.length + " bytes are no snapshot");
    }
    if (bytes[1] != SnapshotEncoder.FORMAT) {
      return Problem.error(
          "L205",
          new Place(file, 1, 2),
          "the snapshot is in binary format %d; this engine reads format %d"
              .formatted(bytes[1], SnapshotEncoder.FORMAT),
          "use an engine at least as new as the one that wrote it");
    }
    int end = bytes.length - Integer.BYTES;
    return ByteBuffer.wrap(bytes).getInt(end) == BinaryWriter.checksum(bytes, end)
        ? null
        : unreadable(file, end, "the snapshot is damaged: its checksum differs");
  }

  private static Problem unreadable(String file, int offset, String message) {
    return Problem.error(
        "L204", new Place(file, 1, offset + 1), message, "restore it from a backup");
  }

  private static Problem otherChart(String hash, @Nullable Chart found, String file) {
    return Problem.error(
        "L206",
        new Place(file, 1, 3),
        "the snapshot is of the chart with hash %s, %s"
            .formatted(
                hash,
                found == null
                    ? "which is not known here"
                    : "not of '%s' version %d (%s)"
                        .formatted(found.name(), found.version(), found.hash())),
        "give the chart that the instance was started with, or a migration plan from it");
  }

  private Snapshot read() {
    int parts = in.integer();
    if ((parts & ~SnapshotEncoder.ALL_PARTS) != 0) {
      throw new IllegalArgumentException("it has unknown parts");
    }
    String id = in.text();
    long started = in.signed();
    long sequence = in.number();
    StateSet active = new StateSet(model.size());
    for (int left = in.size(); left > 0; left--) {
      model.addWithAncestors(in.index(model.size(), "state"), active);
    }
    Map<String, ?> data = has(parts, SnapshotEncoder.DATA) ? in.map(model.dataNames()) : Map.of();
    SnapshotExtras rest =
        parts == 0 || parts == SnapshotEncoder.DATA ? SnapshotExtras.NONE : extras(parts, started);
    if (!in.isAtEnd()) {
      throw new IllegalArgumentException("it goes on after its end");
    }
    new ConfigurationValidator(model, active).validate(rest, sequence);
    return new Snapshot(chart, id, model.configuration(active), data, rest, started, sequence);
  }

  private static boolean has(int parts, int part) {
    return (parts & part) != 0;
  }

  /** Reads the parts in the order in which they were written. */
  private SnapshotExtras extras(int parts, long started) {
    List<PendingEvent> pending =
        has(parts, SnapshotEncoder.TIMERS) ? list(() -> pending(started)) : List.of();
    HandledEventIds handled =
        has(parts, SnapshotEncoder.HANDLED) ? handled() : HandledEventIds.NONE;
    ProgressState progress =
        has(parts, SnapshotEncoder.PROGRESS)
            ? model.tracking().restore(in.map())
            : ProgressState.NONE;
    long next = has(parts, SnapshotEncoder.NEXT) ? in.number() : 0;
    Map<Integer, int[]> history = has(parts, SnapshotEncoder.HISTORY) ? history() : Map.of();
    List<SnapshotExtras.DeferredEvent> deferred =
        has(parts, SnapshotEncoder.DEFERRED) ? list(this::deferred) : List.of();
    Map<String, Long> invocations =
        has(parts, SnapshotEncoder.INVOCATIONS) ? entries(Long.class) : Map.of();
    SnapshotExtras.FieldValues fields =
        has(parts, SnapshotEncoder.FIELDS) ? fields() : SnapshotExtras.FieldValues.NONE;
    long overrun = has(parts, SnapshotEncoder.OVERRUN) ? in.signed() : SnapshotExtras.NEVER;
    Map<String, ?> output = has(parts, SnapshotEncoder.OUTPUT) ? in.map() : null;
    boolean fenced = has(parts, SnapshotEncoder.FENCE);
    return new SnapshotExtras(
        history,
        pending,
        next,
        deferred,
        handled,
        invocations,
        fields,
        progress,
        overrun,
        output,
        fenced ? in.number() : 0,
        fenced ? in.text() : "");
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> all = new ArrayList<>();
    for (int left = in.size(); left > 0; left--) {
      all.add(element.get());
    }
    return List.copyOf(all);
  }

  private <T> Map<String, T> entries(Class<T> type) {
    Map<String, T> all = new LinkedHashMap<>();
    in.map().forEach((key, value) -> all.put(key, type.cast(value)));
    return all;
  }

  private PendingEvent pending(long started) {
    long due = in.signed() + started;
    long sequence = in.number();
    PendingEvent.Kind kind = KINDS[in.index(KINDS.length, "kind of timers")];
    int owner =
        in.index(kind == PendingEvent.Kind.TIMER ? model.timers().size() : model.size(), "owner");
    int index = in.integer();
    if (kind == PendingEvent.Kind.AFTER && index >= model.state(owner).after().size()) {
      throw new IllegalArgumentException("'" + model.state(owner).id() + "' has no timer " + index);
    }
    int denials = in.integer();
    int content = in.index(4, "content of timers");
    PendingEvent.PendingSend send =
        (content & 1) == 0
            ? null
            : new PendingEvent.PendingSend(in.text(), in.map(), in.nullable(), in.nullable());
    return new PendingEvent(
        due, sequence, kind, owner, index, send, (content & 2) == 0 ? null : deferred(), denials);
  }

  private SnapshotExtras.DeferredEvent deferred() {
    String name = in.text();
    Map<String, ?> data = in.nullableMap();
    String id = in.nullable();
    String origin = in.text();
    Input.Sender sender =
        in.flag() ? new Input.Sender(in.nullable(), in.nullable(), in.nullable()) : null;
    return new SnapshotExtras.DeferredEvent(new Input.Event(name, data, id, sender), origin);
  }

  private HandledEventIds handled() {
    int size = in.size();
    List<SnapshotExtras.HandledEvent> all = new ArrayList<>(size);
    String previous = "";
    long sequence = 0;
    for (int i = 0; i < size; i++) {
      int shared = in.index(previous.length() + 1, "character");
      String id = previous.substring(0, shared).concat(in.text());
      int kind = in.index(SnapshotEncoder.OUTCOMES.size(), "outcome");
      String outcome = kind == 0 ? in.text() : SnapshotEncoder.OUTCOMES.get(kind);
      sequence += in.signed();
      all.add(new SnapshotExtras.HandledEvent(id, outcome, sequence));
      previous = id;
    }
    return HandledEventIds.of(all);
  }

  private Map<Integer, int[]> history() {
    Map<Integer, int[]> history = new LinkedHashMap<>();
    for (int left = in.size(); left > 0; left--) {
      int state = in.index(model.size(), "state");
      int[] states = new int[in.size()];
      for (int i = 0; i < states.length; i++) {
        states[i] = in.index(model.size(), "state");
      }
      history.put(state, states);
    }
    return history;
  }

  private SnapshotExtras.FieldValues fields() {
    Map<String, ?> values = in.map();
    Map<String, String> errors = entries(String.class);
    Set<String> waived = new LinkedHashSet<>(list(in::text));
    return new SnapshotExtras.FieldValues(values, errors, waived);
  }
}

package dev.statute.step.internal.codec;

import dev.statute.step.Input;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Encoder of snapshots into bytes. The form has numbers of states, timers and declared data in
 * place of names, which are those of the chart with the hash at its start:
 *
 * <pre>
 * magic, version (1 byte each), hash of the chart (32), numbers of the parts that follow (LEB128)
 * id, start, sequence, atomic states, parts, CRC-32C of all (4)
 * </pre>
 *
 * <p>A part is present where its bit is set. Parts are never reordered; a change of the form is a
 * new version.
 */
public final class SnapshotEncoder {
  static final int MAGIC = 0xD5;

  /** Version of the form. */
  static final int FORMAT = 1;

  static final int HASH_SIZE = 32;
  static final String HASH_PREFIX = "sha256:";

  static final int DATA = 1;
  static final int TIMERS = 1 << 1;
  static final int HANDLED = 1 << 2;
  static final int PROGRESS = 1 << 3;
  static final int NEXT = 1 << 4;
  static final int HISTORY = 1 << 5;
  static final int DEFERRED = 1 << 6;
  static final int INVOCATIONS = 1 << 7;
  static final int FIELDS = 1 << 8;
  static final int OVERRUN = 1 << 9;
  static final int OUTPUT = 1 << 10;
  static final int FENCE = 1 << 11;
  static final int ALL_PARTS = (1 << 12) - 1;

  /** Kinds of outcomes by number. A new kind is added at the end. */
  static final List<String> OUTCOMES =
      List.of(
          "",
          "started",
          "taken",
          "recorded",
          "ignored",
          "blocked",
          "denied",
          "deferred",
          "rejected",
          "duplicate",
          "failed");

  private final Snapshot snapshot;
  private final SnapshotExtras rest;
  private final CompiledChart model;
  private final BinaryWriter out = new BinaryWriter();

  private SnapshotEncoder(Snapshot snapshot) {
    this.snapshot = snapshot;
    rest = snapshot.extras();
    model = snapshot.chart().model();
  }

  /** Encodes a snapshot; equal snapshots give equal bytes. */
  public static byte[] encode(Snapshot snapshot) {
    return new SnapshotEncoder(snapshot).encode();
  }

  private byte[] encode() {
    int parts = parts();
    out.octet(MAGIC);
    out.octet(FORMAT);
    out.raw(hash(snapshot.chart().hash()));
    out.number(parts);
    out.text(snapshot.id());
    out.signed(snapshot.startedAt().toEpochMilli());
    out.number(snapshot.sequence());
    int[] atomic = snapshot.activeConfiguration().atomic();
    out.number(atomic.length);
    for (int state : atomic) {
      out.number(state);
    }
    writeParts(parts);
    return out.toBytes();
  }

  static byte[] hash(String hash) {
    return HexFormat.of().parseHex(hash, HASH_PREFIX.length(), hash.length());
  }

  private int parts() {
    return bit(DATA, !snapshot.data().isEmpty())
        | bit(TIMERS, !rest.pending().isEmpty())
        | bit(HANDLED, !rest.handled().isEmpty())
        | bit(PROGRESS, rest.progress().records() > 0)
        | bit(NEXT, rest.nextSequence() > 0)
        | bit(HISTORY, !rest.history().isEmpty())
        | bit(DEFERRED, !rest.deferred().isEmpty())
        | bit(INVOCATIONS, !rest.invocations().isEmpty())
        | bit(FIELDS, !rest.fields().equals(SnapshotExtras.FieldValues.NONE))
        | bit(OVERRUN, rest.findingDeadline() != SnapshotExtras.NEVER)
        | bit(OUTPUT, rest.output() != null)
        | bit(FENCE, rest.epoch() != 0 || !rest.turn().isEmpty());
  }

  private static int bit(int part, boolean isPresent) {
    return isPresent ? part : 0;
  }

  private void writeParts(int parts) {
    if ((parts & DATA) != 0) {
      out.map(snapshot.data(), model.dataNames());
    }
    if ((parts & TIMERS) != 0) {
      out.number(rest.pending().size());
      rest.pending().forEach(this::pending);
    }
    if ((parts & HANDLED) != 0) {
      handled(rest.handled().list());
    }
    if ((parts & PROGRESS) != 0) {
      out.map(rest.progress().toCompactMap());
    }
    if ((parts & NEXT) != 0) {
      out.number(rest.nextSequence());
    }
    if ((parts & HISTORY) != 0) {
      history();
    }
    if ((parts & DEFERRED) != 0) {
      out.number(rest.deferred().size());
      rest.deferred().forEach(this::deferred);
    }
    writeRareParts(parts);
  }

  private void writeRareParts(int parts) {
    if ((parts & INVOCATIONS) != 0) {
      out.map(rest.invocations());
    }
    if ((parts & FIELDS) != 0) {
      out.map(rest.fields().values());
      out.map(rest.fields().errors());
      out.number(rest.fields().waived().size());
      rest.fields().waived().forEach(out::text);
    }
    if ((parts & OVERRUN) != 0) {
      out.signed(rest.findingDeadline());
    }
    Map<String, ?> output = rest.output();
    if (output != null) {
      out.map(output);
    }
    if ((parts & FENCE) != 0) {
      out.number(rest.epoch());
      out.text(rest.turn());
    }
  }

  /** Writes a pending event; its instant as the distance from the start, which is short. */
  @SuppressWarnings("EnumOrdinal") // the order of the kinds is part of the format
  private void pending(PendingEvent pending) {
    out.signed(pending.due() - snapshot.startedAt().toEpochMilli());
    out.number(pending.sequence());
    out.octet(pending.kind().ordinal());
    out.number(pending.owner());
    out.number(pending.index());
    out.number(pending.denials());
    PendingEvent.PendingSend send = pending.send();
    SnapshotExtras.DeferredEvent event = pending.event();
    out.octet((send == null ? 0 : 1) | (event == null ? 0 : 2));
    if (send != null) {
      out.text(send.event());
      out.map(send.data());
      out.nullable(send.to());
      out.nullable(send.id());
    }
    if (event != null) {
      deferred(event);
    }
  }

  private void deferred(SnapshotExtras.DeferredEvent deferred) {
    Input.Event event = deferred.event();
    out.text(event.name());
    out.nullableMap(event.data());
    out.nullable(event.id());
    out.text(deferred.origin());
    Input.Sender sender = event.sender();
    out.octet(sender == null ? 0 : 1);
    if (sender != null) {
      out.nullable(sender.origin());
      out.nullable(sender.sendid());
      out.nullable(sender.invokeid());
    }
  }

  /** Writes the handled ids, each without the characters that it shares with the one before. */
  private void handled(List<SnapshotExtras.HandledEvent> ids) {
    out.number(ids.size());
    String previous = "";
    long sequence = 0;
    for (SnapshotExtras.HandledEvent each : ids) {
      int shared = sharedPrefix(previous, each.id());
      out.number(shared);
      out.text(each.id().substring(shared));
      int kind = OUTCOMES.indexOf(each.outcome());
      out.number(Math.max(0, kind));
      if (kind <= 0) {
        out.text(each.outcome());
      }
      out.signed(each.sequence() - sequence);
      sequence = each.sequence();
      previous = each.id();
    }
  }

  private static int sharedPrefix(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int shared = 0;
    while (shared < most && one.charAt(shared) == other.charAt(shared)) {
      shared++;
    }
    return shared;
  }

  private void history() {
    out.number(rest.history().size());
    for (int state = 0; state < model.size(); state++) {
      int[] states = rest.history().get(state);
      if (states != null) {
        out.number(state);
        out.number(states.length);
        for (int each : states) {
          out.number(each);
        }
      }
    }
  }
}

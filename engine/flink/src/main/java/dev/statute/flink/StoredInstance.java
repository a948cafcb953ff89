package dev.statute.flink;

import dev.statute.problem.Loaded;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Instance in keyed state: its snapshot, or the bytes of one that was not used since it was read.
 * So a backend restores state before the charts are there, and a snapshot that cannot be read
 * concerns its own key only. Confined to one thread.
 */
final class StoredInstance {
  private @Nullable Snapshot snapshot;
  private byte @Nullable [] bytes;

  private StoredInstance(@Nullable Snapshot snapshot, byte @Nullable [] bytes) {
    this.snapshot = snapshot;
    this.bytes = bytes;
  }

  static StoredInstance of(Snapshot snapshot) {
    return new StoredInstance(snapshot, null);
  }

  static StoredInstance of(byte[] bytes) {
    return new StoredInstance(null, bytes);
  }

  byte[] toBytes() {
    byte[] known = bytes;
    if (known == null) {
      known = Objects.requireNonNull(snapshot).toBytes();
    }
    return known;
  }

  /** Returns the snapshot of one of these charts; a snapshot of another object is read again. */
  Loaded<Snapshot> read(Function<String, @Nullable Chart> charts, String file) {
    Snapshot known = snapshot;
    if (known != null && charts.apply(known.chart().hash()) == known.chart()) {
      return new Loaded<>(known, List.of());
    }
    Loaded<Snapshot> read = Snapshot.fromBytes(toBytes(), charts, file);
    if (read.value() != null) {
      snapshot = read.value();
      bytes = null;
    }
    return read;
  }
}

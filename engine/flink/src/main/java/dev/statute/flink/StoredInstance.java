package dev.statute.flink;

import dev.statute.json.SnapshotJson;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Instance in keyed state: its snapshot, or the JSON of one that was not used since it was read. So
 * a backend restores state before the charts are there, and a snapshot that cannot be read concerns
 * its own key only. Thread-safe: the heap backend writes checkpoints on a thread of its own while
 * the task reads.
 */
final class StoredInstance {
  /** A {@link Snapshot} or an array of bytes; one field, so that both threads see one of them. */
  private volatile Object content;

  private StoredInstance(Object content) {
    this.content = content;
  }

  static StoredInstance of(Snapshot snapshot) {
    return new StoredInstance(snapshot);
  }

  static StoredInstance of(byte[] bytes) {
    return new StoredInstance(bytes);
  }

  byte[] toBytes() {
    Object present = content;
    return present instanceof Snapshot snapshot
        ? SnapshotJson.write(snapshot).getBytes(StandardCharsets.UTF_8)
        : (byte[]) present;
  }

  /** Returns the snapshot of one of these charts; a snapshot of another object is read again. */
  Loaded<Snapshot> read(Function<String, @Nullable Chart> charts, String file) {
    if (content instanceof Snapshot known && charts.apply(known.chart().hash()) == known.chart()) {
      return new Loaded<>(known, List.of());
    }
    Source source = new Source(file, new String(toBytes(), StandardCharsets.UTF_8));
    Loaded<Snapshot> read = SnapshotJson.read(source, charts);
    Snapshot value = read.value();
    if (value != null) {
      content = value;
    }
    return read;
  }
}

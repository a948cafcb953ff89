package dev.statute.turns;

import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Codec that stores values as numbers: as exact as JSON, and fast. The text contains the boxes that
 * the values name, because retention searches for them.
 */
final class InterningCodec implements TurnCodec {
  private final Map<String, Snapshot> snapshots = new HashMap<>();
  private final Map<String, Map<String, ?>> values = new HashMap<>();

  @Override
  public String write(Snapshot snapshot) {
    String text = "s" + snapshots.size();
    snapshots.put(text, snapshot);
    return text;
  }

  @Override
  public Snapshot read(String text, Chart chart) {
    return Objects.requireNonNull(snapshots.get(text), text);
  }

  @Override
  public String write(Map<String, ?> written) {
    String text = "v" + values.size() + box(written, "context_box") + box(written, "output_box");
    values.put(text, written);
    return text;
  }

  private static String box(Map<String, ?> written, String key) {
    Object named = written.get(key);
    return named == null ? "" : " " + named;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Map<String, @Nullable Object> read(String text) {
    Map<String, ?> found = values.get(text);
    if (found == null) {
      throw new IllegalArgumentException("nobody wrote " + text);
    }
    return (Map<String, @Nullable Object>) found;
  }
}

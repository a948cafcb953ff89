package dev.statute.turns;

import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of snapshots and plain values as stored text. Decoding returns an equal value. Thread-safe.
 */
public interface TurnCodec {
  String write(Snapshot snapshot);

  /**
   * Decodes a snapshot.
   *
   * @throws IllegalArgumentException if the text is no snapshot of this chart
   */
  Snapshot read(String text, Chart chart);

  String write(Map<String, ?> values);

  /**
   * Decodes values.
   *
   * @throws IllegalArgumentException if the text contains none
   */
  Map<String, @Nullable Object> read(String text);

  /** Creates a codec from functions, such as those of a JSON library. */
  static TurnCodec of(
      Function<Snapshot, String> writeSnapshot,
      BiFunction<String, Chart, Snapshot> readSnapshot,
      Function<Map<String, ?>, String> writeValues,
      Function<String, Map<String, @Nullable Object>> readValues) {
    return new TurnCodec() {
      @Override
      public String write(Snapshot snapshot) {
        return writeSnapshot.apply(snapshot);
      }

      @Override
      public Snapshot read(String text, Chart chart) {
        return readSnapshot.apply(text, chart);
      }

      @Override
      public String write(Map<String, ?> values) {
        return writeValues.apply(values);
      }

      @Override
      public Map<String, @Nullable Object> read(String text) {
        return readValues.apply(text);
      }
    };
  }
}

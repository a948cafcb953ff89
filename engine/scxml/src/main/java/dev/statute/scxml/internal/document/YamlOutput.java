package dev.statute.scxml.internal.document;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** YAML output with the origin of each part. Confined to one thread. */
public final class YamlOutput {
  private final StringBuilder text = new StringBuilder();

  /** Offset → origin of the text from there on. */
  private final TreeMap<Integer, SourceText> origins = new TreeMap<>();

  private @Nullable SourceText current;

  YamlOutput append(String more) {
    text.append(more);
    return this;
  }

  /** Sets the origin of the text that follows, unless null; returns the previous one. */
  @Nullable SourceText pushOrigin(@Nullable SourceText origin) {
    SourceText before = current;
    recordOrigin(origin);
    return before;
  }

  /** Restores the origin returned by {@link #pushOrigin}. */
  void popOrigin(@Nullable SourceText before) {
    recordOrigin(before);
  }

  private void recordOrigin(@Nullable SourceText origin) {
    if (origin != null) {
      current = origin;
      origins.put(text.length(), origin);
    }
  }

  /** Returns the map from a place in this text to its origin. */
  public UnaryOperator<Place> origins() {
    Source written = new Source("", text.toString());
    return place -> {
      Map.Entry<Integer, SourceText> origin = origins.floorEntry(written.offset(place));
      return origin == null ? place : origin.getValue().place();
    };
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

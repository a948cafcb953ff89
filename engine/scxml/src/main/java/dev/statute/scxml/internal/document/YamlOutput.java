package dev.statute.scxml.internal.document;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** YAML while it is written, and what each part of it was made from. Confined to one thread. */
public final class YamlOutput {
  private final StringBuilder text = new StringBuilder();

  /** Where something else begins to be what the text was made from. */
  private final TreeMap<Integer, SourceText> origins = new TreeMap<>();

  private @Nullable SourceText current;

  YamlOutput append(String more) {
    text.append(more);
    return this;
  }

  /** What follows was made from this, unless it is null; what was said before is returned. */
  @Nullable SourceText pushOrigin(@Nullable SourceText origin) {
    SourceText before = current;
    recordOrigin(origin);
    return before;
  }

  /** What follows is again what {@link #pushOrigin} returned. */
  void popOrigin(@Nullable SourceText before) {
    recordOrigin(before);
  }

  private void recordOrigin(@Nullable SourceText origin) {
    if (origin != null) {
      current = origin;
      origins.put(text.length(), origin);
    }
  }

  /** Place in this text → place of what stands there in what it was made from. */
  public UnaryOperator<Place> origins() {
    dev.statute.problem.Source written = new dev.statute.problem.Source("", text.toString());
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

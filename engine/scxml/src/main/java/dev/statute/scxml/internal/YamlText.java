package dev.statute.scxml.internal;

import dev.statute.problem.Place;
import dev.statute.problem.Text;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** YAML while it is written, and what each part of it was made from. Confined to one thread. */
final class YamlText {
  private final StringBuilder text = new StringBuilder();

  /** Where something else begins to be what the text was made from. */
  private final TreeMap<Integer, Text> origins = new TreeMap<>();

  private @Nullable Text current;

  YamlText append(String more) {
    text.append(more);
    return this;
  }

  /** What follows was made from this, unless it is null; what was said before is returned. */
  @Nullable Text enter(@Nullable Text origin) {
    Text before = current;
    mark(origin);
    return before;
  }

  /** What follows is again what {@link #enter} returned. */
  void leave(@Nullable Text before) {
    mark(before);
  }

  private void mark(@Nullable Text origin) {
    if (origin != null) {
      current = origin;
      origins.put(text.length(), origin);
    }
  }

  /** Place in this text → place of what stands there in what it was made from. */
  UnaryOperator<Place> origins() {
    dev.statute.problem.Source written = new dev.statute.problem.Source("", text.toString());
    return place -> {
      Map.Entry<Integer, Text> origin = origins.floorEntry(written.offset(place));
      return origin == null ? place : origin.getValue().place();
    };
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

package dev.statute.problem;

import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A piece of text that still knows where in its file each of its characters stood, also when
 * quoting, escapes or folded lines moved them. Two texts are equal when value and starting place
 * are. Immutable.
 */
public final class SourceText {
  private final String value;
  private final IntFunction<Place> places;
  private final @Nullable Source source;

  private SourceText(String value, IntFunction<Place> places, @Nullable Source source) {
    this.value = value;
    this.places = places;
    this.source = source;
  }

  /** Text that stands on one line from {@code place} on, character for character. */
  public static SourceText of(String value, Place place) {
    return new SourceText(
        value, offset -> new Place(place.file(), place.line(), place.column() + offset), null);
  }

  /**
   * Text of a known file; {@code places} maps an offset from 0 to {@code value.length()} to its
   * place.
   */
  public static SourceText of(String value, IntFunction<Place> places, Source source) {
    return new SourceText(value, places, source);
  }

  /** Text that no file holds (made by a program); its places carry {@code name} as file. */
  public static SourceText synthetic(String value, String name) {
    return of(value, new Place(name, 1, 1));
  }

  public String value() {
    return value;
  }

  /** Where the first character stands. */
  public Place place() {
    return places.apply(0);
  }

  /** Where the character at {@code offset} stands, 0 ≤ offset ≤ length. */
  public Place placeAt(int offset) {
    return places.apply(Objects.checkIndex(offset, value.length() + 1));
  }

  /** The file this was read from, if it was read from one. */
  public @Nullable Source source() {
    return source;
  }

  /** Whether its file has a quote before the first and behind the last character. */
  public boolean isQuoted() {
    String line = source == null ? null : source.line(place().line());
    int start = place().column() - 1;
    int end = start + value.length();
    return line != null
        && start > 0
        && end < line.length()
        && "'\"".indexOf(line.charAt(start - 1)) >= 0
        && line.charAt(start - 1) == line.charAt(end)
        && line.startsWith(value, start);
  }

  /** The part from {@code start} to {@code end}, with its places. */
  public SourceText slice(int start, int end) {
    return new SourceText(value.substring(start, end), offset -> placeAt(start + offset), source);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourceText that
        && value.equals(that.value)
        && place().equals(that.place());
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}

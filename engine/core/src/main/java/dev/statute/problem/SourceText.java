package dev.statute.problem;

import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Text that maps each of its characters to a place in its file, also across quotes, escapes and
 * folded lines. Two texts are equal if their values and start places are equal. Immutable.
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

  /** Creates text that occupies one line from {@code place}, character for character. */
  public static SourceText of(String value, Place place) {
    return new SourceText(
        value, offset -> new Place(place.file(), place.line(), place.column() + offset), null);
  }

  /**
   * Creates text of a known file; {@code places} maps an offset from 0 to {@code value.length()} to
   * its place.
   */
  public static SourceText of(String value, IntFunction<Place> places, Source source) {
    return new SourceText(value, places, source);
  }

  /** Creates text without a file; its places carry {@code name} as the file. */
  public static SourceText synthetic(String value, String name) {
    return of(value, new Place(name, 1, 1));
  }

  public String value() {
    return value;
  }

  /** Returns the place of the first character. */
  public Place place() {
    return places.apply(0);
  }

  /** Returns the place of the character at {@code offset}, 0 ≤ offset ≤ length. */
  public Place placeAt(int offset) {
    return places.apply(Objects.checkIndex(offset, value.length() + 1));
  }

  /** Returns the file this text was read from, or null. */
  public @Nullable Source source() {
    return source;
  }

  /** Returns true if the file has matching quotes around this text. */
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

  /** Returns the part from {@code start} to {@code end}, with its places. */
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

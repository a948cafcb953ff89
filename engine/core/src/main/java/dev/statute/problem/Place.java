package dev.statute.problem;

import java.util.Comparator;

/**
 * Position in a text file: file name as given by the user, line and column, both from 1. Columns
 * count UTF-16 code units, as editors do.
 */
public record Place(String file, int line, int column) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::file)
          .thenComparingInt(Place::line)
          .thenComparingInt(Place::column);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  /**
   * Formats as {@code line:column}, with the file name only if it differs from that of {@code
   * here}.
   */
  public String relativeTo(Place here) {
    return file.equals(here.file) ? line + ":" + column : toString();
  }

  /** Formats as {@code file:line:column}. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}

package dev.statute.problem;

import java.util.Comparator;

/**
 * A position in a text file: file name as the user gave it, line and column, both from 1. A column
 * counts UTF-16 code units, as editors do.
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
   * {@code line:column}, for somebody who looks at {@code here}; with the file if it is another.
   */
  public String relativeTo(Place here) {
    return file.equals(here.file) ? line + ":" + column : toString();
  }

  /** {@code file:line:column}. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}

package dev.statute.problem;

import java.util.List;

/** A text file as it was read: its name as the user gave it, and its content. Immutable. */
public record Source(String file, String content) {
  /** The line with this number (from 1) without its end, or empty past the last one. */
  public String line(int number) {
    List<String> lines = content.lines().skip(number - 1L).limit(1).toList();
    return lines.isEmpty() ? "" : lines.get(0);
  }
}

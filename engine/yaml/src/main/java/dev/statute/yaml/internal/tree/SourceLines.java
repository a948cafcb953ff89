package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/** Lines of a source, addressed by code points as in SnakeYAML or by line and column. Immutable. */
final class SourceLines {
  private static final int MAX_SHOWN = 200;

  private final Source source;
  private final int @Nullable [] offsets;

  SourceLines(Source source) {
    this.source = source;
    this.offsets = offsets(source.content());
  }

  Source source() {
    return source;
  }

  String content() {
    return source.content();
  }

  /** Returns the start offset of a line (from 1); the text's length past the last one. */
  int start(int line) {
    return source.offset(new Place(source.file(), line, 1));
  }

  /** Returns the text from {@code start} to {@code end}, as in the file. */
  SourceText slice(int start, int end) {
    return SourceText.of(
        content().substring(start, end), offset -> source.place(start + offset), source);
  }

  /**
   * Returns the text from {@code start} to the end of its line or {@code end}, without trailing
   * blanks.
   */
  SourceText firstLine(int start, int end) {
    int stop = start;
    while (stop < end
        && stop < start + MAX_SHOWN
        && content().charAt(stop) != '\n'
        && content().charAt(stop) != '\r') {
      stop++;
    }
    while (stop > start && content().charAt(stop - 1) == ' ') {
      stop--;
    }
    return slice(start, stop);
  }

  /** Converts a number of code points to an offset in UTF-16. */
  int offset(int codePoints) {
    return offsets == null
        ? Math.min(codePoints, content().length())
        : offsets[Math.min(codePoints, offsets.length - 1)];
  }

  private static int @Nullable [] offsets(String content) {
    if (content.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return null;
    }
    int[] offsets = new int[content.codePointCount(0, content.length()) + 1];
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = content.offsetByCodePoints(offsets[i - 1], 1);
    }
    return offsets;
  }
}

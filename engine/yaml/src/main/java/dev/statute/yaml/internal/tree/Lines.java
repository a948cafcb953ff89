package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.Text;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where the lines of a file begin, so that an offset in its text becomes a place. Immutable. */
final class Lines {
  private final Source source;
  private final int[] starts;
  private final int @Nullable [] offsets;

  Lines(Source source) {
    this.source = source;
    this.starts = starts(source.content());
    this.offsets = offsets(source.content());
  }

  Source source() {
    return source;
  }

  String content() {
    return source.content();
  }

  int count() {
    return starts.length;
  }

  /** The offset where this line (from 0) begins; the text's length past the last one. */
  int start(int line) {
    return line < starts.length ? starts[line] : content().length();
  }

  /** The line (from 0) that holds this offset. */
  int lineOf(int offset) {
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found : -found - 2;
  }

  Place place(int offset) {
    int line = lineOf(offset);
    return new Place(source.file(), line + 1, offset - starts[line] + 1);
  }

  /** The text from {@code start} to {@code end}, as it stands in the file. */
  Text slice(int start, int end) {
    return Text.of(content().substring(start, end), offset -> place(start + offset), source);
  }

  /** From {@code start} to the end of its line or {@code end}, without blanks behind. */
  Text firstLine(int start, int end) {
    int stop = start;
    while (stop < end && content().charAt(stop) != '\n' && content().charAt(stop) != '\r') {
      stop++;
    }
    while (stop > start && content().charAt(stop - 1) == ' ') {
      stop--;
    }
    return slice(start, stop);
  }

  /** SnakeYAML counts code points; this is the offset in UTF-16 of that many. */
  int offset(int codePoints) {
    return offsets == null
        ? Math.min(codePoints, content().length())
        : offsets[Math.min(codePoints, offsets.length - 1)];
  }

  private static int[] starts(String content) {
    int[] starts = new int[16];
    int count = 1;
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      boolean pair = c == '\r' && i + 1 < content.length() && content.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !pair)) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  private static int @Nullable [] offsets(String content) {
    if (content.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return null;
    }
    int[] offsets = new int[content.codePointCount(0, content.length()) + 1];
    int at = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = at;
      at += at < content.length() ? Character.charCount(content.codePointAt(at)) : 0;
    }
    return offsets;
  }
}

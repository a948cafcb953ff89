package dev.statute.problem;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Text file with its name as given by the user. Lines end with LF, CR LF or CR. Immutable; line
 * starts are computed lazily.
 */
public final class Source {
  private final String file;
  private final String content;
  private final boolean sheet;
  private volatile int @Nullable [] starts;

  public Source(String file, String content) {
    this(file, content, false);
  }

  private Source(String file, String content, boolean sheet) {
    this.file = file;
    this.content = content;
    this.sheet = sheet;
  }

  /**
   * Creates the table of a spreadsheet: a line per row, with tabs between cells. The column of a
   * place is the number of the cell.
   */
  public static Source ofSheet(String file, String content) {
    return new Source(file, content, true);
  }

  /** Returns whether the content is the table of a spreadsheet. */
  public boolean isSheet() {
    return sheet;
  }

  public String file() {
    return file;
  }

  public String content() {
    return content;
  }

  /**
   * Returns the line with this number (from 1) without its terminator; empty past the last line.
   */
  public String line(int number) {
    int[] known = starts();
    if (number < 1 || number > known.length) {
      return "";
    }
    int start = known[number - 1];
    int end = number < known.length ? known[number] : content.length();
    while (end > start && isBreak(content.charAt(end - 1))) {
      end--;
    }
    return content.substring(start, end);
  }

  /** Returns the place of the character at this offset, 0 ≤ offset ≤ length. */
  public Place place(int offset) {
    int[] known = starts();
    int found = Arrays.binarySearch(known, offset);
    int line = found >= 0 ? found : -found - 2;
    long column =
        sheet
            ? content.substring(known[line], offset).chars().filter(c -> c == '\t').count()
            : offset - known[line];
    return new Place(file, line + 1, (int) column + 1);
  }

  /** Returns the offset of a place in this file; past the end of the file, its length. */
  public int offset(Place place) {
    int[] known = starts();
    return place.line() > known.length
        ? content.length()
        : Math.min(content.length(), known[place.line() - 1] + place.column() - 1);
  }

  private int[] starts() {
    int[] known = starts;
    if (known == null) {
      IntStream next = IntStream.rangeClosed(1, content.length()).filter(this::startsLine);
      known = IntStream.concat(IntStream.of(0), next).toArray();
      starts = known;
    }
    return known;
  }

  private boolean startsLine(int offset) {
    char before = content.charAt(offset - 1);
    boolean insidePair =
        before == '\r' && offset < content.length() && content.charAt(offset) == '\n';
    return isBreak(before) && !insidePair;
  }

  private static boolean isBreak(char c) {
    return c == '\n' || c == '\r';
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Source that && file.equals(that.file) && content.equals(that.content);
  }

  @Override
  public int hashCode() {
    return 31 * file.hashCode() + content.hashCode();
  }

  @Override
  public String toString() {
    return file;
  }
}

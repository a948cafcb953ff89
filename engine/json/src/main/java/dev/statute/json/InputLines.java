package dev.statute.json;

import dev.statute.json.internal.InputLineParser;
import dev.statute.json.internal.JsonReader;
import dev.statute.json.internal.JsonSyntaxError;
import dev.statute.json.internal.LineReader;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reader of input lines, one JSON object each, UTF-8, at most 10 MB a line. An erroneous line
 * becomes an {@link InputLine.Unreadable} and does not affect the next line. Holds one line at a
 * time and reads no further than it must. Confined to one thread.
 */
public final class InputLines {
  private final LineReader lines;
  private final String file;

  /**
   * Creates a reader.
   *
   * @param file name of the file in problems
   */
  public InputLines(InputStream in, String file) {
    this.lines = new LineReader(in);
    this.file = file;
  }

  /**
   * Returns the next line that is not blank, or null at the end.
   *
   * @throws IOException if the stream cannot be read
   */
  public @Nullable InputLine next() throws IOException {
    try {
      LineReader.Line line = lines.next();
      while (line != null && line.text().isBlank()) {
        line = lines.next();
      }
      return line == null ? null : parse(line.number(), line.text(), file);
    } catch (JsonSyntaxError fault) {
      return new InputLine.Unreadable(lines.number(), fault.problem(file, lines.number(), null));
    }
  }

  /** Number of the line that was read last, blank ones included; 0 before the first. */
  public int number() {
    return lines.number();
  }

  /**
   * Parses the text of one line that was read elsewhere.
   *
   * @param file name of the file in problems
   */
  public static InputLine parse(int number, String text, String file) {
    try {
      return InputLineParser.parse(number, JsonReader.object(text));
    } catch (JsonSyntaxError fault) {
      return new InputLine.Unreadable(number, fault.problem(file, number, text));
    }
  }

  /**
   * Parses a line that was read elsewhere, such as a step of a test file.
   *
   * @param places place of a key of the line; of the line itself for the empty text
   */
  public static InputLine parse(int number, Map<String, ?> line, Function<String, Place> places) {
    try {
      return InputLineParser.parse(number, JsonReader.JsonMember.of(line));
    } catch (JsonSyntaxError fault) {
      return new InputLine.Unreadable(
          number,
          Problem.error(fault.code(), places.apply(fault.key()), fault.message(), fault.fix()));
    }
  }
}

package dev.statute.cli.internal.input;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Recorded session as UTF-8, converted from gzip, which is detected by its first bytes, from UTF-8
 * with a byte order mark, or from UTF-16, which such a mark identifies.
 */
public final class RecordedFile {
  private RecordedFile() {}

  public static InputStream open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    try {
      return decode(
          startsWith(in, 0x1F, 0x8B) ? new BufferedInputStream(new GZIPInputStream(in)) : in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Creates the problem of a file that cannot be read to its end. */
  public static Problem unreadable(Path file, IOException e) {
    return Problem.error(
        "L301",
        new Place(file.toString(), 1, 1),
        "this file cannot be read: " + FileTree.reason(e),
        "make it a file that can be read, or leave it out");
  }

  /** Opens a file as text. */
  static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8));
  }

  /** First characters of a file. */
  static String beginning(Path file) throws IOException {
    try (InputStream in = open(file)) {
      return new String(in.readNBytes(4096), StandardCharsets.UTF_8);
    }
  }

  private static InputStream decode(InputStream in) throws IOException {
    if (startsWith(in, 0xEF, 0xBB, 0xBF)) {
      in.skipNBytes(3);
    } else if (startsWith(in, 0xFF, 0xFE) || startsWith(in, 0xFE, 0xFF)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_16);
      in.close();
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
    return in;
  }

  private static boolean startsWith(InputStream in, int... bytes) throws IOException {
    in.mark(bytes.length);
    boolean same = true;
    for (int each : bytes) {
      same &= in.read() == each;
    }
    in.reset();
    return same;
  }
}

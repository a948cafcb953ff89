package dev.statute.yaml.internal.tree;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.sheet.WorkbookReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reader of files: checks size, encoding and characters before parsing. */
public final class SourceFile {
  public static final int MAX_BYTES = 4 << 20;

  private SourceFile() {}

  /** Returns the file's text, or null after a report. */
  public static @Nullable Source read(Path file, ProblemCollector problems) {
    String name = file.toString().replace('\\', '/');
    if (!Files.isRegularFile(file)) {
      String what = Files.isDirectory(file) ? "this is a folder" : "there is no such file";
      problems.add(error("C100", name, what, "check the path"));
      return null;
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      problems.add(error("C100", name, "this file cannot be read", "check who may read it"));
      return null;
    }
    return decoded(name, bytes, problems);
  }

  /** Returns the text of bytes, that of a workbook as a table; see {@link #read}. */
  public static @Nullable Source decoded(String name, byte[] bytes, ProblemCollector problems) {
    if (bytes.length > MAX_BYTES) {
      problems.add(tooLarge(name));
      return null;
    }
    if (WorkbookReader.isWorkbook(name)) {
      return WorkbookReader.read(name, bytes, problems);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    String text = out.flip().toString();
    if (!result.isError()) {
      return new Source(name, text);
    }
    try {
      result.throwException();
    } catch (CharacterCodingException malformed) {
      SourceLines lines = new SourceLines(new Source(name, text));
      Place place = lines.source().place(text.length());
      String value = String.format("%02X", bytes[in.position()]);
      problems.add(
          text.indexOf('\0') >= 0
              ? error("C101", name, "this is a binary file", "name a text file")
              : Problem.error(
                  "C101",
                  place,
                  "the byte " + value + " is not UTF-8 text",
                  "save the file as UTF-8"));
    }
    return null;
  }

  /** Returns the source without a byte order mark, or null after reporting invalid characters. */
  static @Nullable Source checked(Source source, ProblemCollector problems) {
    String content = source.content();
    if (content.length() > MAX_BYTES) {
      problems.add(tooLarge(source.file()));
      return null;
    }
    if (content.startsWith("\uFEFF")) {
      return checked(new Source(source.file(), content.substring(1)), problems);
    }
    for (int at = 0; at < content.length(); ) {
      int c = content.codePointAt(at);
      if (!isText(c)) {
        SourceLines lines = new SourceLines(source);
        problems.error(
            "C101",
            lines.slice(at, at + Character.charCount(c)),
            String.format("the control character U+%04X has no place in a text file", c),
            "remove it; in double quotes it may be written " + String.format("\"\\u%04X\"", c));
        return null;
      }
      at += Character.charCount(c);
    }
    return source;
  }

  private static boolean isText(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0x7E)
        || (c >= 0xA0 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF && c != QuestionMarkEscape.STAND_IN)
        || c >= 0x10000;
  }

  private static Problem tooLarge(String name) {
    return error(
        "C105", name, "this file is larger than " + (MAX_BYTES >> 20) + " MiB", "split the file");
  }

  private static Problem error(String code, String file, String message, String fix) {
    return Problem.error(code, new Place(file, 1, 1), message, fix);
  }
}

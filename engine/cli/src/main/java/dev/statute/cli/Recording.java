package dev.statute.cli;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded session as input lines: our own are streamed, the log of another agent program is read
 * whole and translated. What a file is written in is told from its first lines.
 */
final class Recording implements Closeable {
  private interface Lines {
    @Nullable InputLine next() throws IOException;
  }

  private static final int FIRST_LINE = 1 << 16;

  /** So many lines may be bookkeeping before one tells the format. */
  private static final int FIRST = 8;

  private final @Nullable InputStream stream;
  private final Lines lines;
  private final List<Problem> problems;

  private Recording(@Nullable InputStream stream, Lines lines, List<Problem> problems) {
    this.stream = stream;
    this.lines = lines;
    this.problems = problems;
  }

  /**
   * Opens a file.
   *
   * @param format what it is written in; null = find out
   */
  static Recording open(Path file, @Nullable LogFormat format) throws IOException {
    LogFormat written = format == null ? detect(file) : format;
    if (written == LogFormat.STATUTE) {
      InputStream in = RecordedFile.open(file);
      InputLines own = new InputLines(in, file.toString());
      return new Recording(in, own::next, List.of());
    }
    Loaded<SessionLog> log = SessionLog.read(written, source(file));
    SessionLog session = log.value();
    Iterator<SessionLog.Entry> entries =
        session == null ? List.<SessionLog.Entry>of().iterator() : session.entries().iterator();
    return new Recording(
        null, () -> entries.hasNext() ? line(file, entries.next()) : null, log.problems());
  }

  /**
   * A whole session.
   *
   * @param lines those that cannot be read included
   * @param problems what cannot be read of it
   */
  record Whole(List<InputLine> lines, List<Problem> problems) {}

  /** Reads a file to its end. */
  static Whole whole(Path file, @Nullable LogFormat format) throws IOException {
    List<InputLine> lines = new ArrayList<>();
    Problems problems = new Problems();
    try (Recording recording = open(file, format)) {
      for (InputLine line = recording.next(); line != null; line = recording.next()) {
        lines.add(line);
        if (line instanceof InputLine.Unreadable unreadable) {
          problems.add(unreadable.problem());
        }
      }
      problems.addAll(recording.problems());
    }
    return new Whole(lines, problems.sorted());
  }

  private static InputLine line(Path file, SessionLog.Entry entry) {
    Place place = new Place(file.toString(), entry.line(), 1);
    return InputLines.understand(entry.line(), entry.fields(), key -> place);
  }

  /** A file that is in no known form is read as our own, whose reader says what is wrong. */
  private static LogFormat detect(Path file) throws IOException {
    if (!FileTree.name(file).matches("(?i).*\\.(jsonl|ndjson)(\\.gz)?")) {
      return SessionLog.detect(source(file)).orElse(LogFormat.STATUTE);
    }
    try (BufferedReader reader = RecordedFile.reader(file)) {
      char[] head = new char[FIRST_LINE];
      int length = Math.max(0, reader.read(head));
      String text = new String(head, 0, length).strip();
      LogFormat found = LogFormat.STATUTE;
      int at = 0;
      for (int line = 0; line < FIRST && found == LogFormat.STATUTE && at < text.length(); line++) {
        int end = text.indexOf('\n', at);
        String one = end < 0 ? text.substring(at) : text.substring(at, end);
        found = SessionLog.detect(new Source(file.toString(), one)).orElse(LogFormat.STATUTE);
        at = end < 0 ? text.length() : end + 1;
      }
      return found;
    }
  }

  /** Whether a file holds one document in the form of another agent program. */
  static boolean isOfAnotherProgram(Path file) throws IOException {
    return SessionLog.detect(source(file)).filter(form -> form != LogFormat.STATUTE).isPresent();
  }

  private static Source source(Path file) throws IOException {
    try (InputStream in = RecordedFile.open(file)) {
      return new Source(file.toString(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The next line, or null after the last. */
  @Nullable InputLine next() throws IOException {
    return lines.next();
  }

  /** What could not be read of another program's log. */
  List<Problem> problems() {
    return problems;
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}

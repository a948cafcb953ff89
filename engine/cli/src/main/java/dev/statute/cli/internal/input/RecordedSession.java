package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionDatabase;
import dev.statute.logs.SessionLog;
import dev.statute.logs.SessionReader;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recorded session as input lines: own lines are streamed, the log of another agent program is read
 * as a whole and translated. The first lines determine the format.
 */
public final class RecordedSession implements Closeable {
  private interface LineSource {
    @Nullable InputLine next() throws IOException;
  }

  private final LogFormat format;
  private final @Nullable InputStream stream;
  private final LineSource lines;
  private final Supplier<List<Problem>> problems;
  private final IntSupplier notRead;

  private RecordedSession(
      LogFormat format,
      @Nullable InputStream stream,
      LineSource lines,
      Supplier<List<Problem>> problems,
      IntSupplier notRead) {
    this.format = format;
    this.stream = stream;
    this.lines = lines;
    this.problems = problems;
    this.notRead = notRead;
  }

  /**
   * Opens a file.
   *
   * @param format its format; null = detect
   */
  public static RecordedSession open(Path file, @Nullable LogFormat format) throws IOException {
    Optional<SessionDatabase> database = SessionDatabase.of(file);
    if (database.isPresent()) {
      return ofLog(file, LogFormat.STATUTE, database.get().read(format));
    }
    Optional<UnsupportedForm> unsupported = UnsupportedForm.of(file, format);
    if (unsupported.isPresent()) {
      List<Problem> refused = List.of(unsupported.get().problem(file));
      return new RecordedSession(LogFormat.STATUTE, null, () -> null, () -> refused, () -> 0);
    }
    SessionReader head = new SessionReader(file.toString(), format);
    if (format == null) {
      readHead(file, head);
    }
    LogFormat written = head.format().orElse(LogFormat.STATUTE);
    boolean refused = format == null && (head.format().isEmpty() || !written.isRead());
    if (refused && !head.problems().isEmpty()) {
      List<Problem> why = head.problems();
      return new RecordedSession(written, null, () -> null, () -> why, head::notRead);
    }
    if (written == LogFormat.STATUTE) {
      InputStream in = RecordedFile.open(file);
      InputLines own = new InputLines(in, file.toString());
      SessionLineCheck check = new SessionLineCheck(file.toString());
      return new RecordedSession(
          written, in, () -> checked(own.next(), check), check::problems, check::notRead);
    }
    return ofLog(file, written, SessionLog.read(written, source(file)));
  }

  /**
   * Returns the session of a log that was read.
   *
   * @param unread its format, if it could not be read
   */
  private static RecordedSession ofLog(Path file, LogFormat unread, Loaded<SessionLog> log) {
    SessionLog session = log.value();
    Iterator<SessionLog.Entry> entries =
        session == null ? List.<SessionLog.Entry>of().iterator() : session.entries().iterator();
    return new RecordedSession(
        session == null ? unread : session.format(),
        null,
        () -> entries.hasNext() ? line(file, entries.next()) : null,
        log::problems,
        () -> session == null ? 0 : session.notRead());
  }

  /**
   * Complete session.
   *
   * @param lines including unreadable ones
   * @param problems of unreadable parts
   */
  public record CompleteSession(List<InputLine> lines, List<Problem> problems) {}

  /** Reads a file to its end. */
  public static CompleteSession readAll(Path file, @Nullable LogFormat format) throws IOException {
    List<InputLine> lines = new ArrayList<>();
    ProblemCollector problems = new ProblemCollector();
    try (RecordedSession recording = open(file, format)) {
      for (InputLine line = recording.next(); line != null; line = recording.next()) {
        lines.add(line);
        if (line instanceof InputLine.Unreadable unreadable) {
          problems.add(unreadable.problem());
        }
      }
      problems.addAll(recording.problems());
    }
    return new CompleteSession(lines, problems.sorted());
  }

  private static @Nullable InputLine checked(@Nullable InputLine line, SessionLineCheck check) {
    if (line != null) {
      check.add(line);
    }
    return line;
  }

  private static InputLine line(Path file, SessionLog.Entry entry) {
    Place place = new Place(file.toString(), entry.line(), 1);
    return InputLines.parse(entry.line(), entry.fields(), key -> place);
  }

  /**
   * Reads as many lines as show the format; a file that is no JSON is read as input lines, and
   * their reader reports the problems.
   */
  private static void readHead(Path file, SessionReader head) throws IOException {
    try (BufferedReader reader = RecordedFile.reader(file)) {
      String line = reader.readLine();
      while (line != null && !head.isRecognized()) {
        head.read(line);
        head.drain();
        line = reader.readLine();
      }
      if (line == null) {
        head.finish();
      }
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  /** Tests for one document in the format of another agent program. */
  static boolean isForeignDocument(Path file) throws IOException {
    return SessionLog.detect(source(file)).filter(form -> form != LogFormat.STATUTE).isPresent();
  }

  /** Describes the calls in a document of unknown format, such as {@code 14 tool_use blocks}. */
  static String foreignCalls(Path file) throws IOException {
    Source document = source(file);
    SessionReader reader = new SessionReader(document.file(), LogFormat.STATUTE);
    document.content().lines().forEach(reader::read);
    reader.finish();
    return reader.unreadCalls();
  }

  /** Reads a file as text. */
  public static Source source(Path file) throws IOException {
    try (InputStream in = RecordedFile.open(file)) {
      return new Source(file.toString(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Format of the session. */
  public LogFormat format() {
    return format;
  }

  /** Returns the next line, or null after the last. */
  @Nullable
  public InputLine next() throws IOException {
    return lines.next();
  }

  /** Problems of unread parts, complete at the end; unreadable input lines report their own. */
  public List<Problem> problems() {
    return problems.get();
  }

  /** Number of calls and results that were not read completely, known at the end. */
  public int notRead() {
    return notRead.getAsInt();
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}

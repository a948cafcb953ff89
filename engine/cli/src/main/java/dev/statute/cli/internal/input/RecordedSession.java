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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recorded session as input lines, which are read as they are asked for; the log of another agent
 * program is translated. The first lines determine the format. In memory are those, and then a line
 * at a time; a log that is one document is in memory as a whole.
 */
public final class RecordedSession implements Closeable {
  private interface LineSource {
    @Nullable InputLine next() throws IOException;
  }

  private final LogFormat format;
  private final @Nullable Closeable stream;
  private final LineSource lines;
  private final Supplier<List<Problem>> problems;
  private final IntSupplier notRead;

  private RecordedSession(
      LogFormat format,
      @Nullable Closeable stream,
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
      return of(file, database.get().read(format));
    }
    Optional<UnsupportedForm> unsupported = UnsupportedForm.of(file, format);
    if (unsupported.isPresent()) {
      List<Problem> refused = List.of(unsupported.get().problem(file));
      return new RecordedSession(LogFormat.STATUTE, null, () -> null, () -> refused, () -> 0);
    }
    BufferedReader text = RecordedFile.reader(file);
    TranslatedLines translated = new TranslatedLines(file, text, format);
    RecordedSession opened = null;
    try {
      opened = of(file, format, translated);
      return opened;
    } finally {
      if (opened == null || opened.stream != text) {
        text.close();
      }
    }
  }

  private static RecordedSession of(Path file, @Nullable LogFormat given, TranslatedLines lines)
      throws IOException {
    SessionReader log = lines.log;
    LogFormat written = given == null ? lines.readFormat() : given;
    boolean refused = given == null && (log.format().isEmpty() || !written.isRead());
    if (refused && !log.problems().isEmpty()) {
      List<Problem> why = log.problems();
      return new RecordedSession(written, null, () -> null, () -> why, log::notRead);
    }
    if (written == LogFormat.STATUTE) {
      InputStream in = RecordedFile.open(file);
      InputLines own = new InputLines(in, file.toString());
      SessionLineCheck check = new SessionLineCheck(file.toString());
      return new RecordedSession(
          written, in, () -> checked(own.next(), check), check::problems, check::notRead);
    }
    return new RecordedSession(written, lines.text, lines, log::problems, log::notRead);
  }

  /** Returns a session of a database. */
  private static RecordedSession of(Path file, Loaded<SessionLog> log) {
    SessionLog session = log.value();
    Iterator<SessionLog.Entry> entries =
        session == null ? Collections.emptyIterator() : session.entries().iterator();
    return new RecordedSession(
        session == null ? LogFormat.STATUTE : session.format(),
        null,
        () -> entries.hasNext() ? line(file, entries.next()) : null,
        log::problems,
        () -> session == null ? 0 : session.notRead());
  }

  private static InputLine line(Path file, SessionLog.Entry entry) {
    Place place = new Place(file.toString(), entry.line(), 1);
    return InputLines.parse(entry.line(), entry.fields(), key -> place);
  }

  /** Log of another agent program, translated as its lines are read. Confined to one thread. */
  private static final class TranslatedLines implements LineSource {
    private final Path file;
    private final BufferedReader text;
    private final SessionReader log;
    private final Deque<SessionLog.Entry> entries = new ArrayDeque<>();
    private boolean isEnded;

    TranslatedLines(Path file, BufferedReader text, @Nullable LogFormat format) {
      this.file = file;
      this.text = text;
      this.log = new SessionReader(file.toString(), format);
    }

    /**
     * Reads as many lines as show the format; a file that is no JSON is read as input lines, and
     * their reader reports the problems.
     */
    LogFormat readFormat() throws IOException {
      while (!isEnded && !log.isRecognized()) {
        readLine();
      }
      return log.format().orElse(LogFormat.STATUTE);
    }

    private void readLine() throws IOException {
      String line = text.readLine();
      if (line == null) {
        isEnded = true;
        log.finish();
      } else {
        log.read(line);
      }
    }

    @Override
    public @Nullable InputLine next() throws IOException {
      entries.addAll(log.drain());
      while (entries.isEmpty() && !isEnded) {
        readLine();
        entries.addAll(log.drain());
      }
      SessionLog.Entry entry = entries.poll();
      return entry == null ? null : line(file, entry);
    }
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

package dev.statute.logs;

import dev.statute.json.JsonText;
import dev.statute.logs.internal.DocumentReader;
import dev.statute.logs.internal.FormDraft;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recorded session as records. Immutable.
 *
 * @param format format of the log
 * @param entries in chronological order
 * @param notRead number of calls and results that were not read completely
 */
public record SessionLog(LogFormat format, List<Entry> entries, int notRead) {
  public SessionLog {
    entries = List.copyOf(entries);
  }

  /**
   * Record with its place.
   *
   * @param line number of the line that completed it, from 1; in a log that is one document, the
   *     number of the step, from 1
   * @param fields as the record types have them; values are null, Boolean, Long, Double, String,
   *     List and Map
   */
  public record Entry(int line, Map<String, Object> fields) {}

  /** Detects the format of a log by its first documents; empty if it is unknown. */
  public static Optional<LogFormat> detect(Source log) {
    return detect(log.content().lines().iterator());
  }

  /** Detects the format of a log by as many of its lines as are needed; empty if it is unknown. */
  public static Optional<LogFormat> detect(Iterator<String> lines) {
    SessionReader reader = new SessionReader("", null);
    while (lines.hasNext() && !reader.isRecognized()) {
      reader.read(lines.next());
    }
    if (!lines.hasNext()) {
      reader.finish();
    }
    return reader.format();
  }

  /** Detects the format by one line; empty if the line does not determine it. */
  public static Optional<LogFormat> detect(Map<String, ?> line) {
    return detect(List.of(JsonText.write(line)).iterator());
  }

  /** Returns the begin of a description for the form of a log, see {@link LogFormat#read}. */
  public static String draft(Source log) {
    FormDraft draft = new FormDraft();
    DocumentReader documents = new DocumentReader(log.file());
    log.content().lines().forEach(line -> documents.read(line).forEach(draft::add));
    documents.finish().forEach(draft::add);
    return draft.text();
  }

  /**
   * Reads a log of another program. Unreadable entries are reported as problems and omitted.
   *
   * @throws IllegalArgumentException for {@link LogFormat#STATUTE}, which needs no translation
   */
  public static Loaded<SessionLog> read(LogFormat format, Source log) {
    if (format == LogFormat.STATUTE) {
      throw new IllegalArgumentException("lines of our own are read as they are");
    }
    SessionReader reader = new SessionReader(log.file(), format);
    log.content().lines().forEach(reader::read);
    reader.finish();
    return new Loaded<>(
        new SessionLog(format, reader.drain(), reader.notRead()), reader.problems());
  }
}

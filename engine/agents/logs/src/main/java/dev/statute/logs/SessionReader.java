package dev.statute.logs;

import dev.statute.logs.internal.CallPairing;
import dev.statute.logs.internal.DocumentReader;
import dev.statute.logs.internal.FormatChoice;
import dev.statute.logs.internal.FormatDetection;
import dev.statute.logs.internal.LogDocument;
import dev.statute.logs.internal.LogReader;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Incremental reader of a session log: a line in, records out. The format is determined by the
 * first lines, and may change while they are read; then the records begin anew. A log that is one
 * document is read when it is complete. Confined to one thread.
 */
public final class SessionReader {
  private final String file;
  private final boolean isGiven;
  private final DocumentReader documents;
  private final FormatChoice choice = new FormatChoice();

  /** Documents that are read again if the format changes. */
  private final List<LogDocument> kept = new ArrayList<>();

  private @Nullable LogFormat format;
  private @Nullable LogReader translation;
  private CallPairing calls = new CallPairing();

  /** First document, which is the whole log if no other follows. */
  private @Nullable LogDocument first;

  private int documentCount;
  private int entryCount;
  private int restarts;

  /**
   * Creates a reader before the first line.
   *
   * @param file name of the log in problems
   * @param format null = determined by the lines
   */
  public SessionReader(String file, @Nullable LogFormat format) {
    this.file = file;
    this.isGiven = format != null;
    this.format = format;
    this.documents = new DocumentReader(file);
    this.translation = reader(format);
  }

  private static @Nullable LogReader reader(@Nullable LogFormat format) {
    return format == null || format == LogFormat.STATUTE ? null : LogReader.of(format);
  }

  /** Reads a line without its end. */
  public void read(String line) {
    documents.read(line).forEach(this::add);
  }

  /** Tests whether a last line without an end is a complete line already. */
  public boolean isComplete(String line) {
    return documents.isComplete(line);
  }

  /** Reads a first document that may be the whole log, as no further line is there yet. */
  public void pause() {
    LogDocument whole = first;
    first = null;
    if (whole != null) {
      FormatDetection.unfold(whole).forEach(this::translate);
    }
  }

  /** Ends the log: calls without a result become unresolved records. */
  public void finish() {
    documents.finish().forEach(this::add);
    pause();
    calls.finish();
  }

  private void add(LogDocument document) {
    if (!isGiven && !choice.isComplete()) {
      choice.add(document.node());
      kept.add(document);
      LogFormat best = choice.format();
      if (best == format) {
        consume(document);
      } else {
        restart(best);
      }
      if (choice.isComplete()) {
        kept.clear();
      }
    } else {
      consume(document);
    }
  }

  private void restart(@Nullable LogFormat best) {
    restarts++;
    format = best;
    translation = reader(best);
    calls = new CallPairing();
    documentCount = 0;
    entryCount = 0;
    first = null;
    kept.forEach(this::consume);
  }

  private void consume(LogDocument document) {
    calls.countCalls(document.node());
    documentCount++;
    if (documentCount == 1 && !FormatDetection.members(document.node()).isEmpty()) {
      first = document;
      return;
    }
    LogDocument before = first;
    first = null;
    if (before != null) {
      translate(before);
    }
    translate(document);
  }

  private void translate(LogDocument item) {
    if (translation != null) {
      calls.readUsage(item.node());
      translation.read(item, calls);
    }
  }

  /** Returns the records since the last call, in chronological order. */
  public List<SessionLog.Entry> drain() {
    List<SessionLog.Entry> entries = calls.drain();
    entryCount += entries.size();
    return entries;
  }

  /** Number of times that the records began anew. */
  public int restarts() {
    return restarts;
  }

  /** Format of the log, as far as it is known. */
  public Optional<LogFormat> format() {
    return Optional.ofNullable(format);
  }

  /** Describes the calls that were not read so far; empty if all were. */
  public String unreadCalls() {
    return format == LogFormat.SWE_AGENT ? "" : calls.unreadCalls();
  }

  /**
   * Number of calls and results so far that were not read completely; calls without a result are
   * counted at the end.
   */
  public int notRead() {
    return calls.balance().total() + (format == LogFormat.SWE_AGENT ? 0 : calls.unreadCount());
  }

  /** Problems so far: broken lines and calls in an unknown form. */
  public List<Problem> problems() {
    ProblemCollector problems = new ProblemCollector();
    problems.addAll(documents.problems());
    String unread = unreadCalls();
    LogFormat read = format == null ? LogFormat.STATUTE : format;
    if (!unread.isEmpty()) {
      problems.add(unreadProblem(file, unread, read));
    }
    if (calls.balance().total() > 0) {
      problems.add(
          Problem.error(
              "L303",
              new Place(file, 1, 1),
              String.join(", ", calls.balance().words()) + "; the file was read as " + read.word(),
              "take the whole log, if this is a part of it; or say what it is with --format: "
                  + LogFormat.words()));
    }
    if (entryCount == 0 && format != null) {
      problems.add(
          Problem.error(
              "L301",
              new Place(file, 1, 1),
              "nothing in this file reads as " + format.word(),
              "say what it is with --format: " + LogFormat.words()));
    }
    return problems.sorted();
  }

  /** Creates the problem for calls that no reader knows. */
  public static Problem unreadProblem(String file, String what, LogFormat format) {
    return Problem.error(
        "L303",
        new Place(file, 1, 1),
        what + " in a form that is not read; the file was read as " + format.word(),
        "say what it is with --format: " + LogFormat.words() + "; or write it as one of them");
  }
}

package dev.statute.logs;

import dev.statute.logs.internal.CallPairing;
import dev.statute.logs.internal.DocumentReader;
import dev.statute.logs.internal.FormChoice;
import dev.statute.logs.internal.FormDescription;
import dev.statute.logs.internal.FormReader;
import dev.statute.logs.internal.MarkdownReader;
import dev.statute.logs.internal.text.LogDocument;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Incremental reader of a session log: a line in, records out. The format is determined by the
 * first lines when it or what it gives is asked for; it may change with further ones, and then the
 * records begin anew. A log that is one document is read when it is complete. Confined to one
 * thread.
 */
public final class SessionReader {
  /** Members of input lines of this engine. */
  private static final List<String> OWN =
      List.of("type", "event", "move", "advance", "query", "at");

  private final String file;
  private final boolean isGiven;
  private final DocumentReader documents;
  private final MarkdownReader markdown = new MarkdownReader();
  private final FormChoice choice;

  /** Documents that are read again if the format changes. */
  private final List<LogDocument> kept = new ArrayList<>();

  private @Nullable LogFormat format;
  private CallPairing calls = new CallPairing();
  private @Nullable FormReader translation;
  private boolean hasLines;
  private boolean isMarkdown;
  private boolean isOwn;

  /** Number of the kept documents that were read in the format. */
  private int readCount;

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
    this.choice = new FormChoice(isGiven ? List.of() : LogFormat.descriptions());
    this.translation = reader(format);
  }

  private @Nullable FormReader reader(@Nullable LogFormat given) {
    FormDescription form = given == null ? null : given.description();
    return form == null || !form.refuse().isEmpty() ? null : new FormReader(form, calls);
  }

  /** Reads a line without its end. */
  public void read(String line) {
    if (!hasLines && !line.isBlank()) {
      hasLines = true;
      FormDescription form = format == null ? null : format.description();
      isMarkdown =
          form != null
              ? form.layout().container() == FormDescription.Container.MARKDOWN
              : !isGiven && MarkdownReader.begins(line);
    }
    (isMarkdown ? markdown.read(line) : documents.read(line)).forEach(this::add);
  }

  /** Tests whether a last line without an end is a complete line already. */
  public boolean isComplete(String line) {
    return !isMarkdown && documents.isComplete(line);
  }

  /** Reads a first document that may be the whole log, as no further line is there yet. */
  public void pause() {
    chooseFormat();
    if (translation != null) {
      translation.pause();
    }
  }

  /** Ends the log: calls without a result become unresolved records. */
  public void finish() {
    (isMarkdown ? markdown.finish() : documents.finish()).forEach(this::add);
    chooseFormat();
    if (translation != null) {
      translation.finish();
    }
    calls.finish();
  }

  private void add(LogDocument document) {
    if (isGiven || choice.isComplete()) {
      consume(document);
      return;
    }
    choice.add(document);
    kept.add(document);
    isOwn |=
        !documents.hasSpans()
            && document.value() instanceof Map<?, ?> map
            && OWN.stream().anyMatch(map::containsKey);
    if (choice.isComplete()) {
      chooseFormat();
      kept.clear();
      readCount = 0;
    }
  }

  /** Determines the format by the documents so far, and reads those that were not read in it. */
  private void chooseFormat() {
    if (isGiven || readCount == kept.size()) {
      return;
    }
    LogFormat best = best();
    if (best != format) {
      restarts++;
      format = best;
      calls = new CallPairing();
      translation = reader(best);
      entryCount = 0;
      readCount = 0;
    }
    kept.subList(readCount, kept.size()).forEach(this::consume);
    readCount = kept.size();
  }

  private @Nullable LogFormat best() {
    FormDescription form = choice.form();
    return form != null
        ? LogFormat.of(form)
        : choice.best().isEmpty() && isOwn ? LogFormat.STATUTE : null;
  }

  private void consume(LogDocument document) {
    if (translation != null) {
      translation.read(document);
    } else {
      calls.countCalls(document.value(), Set.of(), Set.of());
    }
  }

  /** Returns the records since the last call, in chronological order. */
  public List<SessionLog.Entry> drain() {
    chooseFormat();
    List<SessionLog.Entry> entries = calls.drain();
    entryCount += entries.size();
    return entries;
  }

  /** Tokens that the log says were used so far; 0 if it says nothing of tokens. */
  public long tokens() {
    return calls.tokens();
  }

  /** Cost that the log says so far; 0 if it says nothing of it. */
  public double cost() {
    return calls.cost();
  }

  /** Number of times that the records began anew. */
  public int restarts() {
    chooseFormat();
    return restarts;
  }

  /** Tests whether further lines change nothing about the format. */
  public boolean isRecognized() {
    return isGiven || choice.isComplete();
  }

  /** Format of the log, as far as it is known. */
  public Optional<LogFormat> format() {
    chooseFormat();
    return Optional.ofNullable(format);
  }

  /** Describes the calls that were not read so far; empty if all were. */
  public String unreadCalls() {
    chooseFormat();
    return calls.unreadCalls();
  }

  /**
   * Number of calls and results so far that were not read completely; calls without a result are
   * counted at the end.
   */
  public int notRead() {
    chooseFormat();
    return calls.balance().total() + calls.unreadCount();
  }

  /** Problems so far: broken lines and calls in an unknown form. */
  public List<Problem> problems() {
    chooseFormat();
    ProblemCollector problems = new ProblemCollector();
    Problem refusal = refusal();
    if (refusal != null) {
      return List.of(refusal);
    }
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

  /** Reason why the file is not read at all; null if it is. */
  private @Nullable Problem refusal() {
    FormDescription form = format == null ? null : format.description();
    if (form != null && !form.refuse().isEmpty()) {
      return refusal("this is in the form " + form.name() + ", which is not read", form.refuse());
    }
    if (format != null || choice.isEmpty()) {
      return null;
    }
    List<String> names = choice.best().stream().map(FormDescription::name).sorted().toList();
    if (!names.isEmpty()) {
      return refusal(
          "this file fits " + String.join(" and ", names) + " equally well",
          "say which it is with --format");
    }
    String unread = calls.unreadCalls();
    return refusal(
        "this is JSON in a form that is not known" + (unread.isEmpty() ? "" : ", with " + unread),
        "say what it is with --format: "
            + LogFormat.words()
            + "; or describe its form: 'statute scan --describe FILE' begins a description");
  }

  private Problem refusal(String message, String fix) {
    return Problem.error("L301", new Place(file, 1, 1), message, fix);
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

package dev.statute.logs.internal;

import dev.statute.logs.internal.text.JsonSpan;
import dev.statute.logs.internal.text.JsonValues;
import dev.statute.logs.internal.text.LogDocument;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of JSON documents from lines that arrive one by one: a document per line, or documents
 * that extend over several lines. A broken line is a problem and costs no other line. Confined to
 * one thread.
 */
public final class DocumentReader {
  private final String file;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> spanLines = new ArrayList<>();
  private @Nullable JsonSpan span;
  private int spanStart;
  private int number;
  private boolean hasDocuments;
  private boolean hasSpans;
  private boolean isBroken;

  /**
   * Creates a reader before its first line.
   *
   * @param file name of the file in problems
   */
  public DocumentReader(String file) {
    this.file = file;
  }

  /** Reads a line without its end, and returns the documents that it completes. */
  public List<LogDocument> read(String line) {
    List<LogDocument> complete = new ArrayList<>();
    number++;
    readLine(number, line, complete);
    hasDocuments |= !complete.isEmpty();
    return complete;
  }

  /** Reads what is left of a document that ends too early. */
  public List<LogDocument> finish() {
    List<LogDocument> complete = new ArrayList<>();
    while (span != null) {
      abandonSpan(complete);
    }
    hasDocuments |= !complete.isEmpty();
    return complete;
  }

  /** Tests whether a text that may be continued is complete as the next line. */
  public boolean isComplete(String line) {
    if (line.isBlank() || isBroken) {
      return false;
    }
    if (span == null) {
      return JsonValues.parseAll(line, 1).brokenAt() == 0;
    }
    JsonSpan extended = new JsonSpan();
    spanLines.forEach(extended::add);
    return extended.add(line) == JsonSpan.Status.COMPLETE;
  }

  /** Tests for a document that extends over several lines. */
  public boolean hasSpans() {
    return hasSpans;
  }

  /** Problems of broken lines; none for a text that has no JSON at all. */
  public List<Problem> problems() {
    return hasDocuments ? problems : List.of();
  }

  private void readLine(int at, String line, List<LogDocument> complete) {
    if (isBroken) {
      return;
    }
    if (span != null) {
      extendSpan(span, line, complete);
      return;
    }
    if (line.isBlank()) {
      return;
    }
    JsonValues.ParsedValues values = JsonValues.parseAll(line, at);
    if (values.brokenAt() == 0) {
      complete.addAll(values.documents());
      return;
    }
    JsonSpan begun = new JsonSpan();
    if (begun.add(line) == JsonSpan.Status.OPEN) {
      span = begun;
      spanStart = at;
      spanLines.add(line);
    } else if (hasSpans) {
      addEndProblem(at);
    } else {
      addLineProblem(at);
      complete.addAll(values.documents());
    }
  }

  private void extendSpan(JsonSpan open, String line, List<LogDocument> complete) {
    spanLines.add(line);
    JsonSpan.Status status = open.add(line);
    if (status == JsonSpan.Status.BROKEN) {
      abandonSpan(complete);
    } else if (status == JsonSpan.Status.COMPLETE) {
      complete.addAll(JsonValues.parseAll(String.join("\n", spanLines), spanStart).documents());
      hasSpans = true;
      closeSpan();
    }
  }

  /** Reads the lines of a span again, each by itself, as together they are no JSON. */
  private void abandonSpan(List<LogDocument> complete) {
    List<String> lines = List.copyOf(spanLines);
    int start = spanStart;
    closeSpan();
    if (hasSpans) {
      addEndProblem(start);
      return;
    }
    addLineProblem(start);
    complete.addAll(JsonValues.parseAll(lines.get(0), start).documents());
    for (int i = 1; i < lines.size(); i++) {
      readLine(start + i, lines.get(i), complete);
    }
  }

  private void closeSpan() {
    span = null;
    spanLines.clear();
  }

  private void addLineProblem(int at) {
    problems.add(
        Problem.error(
            "L302",
            new Place(file, at, 1),
            "this line is no JSON object; it is left out",
            "write one JSON object to a line, or one JSON document to the file"));
  }

  private void addEndProblem(int at) {
    isBroken = true;
    problems.add(
        Problem.error(
            "L302",
            new Place(file, at, 1),
            "from here on this is no JSON; it is left out",
            "write one JSON object to a line, or whole JSON documents to the file"));
  }
}

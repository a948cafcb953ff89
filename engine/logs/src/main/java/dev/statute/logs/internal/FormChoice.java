package dev.statute.logs.internal;

import dev.statute.logs.internal.text.LogDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the form of a log by its first documents. A form that any of its looks shows is a
 * candidate; of several, the one that takes most of these documents and leaves least. The order of
 * the forms is of no account. Confined to one thread.
 */
public final class FormChoice {
  private static final int MAX_DOCUMENTS = 64;
  private static final int MAX_ENTRIES = 30;

  /** Forms that no document shows so far. */
  private final List<FormDescription> unseen;

  private final List<FormDescription> seen = new ArrayList<>();
  private final List<LogDocument> documents = new ArrayList<>();
  private int count;

  /** Forms that fit best; null = to be found. */
  private @Nullable List<FormDescription> best = List.of();

  /** Creates a choice before the first document. */
  public FormChoice(List<FormDescription> forms) {
    unseen = new ArrayList<>(forms);
  }

  /** Considers a further document. */
  public void add(LogDocument document) {
    count++;
    documents.add(document);
    best = null;
    CallPairing none = new CallPairing(); // looks take nothing
    unseen.removeIf(form -> isShown(form, document, none) && seen.add(form));
    if (isComplete()) {
      best();
      documents.clear();
      unseen.clear();
    }
  }

  private static boolean isShown(FormDescription form, LogDocument document, CallPairing none) {
    EntryReader reader = new EntryReader(form, none);
    for (LogDocument entry : head(form, document)) {
      if (reader.shows(entry.value())) {
        return true;
      }
    }
    return false;
  }

  private static List<LogDocument> head(FormDescription form, LogDocument document) {
    List<LogDocument> entries = FormEntries.of(form, document);
    return entries.size() > MAX_ENTRIES ? entries.subList(0, MAX_ENTRIES) : entries;
  }

  /** Tests whether there was no document yet. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Tests whether further documents change nothing. */
  public boolean isComplete() {
    return count >= MAX_DOCUMENTS;
  }

  /** The form so far; null if no document shows one, or two fit equally well. */
  public @Nullable FormDescription form() {
    List<FormDescription> best = best();
    return best.size() == 1 ? best.get(0) : null;
  }

  /** Forms that fit best; several if none of them is better than the others. */
  public List<FormDescription> best() {
    List<FormDescription> found = best;
    if (found == null) {
      found = seen.size() < 2 ? List.copyOf(seen) : bestOnTrial();
      best = found;
    }
    return found;
  }

  private List<FormDescription> bestOnTrial() {
    List<Double> scores = seen.stream().map(this::trial).toList();
    double top = Collections.max(scores);
    return IntStream.range(0, seen.size())
        .filter(i -> scores.get(i) == top)
        .mapToObj(seen::get)
        .toList();
  }

  private double trial(FormDescription form) {
    if (!form.refuse().isEmpty()) {
      return 0; // better than a form that leaves more than it takes
    }
    CallPairing calls = new CallPairing();
    FormReader reader = new FormReader(form, calls);
    int unknown = 0;
    for (LogDocument document : documents) {
      for (LogDocument entry : head(form, document)) {
        unknown += reader.readEntry(entry) ? 0 : 1;
      }
      reader.count(document);
    }
    calls.finish();
    return calls.score() - unknown;
  }
}

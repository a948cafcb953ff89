package dev.statute.logs.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the form of a log by its first documents. A form that any of its looks shows is a
 * candidate; of several, the one that takes most of these documents and leaves least. The order of
 * the forms is of no account. Confined to one thread.
 */
public final class FormChoice {
  private static final int MAX_DOCUMENTS = 64;
  private static final int MAX_ENTRIES = 30;

  /** Forms of which no document was seen so far, by the reader of their looks. */
  private final List<EntryReader> unseen = new ArrayList<>();

  private final List<FormDescription> seen = new ArrayList<>();
  private final List<LogDocument> documents = new ArrayList<>();
  private int count;

  /** Forms that fit best; null = to be found. */
  private @Nullable List<FormDescription> best = List.of();

  /** Creates a choice before the first document. */
  public FormChoice(List<FormDescription> forms) {
    CallPairing none = new CallPairing(); // looks take nothing
    forms.forEach(form -> unseen.add(new EntryReader(form, none)));
  }

  /** Considers a further document. */
  public void add(LogDocument document) {
    count++;
    documents.add(document);
    best = null;
    unseen.removeIf(
        reader -> {
          boolean shown =
              head(reader.form(), document).stream().anyMatch(entry -> reader.shows(entry.value()));
          if (shown) {
            seen.add(reader.form());
          }
          return shown;
        });
    if (isComplete()) {
      best();
      documents.clear();
    }
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
    List<FormDescription> found = new ArrayList<>(seen);
    found.removeIf(form -> scores.get(seen.indexOf(form)) < top);
    return found;
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

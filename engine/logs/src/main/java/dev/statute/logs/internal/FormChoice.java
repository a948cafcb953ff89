package dev.statute.logs.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the form of a log by its first documents. A form that any of its looks shows is a
 * candidate; of several, the one that takes most of these documents and leaves least. The order of
 * the forms is of no account. Confined to one thread.
 */
public final class FormChoice {
  private static final int MAX_DOCUMENTS = 64;
  private static final int MAX_ENTRIES = 30;

  private final List<FormDescription> forms;
  private final List<LogDocument> documents = new ArrayList<>();
  private final Map<FormDescription, Integer> hits = new LinkedHashMap<>();

  /** Creates a choice before the first document. */
  public FormChoice(List<FormDescription> forms) {
    this.forms = forms;
  }

  /** Considers a further document. */
  public void add(LogDocument document) {
    documents.add(document);
    for (FormDescription form : forms) {
      EntryReader reader = new EntryReader(form, new CallPairing());
      List<LogDocument> entries = head(form, document);
      int shown = (int) entries.stream().filter(entry -> reader.shows(entry.value())).count();
      if (shown > 0) {
        hits.merge(form, shown, Integer::sum);
      }
    }
  }

  private static List<LogDocument> head(FormDescription form, LogDocument document) {
    List<LogDocument> entries = FormEntries.of(form, document);
    return entries.size() > MAX_ENTRIES ? entries.subList(0, MAX_ENTRIES) : entries;
  }

  /** Tests whether there was no document yet. */
  public boolean isEmpty() {
    return documents.isEmpty();
  }

  /** Tests whether further documents change nothing. */
  public boolean isComplete() {
    return documents.size() >= MAX_DOCUMENTS;
  }

  /** The form so far; null if no document shows one, or two fit equally well. */
  public @Nullable FormDescription form() {
    List<FormDescription> best = best();
    return best.size() == 1 ? best.get(0) : null;
  }

  /** Forms that fit best; several if none of them is better than the others. */
  public List<FormDescription> best() {
    if (hits.size() < 2) {
      return List.copyOf(hits.keySet());
    }
    Map<FormDescription, Double> scores = new LinkedHashMap<>();
    hits.keySet().forEach(form -> scores.put(form, trial(form)));
    double top = scores.values().stream().max(Comparator.naturalOrder()).orElseThrow();
    return scores.entrySet().stream()
        .filter(each -> each.getValue() == top)
        .map(Map.Entry::getKey)
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

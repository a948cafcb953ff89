package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.text.LogDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries of a document by the description of its form. */
final class FormEntries {
  private FormEntries() {}

  /** Lists the members of a document that holds several entries; null if it is an entry itself. */
  static @Nullable List<LogDocument> members(FormDescription form, LogDocument document) {
    boolean changes = form.layout().container() == FormDescription.Container.CHANGES;
    Object value = changes ? ChangeLog.value(document.value()) : document.value();
    if (value instanceof List<?> list) {
      return numbered(list);
    }
    for (List<String> path : form.layout().lists()) {
      List<Object> found = new ArrayList<>();
      collectLists(value, path, 0, found);
      if (!found.isEmpty()) {
        return numbered(found);
      }
    }
    return null;
  }

  /** Lists the entries of a document: its members, or the document itself. */
  static List<LogDocument> of(FormDescription form, LogDocument document) {
    List<LogDocument> members = members(form, document);
    return members == null ? List.of(document) : members;
  }

  private static List<LogDocument> numbered(List<?> entries) {
    List<LogDocument> numbered = new ArrayList<>(entries.size());
    for (Object entry : entries) {
      numbered.add(new LogDocument(numbered.size() + 1, entry));
    }
    return numbered;
  }

  private static void collectLists(
      @Nullable Object value, List<String> path, int at, List<Object> to) {
    if (at == path.size()) {
      if (value instanceof List<?> list) {
        to.addAll(list);
      }
    } else if (value instanceof List<?> list) {
      list.forEach(member -> collectLists(member, path, at, to));
    } else if (value instanceof Map<?, ?> map && value != LenientMap.NOTHING) {
      collectLists(map.get(path.get(at)), path, at + 1, to);
    }
  }
}

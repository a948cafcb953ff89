package dev.statute.jdbc;

import dev.statute.json.JsonText;
import dev.statute.store.InstanceStore.Handled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an instance handled last and that have no row in the inbox yet, as its own row has
 * them: a line for each, what the snapshot says of it as JSON. No JSON has a line break in it, so
 * that what a line begins with is found in the text without reading it.
 */
final class Latest {
  private static final String LINE = "\n";

  private Latest() {}

  /** One of them, which came to nothing that its kind of outcome does not say. */
  record Id(String event, String outcome) {
    Handled handled() {
      return new Handled(event, outcome, null, null);
    }

    /** Null if it is no id as a snapshot has it. */
    private static @Nullable Id of(Object entry) {
      return entry instanceof List<?> list
              && list.size() == 3
              && list.get(0) instanceof String event
              && list.get(1) instanceof String outcome
          ? new Id(event, outcome)
          : null;
    }
  }

  /** The text; null for none. */
  static @Nullable String text(List<?> ids) {
    if (ids.isEmpty()) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (Object id : ids) {
      if (id instanceof List<?> list
          && list.size() == 3
          && list.get(0) instanceof String event
          && list.get(1) instanceof String outcome
          && list.get(2) instanceof Long sequence) {
        all.append(mark(event)).append(quoted(outcome)).append(',').append(sequence).append(']');
      } else {
        all.append(LINE).append(JsonText.write(id));
      }
    }
    return all.toString();
  }

  /** As JSON has it. Most ids need nothing but quotes; to begin a JSON text takes much longer. */
  private static String quoted(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return JsonText.write(text);
      }
    }
    return '"' + text + '"';
  }

  /** What the line of an id begins with. */
  static String mark(String event) {
    return LINE + "[" + quoted(event) + ",";
  }

  /** As the snapshot has them. */
  static List<?> entries(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    String list = String.join(",", text.substring(LINE.length()).split(LINE));
    return JsonText.object("{\"ids\":[" + list + "]}").get("ids") instanceof List<?> all
        ? all
        : List.of();
  }

  static List<Id> ids(List<?> entries) {
    List<Id> all = new ArrayList<>(entries.size());
    for (Object entry : entries) {
      Id id = Id.of(entry);
      if (id != null) {
        all.add(id);
      }
    }
    return all;
  }

  static boolean has(@Nullable String text, String event) {
    return text != null && text.contains(mark(event));
  }

  /** What came of an event; null = it is not among them. */
  static @Nullable Handled handled(@Nullable String text, String event) {
    if (!has(text, event)) {
      return null;
    }
    for (Id id : ids(entries(text))) {
      if (id.event.equals(event)) {
        return id.handled();
      }
    }
    return null;
  }
}

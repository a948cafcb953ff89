package dev.statute.jdbc;

import dev.statute.json.JsonText;
import dev.statute.step.internal.model.SnapshotExtras;
import dev.statute.store.InstanceStore.Handled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an instance handled last and that have no row in the inbox yet, as its own row has
 * them: a line for each, what the snapshot says of it as JSON. No JSON has a line break in it, so
 * that what a line begins with is found in the text without reading it.
 */
final class InlineHandledIds {
  private static final String LINE = "\n";

  private InlineHandledIds() {}

  /**
   * One of them, which came to nothing that its kind of outcome does not say.
   *
   * @param sequence of the snapshot that it led to
   */
  record Id(String event, String outcome, Object sequence) {
    static Id of(Object entry) {
      List<?> list = (List<?>) entry;
      return new Id((String) list.get(0), (String) list.get(1), list.get(2));
    }

    Handled handled() {
      return new Handled(event, outcome, null, null);
    }
  }

  /** The text; null for none. */
  static @Nullable String text(List<SnapshotExtras.Handled> ids) {
    if (ids.isEmpty()) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (SnapshotExtras.Handled id : ids) {
      mark(all, id.id(), id.outcome()).append(id.sequence()).append(']');
    }
    return all.toString();
  }

  /** As JSON has it. Most ids need nothing but quotes; to begin a JSON text takes much longer. */
  private static StringBuilder quoted(StringBuilder all, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return all.append(JsonText.write(text));
      }
    }
    return all.append('"').append(text).append('"');
  }

  private static StringBuilder mark(StringBuilder all, String event) {
    return quoted(all.append(LINE).append('['), event).append(',');
  }

  private static StringBuilder mark(StringBuilder all, String event, String outcome) {
    return quoted(mark(all, event), outcome).append(',');
  }

  /** What the line of an id begins with. */
  static String mark(String event) {
    return mark(new StringBuilder(), event).toString();
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

  static List<Id> ids(@Nullable String text) {
    return entries(text).stream().map(Id::of).toList();
  }

  static boolean has(@Nullable String text, String event) {
    return text != null && text.contains(mark(event));
  }

  /** Whether it is among them with this outcome. */
  static boolean has(@Nullable String text, String event, String outcome) {
    return text != null && text.contains(mark(new StringBuilder(), event, outcome));
  }

  /** What came of an event; null = it is not among them. */
  static @Nullable Handled handled(@Nullable String text, String event) {
    if (!has(text, event)) {
      return null;
    }
    for (Id id : ids(text)) {
      if (id.event.equals(event)) {
        return id.handled();
      }
    }
    return null;
  }
}

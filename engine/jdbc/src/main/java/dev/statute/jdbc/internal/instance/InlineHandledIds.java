package dev.statute.jdbc.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.store.InstanceStore.Handled;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ids of recently handled events without an inbox row, in the instance's own row: one line each,
 * with the snapshot's entry as JSON. JSON contains no line breaks, so a line is found by its prefix
 * without parsing.
 */
public final class InlineHandledIds {
  private static final String SEPARATOR = "\n";

  private InlineHandledIds() {}

  /**
   * Entry without details beyond the kind of its outcome.
   *
   * @param sequence of the resulting snapshot
   */
  record InlineId(String event, String outcome, Object sequence) {
    static InlineId of(@Nullable Object entry) {
      List<?> list = (List<?>) Objects.requireNonNull(entry);
      return new InlineId((String) list.get(0), (String) list.get(1), list.get(2));
    }

    Handled handled() {
      return new Handled(event, outcome, null, null);
    }
  }

  /** Formats the text; null for none. */
  static @Nullable String format(List<?> entries) {
    if (entries.isEmpty()) {
      return null;
    }
    StringBuilder all = new StringBuilder();
    for (Object entry : entries) {
      InlineId id = InlineId.of(entry);
      linePrefix(all, id.event, id.outcome).append(id.sequence).append(']');
    }
    return all.toString();
  }

  /** Quotes a text as JSON. Most ids need quotes only, which avoids the much slower JSON writer. */
  private static StringBuilder quoted(StringBuilder all, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return all.append(JsonText.write(text));
      }
    }
    return all.append('"').append(text).append('"');
  }

  private static StringBuilder linePrefix(StringBuilder all, String event) {
    return quoted(all.append(SEPARATOR).append('['), event).append(',');
  }

  private static StringBuilder linePrefix(StringBuilder all, String event, String outcome) {
    return quoted(linePrefix(all, event), outcome).append(',');
  }

  /** Returns the prefix of an id's line. */
  static String linePrefix(String event) {
    return linePrefix(new StringBuilder(), event).toString();
  }

  /** Parses entries in the form of the snapshot. */
  static List<?> parse(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    String list = String.join(",", text.substring(SEPARATOR.length()).split(SEPARATOR));
    return JsonText.object("{\"ids\":[" + list + "]}").get("ids") instanceof List<?> all
        ? all
        : List.of();
  }

  static List<InlineId> ids(@Nullable String text) {
    return parse(text).stream().map(InlineId::of).toList();
  }

  static boolean contains(@Nullable String text, String event) {
    return text != null && text.contains(linePrefix(event));
  }

  /** Tests for an id with this outcome. */
  static boolean contains(@Nullable String text, String event, String outcome) {
    return text != null && text.contains(linePrefix(new StringBuilder(), event, outcome));
  }

  /** Returns the result of an event; null = it is not in the text. */
  public static @Nullable Handled handled(@Nullable String text, String event) {
    if (!contains(text, event)) {
      return null;
    }
    for (InlineId id : ids(text)) {
      if (id.event.equals(event)) {
        return id.handled();
      }
    }
    return null;
  }
}

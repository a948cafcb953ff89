package dev.statute.jdbc.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.store.InstanceStore.Handled;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an instance handled last and that have no row in the inbox yet, as its own row has
 * them: a line for each, what the snapshot says of it as JSON. No JSON has a line break in it, so
 * that what a line begins with is found in the text without reading it.
 */
public final class InlineHandledIds {
  private static final String SEPARATOR = "\n";

  private InlineHandledIds() {}

  /**
   * One of them, which came to nothing that its kind of outcome does not say.
   *
   * @param sequence of the snapshot that it led to
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

  /** The text; null for none. */
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

  private static StringBuilder linePrefix(StringBuilder all, String event) {
    return quoted(all.append(SEPARATOR).append('['), event).append(',');
  }

  private static StringBuilder linePrefix(StringBuilder all, String event, String outcome) {
    return quoted(linePrefix(all, event), outcome).append(',');
  }

  /** What the line of an id begins with. */
  static String linePrefix(String event) {
    return linePrefix(new StringBuilder(), event).toString();
  }

  /** As the snapshot has them. */
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

  /** Whether it is among them with this outcome. */
  static boolean contains(@Nullable String text, String event, String outcome) {
    return text != null && text.contains(linePrefix(new StringBuilder(), event, outcome));
  }

  /** What came of an event; null = it is not among them. */
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

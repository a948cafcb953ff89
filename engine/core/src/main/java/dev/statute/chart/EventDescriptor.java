package dev.statute.chart;

/**
 * What a transition may write where an event name stands: {@code tool.failed} means that event and
 * all whose names go on from there by whole tokens, {@code tool.*} is the same as {@code tool},
 * {@code *} is any event.
 */
public final class EventDescriptor {
  private EventDescriptor() {}

  /** Whether a transition with this descriptor hears an event of this name. */
  public static boolean matches(String descriptor, String event) {
    String prefix = prefix(descriptor);
    return prefix.isEmpty() || hasPrefix(prefix, event);
  }

  /** Whether whatever {@code narrow} hears is heard by {@code broad} too. */
  public static boolean covers(String broad, String narrow) {
    return matches(broad, prefix(narrow));
  }

  private static boolean hasPrefix(String prefix, String event) {
    return event.startsWith(prefix)
        && (event.length() == prefix.length() || event.charAt(prefix.length()) == '.');
  }

  /** The whole tokens an event must begin with; empty for {@code *}. */
  public static String prefix(String descriptor) {
    if (descriptor.equals("*")) {
      return "";
    }
    return descriptor.endsWith(".*")
        ? descriptor.substring(0, descriptor.length() - 2)
        : descriptor;
  }
}

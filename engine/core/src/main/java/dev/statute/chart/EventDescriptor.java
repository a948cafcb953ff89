package dev.statute.chart;

/**
 * Matching of event descriptors: {@code tool.failed} matches that event and all names that continue
 * it by whole tokens, {@code tool.*} is equal to {@code tool}, {@code *} matches any event.
 */
public final class EventDescriptor {
  private EventDescriptor() {}

  /** Returns true if this descriptor matches an event of this name. */
  public static boolean matches(String descriptor, String event) {
    String prefix = prefix(descriptor);
    return prefix.isEmpty() || hasPrefix(prefix, event);
  }

  /** Returns true if {@code broad} matches every event that {@code narrow} matches. */
  public static boolean covers(String broad, String narrow) {
    return matches(broad, prefix(narrow));
  }

  private static boolean hasPrefix(String prefix, String event) {
    return event.startsWith(prefix)
        && (event.length() == prefix.length() || event.charAt(prefix.length()) == '.');
  }

  /** Returns the token prefix that an event must have; empty for {@code *}. */
  public static String prefix(String descriptor) {
    if (descriptor.equals("*")) {
      return "";
    }
    return descriptor.endsWith(".*")
        ? descriptor.substring(0, descriptor.length() - 2)
        : descriptor;
  }
}

package dev.statute.policy;

/** Makes identities of findings, for rules. */
public final class Keys {
  private Keys() {}

  /** The same key for {@code (a, b)} and {@code (b, a)}; different pairs have different keys. */
  public static String unordered(String a, String b) {
    String first = a.compareTo(b) <= 0 ? a : b;
    String second = first.equals(a) ? b : a;
    return first.length() + ":" + first + "|" + second;
  }
}

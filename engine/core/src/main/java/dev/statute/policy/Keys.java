package dev.statute.policy;

/** Identities of findings, built in rules. */
public final class Keys {
  private Keys() {}

  /** Key of an unordered pair: equal for (a, b) and (b, a), different for different pairs. */
  public static String unordered(String a, String b) {
    String first = a.compareTo(b) <= 0 ? a : b;
    String second = first.equals(a) ? b : a;
    return first.length() + ":" + first + "|" + second;
  }
}

package dev.statute.expr.internal.check;

/** Generic fixes for type errors. */
final class TypeFix {
  private TypeFix() {}

  static String suggest(String code) {
    return switch (code) {
      case "E203" -> "leave the call out";
      case "E301" -> "bring both sides to one type: int(…), double(…), string(…) convert";
      case "E303" -> "give a value of that type: int(…), double(…), string(…) convert";
      case "E304" -> "only maps, lists and declared types have something inside; look at its type";
      case "E305" ->
          "write it in RE2's syntax: no look-around, no back-references; a backslash is written"
              + " \\\\ or r'…'";
      default -> "give what is wanted, or convert it: int(…), double(…), string(…)";
    };
  }
}

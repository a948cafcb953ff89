package dev.statute.expr.internal.syntax;

import org.jspecify.annotations.Nullable;

/** Comprehension macros; they bind a name to each list element or map key. */
public enum ComprehensionMacro {
  ALL("all", "list.all(x, condition)"),
  EXISTS("exists", "list.exists(x, condition)"),
  EXISTS_ONE("exists_one", "list.exists_one(x, condition)"),
  FILTER("filter", "list.filter(x, condition)"),
  MAP("map", "list.map(x, value)");

  private final String word;
  private final String usage;

  ComprehensionMacro(String word, String usage) {
    this.word = word;
    this.usage = usage;
  }

  public String word() {
    return word;
  }

  /** Returns an example of its form. */
  public String usage() {
    return usage;
  }

  public static @Nullable ComprehensionMacro of(String word) {
    for (ComprehensionMacro macro : values()) {
      if (macro.word.equals(word)) {
        return macro;
      }
    }
    return null;
  }
}

package dev.statute.progress.internal.settings;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Template of a hint or recipe: text with placeholders such as <code>{tool}</code>. */
public final class AdviceTemplate {
  /** Names of the placeholders. */
  static final List<String> PLACEHOLDERS =
      List.of(
          "pattern",
          "count",
          "reason",
          "tool",
          "file",
          "what",
          "effect",
          "result",
          "error_class",
          "first",
          "last",
          "lines");

  private AdviceTemplate() {}

  /**
   * Replaces the placeholders that have a value. Values are not searched for placeholders, since
   * they come from the agent.
   */
  public static String fill(String template, Function<String, @Nullable Object> values) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
      int close = template.indexOf('}', open);
      Object value = close < 0 ? null : values.apply(template.substring(open + 1, close));
      int end = value == null ? open + 1 : close + 1;
      out.append(template, at, open).append(value == null ? "{" : value);
      at = end;
    }
    return out.append(template, at, template.length()).toString();
  }
}

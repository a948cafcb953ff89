package dev.statute.turns.internal.result;

import dev.statute.turns.ToolCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Continuation after a tool call. {@code __cg_control.after_execution} of the result overrides that
 * of the report, which overrides that of the call.
 */
public final class AfterExecution {
  private static final String CONTROL = "__cg_control";

  private AfterExecution() {}

  /**
   * Returns the continuation.
   *
   * @param result content of the result's card; empty if there is none
   * @param reported continuation of the report, or null; a text that is no word of {@link
   *     ToolCall.After} is returned unchanged, to be refused
   * @param called continuation of the call, or null if unknown
   */
  public static String of(
      Map<String, ?> result, @Nullable Object reported, @Nullable String called) {
    if (reported instanceof String word && !isWord(word)) {
      return word;
    }
    if (result.get("result") instanceof Map<?, ?> said
        && said.get(CONTROL) instanceof Map<?, ?> control
        && control.get("after_execution") instanceof String word
        && isWord(word)) {
      return word;
    }
    if (reported instanceof String word) {
      return word;
    }
    return called == null ? ToolCall.After.SUSPEND.word() : called;
  }

  private static boolean isWord(String word) {
    return word.equals(ToolCall.After.SUSPEND.word())
        || word.equals(ToolCall.After.TERMINATE.word());
  }
}

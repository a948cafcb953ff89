package dev.statute.turns.internal.result;

import dev.statute.turns.ToolCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What follows a tool call: what its result says in {@code __cg_control.after_execution} comes
 * before what the report says, and that before what the call said.
 */
public final class AfterExecution {
  private static final String CONTROL = "__cg_control";

  private AfterExecution() {}

  /**
   * @param result what the card of the result holds; empty if it is not there
   * @param reported what the report says, or null; what is no word of {@link ToolCall.After} stays
   *     as it is, to be refused
   * @param called what the call said, or null if it is not known
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

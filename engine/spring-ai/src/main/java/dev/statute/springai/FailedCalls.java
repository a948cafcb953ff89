package dev.statute.springai;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;

/** Calls of one round whose tool threw an exception, with its message. Thread-safe. */
final class FailedCalls {
  private final List<Failure> failures = new ArrayList<>();

  private record Failure(String tool, String input, String message) {}

  synchronized void add(String tool, String input, String message) {
    failures.add(new Failure(tool, input, message));
  }

  /** Removes and returns the message of a failed call, or null if it did not fail. */
  synchronized @Nullable String take(ToolCall call) {
    String input = GuardedToolCalls.arguments(call);
    for (Failure each : failures) {
      if (each.tool.equals(call.name()) && each.input.equals(input)) {
        failures.remove(each);
        return each.message;
      }
    }
    return null;
  }
}

package dev.statute.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** Tool that notes what it throws, which a manager turns into an ordinary response. */
final class ObservedCallback implements ToolCallback {
  private final ToolCallback callback;
  private final FailedCalls failures;

  ObservedCallback(ToolCallback callback, FailedCalls failures) {
    this.callback = callback;
    this.failures = failures;
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return callback.getToolDefinition();
  }

  @Override
  public ToolMetadata getToolMetadata() {
    return callback.getToolMetadata();
  }

  @Override
  public String call(String toolInput) {
    return call(toolInput, null);
  }

  @Override
  public String call(String toolInput, @Nullable ToolContext toolContext) {
    try {
      return callback.call(toolInput, toolContext);
    } catch (RuntimeException | Error e) {
      failures.add(getToolDefinition().name(), toolInput, message(e));
      throw e;
    }
  }

  /** Returns the message of an error, or its type if it has none. */
  static String message(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.getClass().getName() : message;
  }
}

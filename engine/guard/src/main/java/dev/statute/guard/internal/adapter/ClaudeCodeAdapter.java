package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claude Code. A failed call has a hook of its own, and {@code continue: false} ends the run. */
public final class ClaudeCodeAdapter extends NestedHookAdapter {
  public ClaudeCodeAdapter() {
    super(true);
  }

  @Override
  public String vendor() {
    return "claude-code";
  }

  @Override
  @Nullable CallFields ended(String name, CallFields call, HookPayload payload) {
    return switch (name) {
      case "PostToolUse" -> {
        JsonNode response = payload.value("tool_response");
        boolean failed = Boolean.FALSE.equals(StatedResult.success(response));
        Long exit = StatedResult.exitCode(response);
        Boolean success = failed ? Boolean.FALSE : exit == null ? Boolean.TRUE : null;
        yield call.result(ResultText.of(response), success, exit)
            .took(payload.value("duration_ms"));
      }
      case "PostToolUseFailure" ->
          call.failure(payload.text("error")).took(payload.value("duration_ms"));
      default -> null;
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart");
  }
}

package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Codex: the names of Claude Code, with a result that does not tell whether the call failed. A
 * reply with a field that Codex does not know makes the hook fail and the call run, so a reply has
 * nothing but a denial or a text. No hook of a tool ends the run.
 */
public final class CodexAdapter extends NestedHookAdapter {
  public CodexAdapter() {
    super(false);
  }

  @Override
  public String vendor() {
    return "codex";
  }

  @Override
  @Nullable CallFields ended(String name, CallFields call, HookPayload payload) {
    JsonNode response = payload.value("tool_response");
    return name.equals("PostToolUse")
        ? call.result(
            ResultText.of(response),
            StatedResult.success(response),
            StatedResult.exitCode(response))
        : null;
  }

  @Override
  public Set<String> advised() {
    return Set.of("PostToolUse", "UserPromptSubmit", "SessionStart");
  }
}

package dev.statute.guard.internal.adapter;

import dev.statute.logs.CallFields;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hooks by the names of Claude Code: {@code hook_event_name} tells the hook, and replies have
 * {@code hookSpecificOutput}. VS Code runs the hooks of Claude Code too, and writes {@code
 * hookEventName} and {@code sessionId}.
 */
abstract class NestedHookAdapter implements HookAdapter {
  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of(
          "SessionStart",
          "Setup",
          "Notification",
          "PermissionRequest",
          "PermissionDenied",
          "PostToolBatch",
          "SubagentStart",
          "StopFailure",
          "TeammateIdle",
          "TaskCreated",
          "TaskCompleted",
          "InstructionsLoaded",
          "ConfigChange",
          "CwdChanged",
          "FileChanged",
          "WorktreeCreate",
          "WorktreeRemove",
          "PostCompact",
          "Elicitation",
          "ElicitationResult",
          "UserPromptExpansion");

  private final boolean stops;

  /**
   * Creates an adapter.
   *
   * @param stops whether {@code continue: false} ends the agent
   */
  NestedHookAdapter(boolean stops) {
    this.stops = stops;
  }

  /** Adds the result to the record of a call; null if the hook does not come after a call. */
  abstract @Nullable CallFields ended(String name, CallFields call, HookPayload payload);

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name", "hookEventName");
    String session = payload.session("session_id", "sessionId");
    String call = payload.text("tool_use_id");
    String agent = payload.text("agent_id");
    CallFields fields = payload.toolCall().with("agent", agent);
    CallFields ended = ended(name, fields, payload);
    if (ended != null) {
      return HookEvent.call(name, session, call, ended);
    }
    return switch (name) {
      case "PreToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "UserPromptSubmit" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "Stop", "SubagentStop" ->
          HookEvent.message(name, session, agent, payload.text("last_assistant_message"));
      case "PreCompact" -> HookEvent.of(HookEvent.Kind.CONDENSATION, name, session);
      case "SessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(name, session, SILENT);
    };
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    return verdict.nestedReply(event.name(), stops);
  }
}

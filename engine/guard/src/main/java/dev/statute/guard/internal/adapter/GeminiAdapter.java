package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gemini CLI: {@code BeforeTool}, {@code AfterTool} and hooks around the agent's turn. Calls have
 * no id. {@code continue: false} ends the run, with exit code 0. {@code PreCompress} comes before
 * each request to the model, whether or not something is compressed, so it means nothing here.
 */
public final class GeminiAdapter implements HookAdapter {
  /**
   * Result of a shell command: output and exit code between lines that change from call to call.
   */
  private static final Pattern SHELL =
      Pattern.compile(
          "(?s)(?:<untrusted_context>\\n)?Output: (.*?)(?:\\nError: [^\\n]*)?"
              + "(?:\\nExit Code: (\\d{1,3}))?(?:\\nSignal: [^\\n]*)?"
              + "(?:\\nBackground PIDs: [^\\n]*)?"
              + "\\nProcess Group PGID: \\d+(?:\\n</untrusted_context>)?\\s*");

  @Override
  public String vendor() {
    return "gemini";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("session_id");
    CallFields fields = payload.toolCall("");
    return switch (name) {
      case "BeforeTool" -> HookEvent.proposal(name, session, "", fields);
      case "AfterTool" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode error = response.path("error");
        JsonNode content = response.path("llmContent");
        String output = ResultText.of(content.isMissingNode() ? response : content);
        Matcher shell = SHELL.matcher(output);
        if (shell.matches()) {
          String exit = shell.group(2);
          fields.result(shell.group(1), null, exit == null ? 0L : Long.parseLong(exit));
        } else {
          fields.result(output, error.isMissingNode() || error.isNull(), null);
        }
        yield HookEvent.call(name, session, "", fields);
      }
      case "BeforeAgent" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "AfterAgent" -> HookEvent.message(name, session, "", payload.text("prompt_response"));
      case "SessionEnd" -> HookEvent.end(name, session);
      default -> HookEvent.other(name, session);
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("AfterTool", "BeforeAgent", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("decision", "deny");
      reply.put("reason", verdict.veto());
    }
    if (verdict.halt() != null) {
      reply.put("continue", false);
      reply.put("stopReason", verdict.halt());
    }
    if (!verdict.advice().isEmpty()) {
      Map<String, Object> output = new LinkedHashMap<>();
      output.put("hookEventName", event.name());
      output.put("additionalContext", verdict.words());
      reply.put("hookSpecificOutput", output);
    }
    return reply;
  }
}

package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;

import dev.statute.json.JsonText;
import dev.statute.logs.LogFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Agent program that writes a log of a session and calls hooks during it, in its own forms. */
enum SampleAgent {
  CLAUDE_CODE("claude-code", LogFormat.of("claude-code")) {
    @Override
    List<Object> log(int round, List<Call> calls) {
      List<Object> lines = new ArrayList<>();
      for (Call call : calls) {
        lines.add(
            message(
                "assistant",
                map(
                    "type",
                    "tool_use",
                    "id",
                    call.id,
                    "name",
                    call.tool("Bash"),
                    "input",
                    call.input),
                "m" + round));
      }
      for (Call call : calls) {
        lines.add(
            message(
                "user",
                map(
                    "type",
                    "tool_result",
                    "tool_use_id",
                    call.id,
                    "content",
                    (call.exit == 0 ? "" : "Exit code " + call.exit + "\n") + call.output,
                    "is_error",
                    call.exit != 0),
                ""));
      }
      return lines;
    }

    private Object message(String role, Object part, String id) {
      Map<String, Object> message = map("role", role, "content", List.of(part));
      if (!id.isEmpty()) {
        message.put("id", id);
      }
      return map("type", role, "sessionId", "s", "message", message);
    }

    @Override
    Object logPrompt(String text) {
      return map("type", "user", "message", map("role", "user", "content", text));
    }

    @Override
    Object before(Call call) {
      return hook("PreToolUse", call.tool("Bash"), call);
    }

    @Override
    Object after(Call call) {
      Map<String, Object> payload =
          hook(call.exit == 0 ? "PostToolUse" : "PostToolUseFailure", call.tool("Bash"), call);
      if (call.exit == 0) {
        payload.put("tool_response", map("stdout", call.output, "stderr", ""));
      } else {
        payload.put("error", "Exit code " + call.exit + "\n" + call.output);
      }
      return payload;
    }
  },

  CODEX("codex", LogFormat.of("codex")) {
    @Override
    List<Object> log(int round, List<Call> calls) {
      List<Object> lines = new ArrayList<>();
      for (Call call : calls) {
        lines.add(
            item(
                map(
                    "type",
                    "function_call",
                    "name",
                    call.tool("exec_command"),
                    "arguments",
                    JsonText.write(call.input),
                    "call_id",
                    call.id)));
      }
      for (Call call : calls) {
        lines.add(
            item(
                map(
                    "type",
                    "function_call_output",
                    "call_id",
                    call.id,
                    "output",
                    "Wall time: 0.1 seconds\nOutput:\n" + call.output))); // hooks get no exit code
      }
      return lines;
    }

    @Override
    Object logPrompt(String text) {
      List<Object> content = List.of(map("type", "input_text", "text", text));
      return item(map("type", "message", "role", "user", "content", content));
    }

    private Object item(Object payload) {
      return map("type", "response_item", "payload", payload);
    }

    @Override
    Object before(Call call) {
      return hook("PreToolUse", call.tool("Bash"), call);
    }

    @Override
    Object after(Call call) {
      Map<String, Object> payload = hook("PostToolUse", call.tool("Bash"), call);
      payload.put("tool_response", call.output);
      return payload;
    }
  },

  GEMINI("gemini", LogFormat.of("gemini-cli")) {
    @Override
    List<Object> log(int round, List<Call> calls) {
      List<Object> made = new ArrayList<>();
      for (Call call : calls) {
        made.add(
            map(
                "id",
                call.id,
                "name",
                call.tool("run_shell_command"),
                "args",
                call.input,
                "status",
                "success",
                "result",
                List.of(map("functionResponse", map("response", map("output", text(call)))))));
      }
      return List.of(map("id", "m" + round, "type", "gemini", "content", "", "toolCalls", made));
    }

    @Override
    Object logPrompt(String text) {
      return map("id", "p", "type", "user", "content", List.of(map("text", text)));
    }

    @Override
    Object prompt(String text) {
      return map("session_id", "s", "hook_event_name", "BeforeAgent", "prompt", text);
    }

    private String text(Call call) {
      return "Output: "
          + call.output
          + (call.exit == 0 ? "" : "\nExit Code: " + call.exit)
          + "\nProcess Group PGID: 4711";
    }

    @Override
    Object before(Call call) {
      return hook("BeforeTool", call.tool("run_shell_command"), call);
    }

    @Override
    Object after(Call call) {
      Map<String, Object> payload = hook("AfterTool", call.tool("run_shell_command"), call);
      payload.put("tool_response", map("llmContent", text(call), "returnDisplay", call.output));
      return payload;
    }
  },

  OPENCODE("opencode", LogFormat.of("opencode")) {
    @Override
    List<Object> log(int round, List<Call> calls) {
      List<Object> parts = new ArrayList<>();
      for (Call call : calls) {
        Map<String, Object> state =
            map(
                "status",
                "completed",
                "input",
                call.input,
                "output",
                call.output,
                "metadata",
                map("exit", call.exit));
        parts.add(
            map("type", "tool", "callID", call.id, "tool", call.tool("bash"), "state", state));
      }
      return List.of(map("info", map("role", "assistant", "id", "m" + round), "parts", parts));
    }

    @Override
    Object before(Call call) {
      return event("tool.execute.before", call);
    }

    @Override
    Object after(Call call) {
      Map<String, Object> payload = event("tool.execute.after", call);
      payload.put("output", call.output);
      payload.put("metadata", map("exit", call.exit));
      return payload;
    }

    @Override
    Object logPrompt(String text) {
      List<Object> parts = List.of(map("type", "text", "text", text));
      return map("info", map("role", "user", "id", "p"), "parts", parts);
    }

    @Override
    Object prompt(String text) {
      return map("event", "chat.message", "session_id", "s", "text", text);
    }

    private Map<String, Object> event(String name, Call call) {
      return map(
          "event",
          name,
          "session_id",
          "s",
          "call_id",
          call.id,
          "tool",
          call.tool("bash"),
          "args",
          call.input);
    }
  };

  final String vendor;
  final LogFormat format;

  SampleAgent(String vendor, LogFormat format) {
    this.vendor = vendor;
    this.format = format;
  }

  /**
   * Call with its result.
   *
   * @param tool name of the tool; empty = the agent's shell
   */
  record Call(String id, String tool, Map<String, ?> input, String output, int exit) {
    static Call of(String id, String command, String output, int exit) {
      return new Call(id, "", map("command", command), output, exit);
    }

    String tool(String shell) {
      return tool.isEmpty() ? shell : tool;
    }
  }

  /** Returns the entries of the log for calls that were made in parallel. */
  abstract List<Object> log(int round, List<Call> calls);

  /** Returns the entry of the log for a message of the user. */
  abstract Object logPrompt(String text);

  abstract Object before(Call call);

  abstract Object after(Call call);

  /** Returns the payload of the hook of a message of the user. */
  Object prompt(String text) {
    return map("session_id", "s", "hook_event_name", "UserPromptSubmit", "prompt", text);
  }

  private static Map<String, Object> hook(String event, String tool, Call call) {
    return map(
        "session_id",
        "s",
        "hook_event_name",
        event,
        "tool_name",
        tool,
        "tool_input",
        call.input,
        "tool_use_id",
        call.id);
  }
}

package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hooks that are registered twice, reports of refused calls, and payloads of unusual forms. */
class RepeatedHooksTest {
  private static final String ERROR = "cat: nothere.txt: No such file or directory";

  private static Map<String, Object> call(String event, String id, String command) {
    Map<String, Object> payload = GuardedAgent.claude("s", event, command);
    payload.put("tool_use_id", id);
    return payload;
  }

  private static Map<String, Object> failed(String id, String command, String error) {
    Map<String, Object> payload = call("PostToolUseFailure", id, command);
    payload.put("error", "Exit code 1\n" + error);
    return payload;
  }

  private static Object calls(GuardedAgent agent) {
    return agent.engine.instance("claude-code:s").progress().get("calls");
  }

  @Test
  void a_hook_that_is_registered_twice_counts_once() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      Map<String, @Nullable Object> denied = null;
      for (int i = 0; i < 5; i++) {
        Map<String, @Nullable Object> first =
            agent.hook("claude-code", call("PreToolUse", "c" + i, "cat nothere.txt"));
        denied = agent.hook("claude-code", call("PreToolUse", "c" + i, "cat nothere.txt"));
        assertThat(denied == null).as("proposal " + i).isEqualTo(first == null);
        if (first == null) {
          agent.hook("claude-code", failed("c" + i, "cat nothere.txt", ERROR));
          agent.hook("claude-code", failed("c" + i, "cat nothere.txt", ERROR));
        }
      }
      assertThat(denied).isNotNull();
      assertThat(calls(agent)).isEqualTo(5L); // four that were made, and the refused one
      assertThat(agent.halts).isEmpty();
    }
  }

  /** Some models number the calls of each turn alike. */
  @Test
  void calls_with_one_id_are_told_apart_by_their_results() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      int proposals = 0;
      while (agent.halts.isEmpty() && proposals < 30) {
        proposals++;
        if (agent.hook("claude-code", call("PreToolUse", "call_0", "cat nothere.txt")) == null) {
          agent.hook("claude-code", failed("call_0", "cat nothere.txt", ERROR));
        }
      }
      assertThat(calls(agent)).isEqualTo(7L); // four that were made, and three refused ones
      assertThat(agent.halts).hasSize(1);
    }
  }

  @Test
  void an_output_that_contains_a_refusal_is_of_a_call_that_was_made() {
    for (boolean withIds : new boolean[] {true, false}) {
      try (GuardedAgent agent = new GuardedAgent("unattended")) {
        String refusal = refuse(agent, withIds);
        long before = (long) calls(agent);
        int proposals = 0;
        while (agent.halts.isEmpty() && proposals < 20) {
          Map<String, Object> proposal = call("PreToolUse", "n" + proposals, "cat log.txt");
          Map<String, Object> result =
              failed("n" + proposals++, "cat log.txt", "in the log: " + refusal);
          if (!withIds) {
            proposal.remove("tool_use_id");
            result.remove("tool_use_id");
          }
          if (agent.hook("claude-code", proposal) == null) {
            agent.hook("claude-code", result);
          }
        }
        assertThat((long) calls(agent)).as("ids: " + withIds).isGreaterThanOrEqualTo(before + 3);
        assertThat(agent.halts).as("ids: " + withIds).hasSize(1);
      }
    }
  }

  @Test
  void a_refusal_that_is_reported_as_a_result_is_no_call() {
    for (boolean withIds : new boolean[] {true, false}) {
      try (GuardedAgent agent = new GuardedAgent("unattended")) {
        String refusal = refuse(agent, withIds);
        Object before = calls(agent);
        Map<String, Object> result = failed("c4", "cat nothere.txt", "");
        result.put("error", withIds ? "Blocked by hook: " + refusal : refusal);
        if (!withIds) {
          result.remove("tool_use_id");
        }
        agent.hook("claude-code", result);
        assertThat(calls(agent)).isEqualTo(before);
      }
    }
  }

  /** Repeats a failing call until it is refused, and returns the text of the refusal. */
  private static String refuse(GuardedAgent agent, boolean withIds) {
    for (int i = 0; i < 8; i++) {
      Map<String, Object> proposal = call("PreToolUse", "c" + i, "cat nothere.txt");
      Map<String, Object> result = failed("c" + i, "cat nothere.txt", ERROR);
      if (!withIds) {
        proposal.remove("tool_use_id");
        result.remove("tool_use_id");
      }
      Map<String, @Nullable Object> reply = agent.hook("claude-code", proposal);
      if (reply != null) {
        return String.valueOf(
            ((Map<?, ?>) reply.get("hookSpecificOutput")).get("permissionDecisionReason"));
      }
      agent.hook("claude-code", result);
    }
    throw new AssertionError("the call was not refused");
  }

  @Test
  void a_result_that_states_a_failure_is_one() {
    for (Map<String, Object> stated :
        List.of(
            map("stdout", "", "is_error", true),
            map("content", "x", "isError", true),
            map("stdout", "x", "interrupted", true),
            map("success", false),
            map("error", map("message", "no")),
            map("stdout", "x", "exitCode", 2))) {
      try (GuardedAgent agent = new GuardedAgent("unattended")) {
        Map<String, Object> payload = call("PostToolUse", "1", "make");
        payload.put("tool_response", stated);
        agent.hook("claude-code", payload);
        assertThat(agent.engine.instance("claude-code:s").progress())
            .as(stated.toString())
            .containsEntry("failures", 1L);
      }
    }
  }

  @Test
  void vs_code_is_answered_in_its_form_by_either_installation() {
    for (String vendor : List.of("copilot", "claude-code")) {
      try (GuardedAgent agent = new GuardedAgent("unattended")) {
        Map<String, @Nullable Object> reply = null;
        for (int i = 0; i < 5; i++) {
          Map<String, Object> payload =
              map("sessionId", "s", "hookEventName", "PreToolUse", "tool_name", "run_in_terminal");
          payload.put("tool_input", map("command", "ls"));
          payload.put("tool_use_id", "v" + i);
          reply = agent.hook(vendor, payload);
          if (reply == null) {
            Map<String, Object> result = new LinkedHashMap<>(payload);
            result.put("hookEventName", "PostToolUse");
            result.put("tool_response", "a");
            agent.hook(vendor, result);
          }
        }
        assertThat(String.valueOf(reply))
            .as(vendor)
            .contains("hookSpecificOutput={hookEventName=PreToolUse, permissionDecision=deny");
      }
    }
  }

  @Test
  void a_payload_of_no_hook_is_refused() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      assertThatThrownBy(() -> agent.hook("copilot", "{\"sessionId\":\"s\",\"tool\":\"bash\"}"))
          .hasMessage("the payload has no 'hook_event_name', and its fields are those of no hook");
      for (String vendor : List.of("claude-code", "codex", "gemini", "cursor")) {
        String payload =
            "{\"session_id\":\"s\",\"conversation_id\":\"s\",\"hook_event_name\":\"BeforeAnything\"}";
        assertThatThrownBy(() -> agent.hook(vendor, payload))
            .hasMessage("the hook 'BeforeAnything' is not known");
      }
    }
  }

  @Test
  void a_byte_order_mark_is_no_part_of_a_payload() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      String payload = JsonText.write(call("PreToolUse", "1", "ls"));
      assertThat(agent.hook("claude-code", "\uFEFF" + payload)).isNull();
      assertThat(agent.engine.instance("claude-code:s").snapshot()).isNotNull();
    }
  }

  @Test
  void long_results_are_cut_and_told_apart() {
    String half = "x".repeat(9_000_000);
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 6; i++) {
        assertThat(agent.proposes("s", "cat big")).isFalse();
        assertThat(agent.succeeds("s", "cat big", half + "abcdef".charAt(i) + half)).isNull();
      }
    }
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 4; i++) {
        assertThat(agent.proposes("s", "cat big")).isFalse();
        agent.succeeds("s", "cat big", half + half);
      }
      assertThat(agent.proposes("s", "cat big")).isTrue();
    }
  }
}

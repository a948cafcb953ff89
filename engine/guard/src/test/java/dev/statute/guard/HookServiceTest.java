package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The graded answer to sessions of several kinds. */
class HookServiceTest {
  private static final String ERROR = "cat: nothere.txt: No such file or directory";

  @Test
  void healthy_work_gets_no_reply_at_all() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 40; i++) {
        String command = "echo part " + i + " > part" + i + ".txt";
        assertThat(agent.proposes("s", command)).isFalse();
        assertThat(agent.succeeds("s", command, "part " + i)).isNull();
      }
      for (int i = 0; i < 10; i++) {
        assertThat(agent.proposes("s", "date +%N")).isFalse();
        assertThat(agent.succeeds("s", "date +%N", "" + (123456789 + i * 7_654_321))).isNull();
      }
      for (int i = 0; i < 6; i++) {
        assertThat(agent.succeeds("s", "echo " + i + " > fixed", "")).isNull();
        assertThat(agent.fails("s", "sh check.sh", "FAIL test_1\n" + (6 - i) + " failed")).isNull();
      }
      assertThat(agent.halts).isEmpty();
    }
  }

  @Test
  void one_failing_call_ends_after_at_most_eight_requests() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      int requests = 0;
      while (agent.halts.isEmpty() && requests < 30) {
        requests++;
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      assertThat(requests).isLessThanOrEqualTo(8);
      assertThat(agent.configuration("claude-code:s")).containsExactly("halted");
    }
  }

  @Test
  void two_failing_calls_by_turns_end_too() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      int requests = 0;
      while (agent.halts.isEmpty() && requests < 60) {
        String command = requests++ % 2 == 0 ? "cat nothere.txt" : "ls missing";
        if (!agent.proposes("s", command)) {
          agent.fails("s", command, ERROR);
        }
      }
      assertThat(requests).isLessThanOrEqualTo(14);
    }
  }

  @Test
  void with_a_person_there_the_second_refusal_asks_and_the_next_prompt_goes_on() {
    try (GuardedAgent agent = new GuardedAgent("attended")) {
      for (int i = 0; i < 4; i++) {
        assertThat(agent.proposes("s", "cat nothere.txt")).isFalse();
        agent.fails("s", "cat nothere.txt", ERROR);
      }
      assertThat(agent.proposes("s", "cat nothere.txt")).isTrue();
      assertThat(agent.proposes("s", "cat nothere.txt")).isTrue();
      assertThat(agent.configuration("claude-code:s")).containsExactly("asking", "working");
      assertThat(agent.proposes("s", "ls")).isTrue();

      agent.hook(
          "claude-code",
          map(
              "session_id",
              "s",
              "hook_event_name",
              "UserPromptSubmit",
              "prompt",
              "look elsewhere"));

      assertThat(agent.configuration("claude-code:s")).containsExactly("watching", "working");
      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.halts).isEmpty();
    }
  }

  @Test
  void a_halted_session_is_taken_up_by_the_next_prompt() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      while (agent.halts.isEmpty()) {
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      assertThat(agent.proposes("s", "ls")).isTrue();
      agent.hook(
          "claude-code",
          map("session_id", "s", "hook_event_name", "UserPromptSubmit", "prompt", "go on"));
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }

  @Test
  void sessions_are_apart() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 2; i++) {
        for (String session : List.of("a", "b")) {
          assertThat(agent.proposes(session, "cat nothere.txt")).isFalse();
          assertThat(agent.fails(session, "cat nothere.txt", ERROR)).isNull();
        }
      }
      assertThat(agent.fails("a", "cat nothere.txt", ERROR)).isNotNull();
      assertThat(agent.configuration("claude-code:b")).containsExactly("watching", "working");
    }
  }

  @Test
  void a_session_that_ended_goes_on_with_what_was_counted() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      agent.succeeds("s", "ls", "a");
      agent.hook(
          "claude-code",
          map("session_id", "s", "hook_event_name", "SessionEnd", "reason", "other"));
      assertThat(agent.configuration("claude-code:s")).containsExactly("closed");

      assertThat(agent.succeeds("s", "ls", "a")).isNull();
      assertThat(agent.configuration("claude-code:s")).containsExactly("closed");

      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.configuration("claude-code:s")).containsExactly("watching", "working");
      assertThat(agent.engine.instance("claude-code:s").progress()).containsEntry("calls", 2L);
    }
  }

  @Test
  void sub_agents_are_counted_apart() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 4; i++) {
        Map<String, Object> failed =
            GuardedAgent.claude("s", "PostToolUseFailure", "cat nothere.txt");
        failed.put("error", ERROR);
        failed.put("agent_id", i % 2 == 0 ? "one" : "two");
        assertThat(agent.hook("claude-code", failed)).isNull();
      }
    }
  }

  @Test
  void any_value_can_be_an_argument() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      String deep = "[".repeat(90) + "]".repeat(90);
      String payload =
          "{\"session_id\":\"s\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"t\",\"tool_input\":{\"a\":\"\\ud83d"
              + " cut\",\"n\":123456789012345678901234567890,\"x\":1e999,\"d\":"
              + deep
              + "}}";
      assertThat(agent.hook("claude-code", payload)).isNull();
      assertThat(agent.hook("claude-code", payload.replace("PreToolUse", "PostToolUse"))).isNull();
    }
  }

  @Test
  void payloads_that_cannot_be_read_are_refused_with_the_reason() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      assertThatThrownBy(() -> agent.hook("claude-code", "{\"hook_event_name\":\"Stop\"}"))
          .hasMessage("the payload has no 'session_id'");
      assertThatThrownBy(() -> agent.hook("claude-code", "{\n \"a\": }"))
          .hasMessage("the payload is not JSON (line 2, column 7)");
      assertThatThrownBy(() -> agent.hook("claude-code", "[1]"))
          .hasMessage("the payload is not a JSON object");
      assertThatThrownBy(() -> agent.hook("emacs", "{}"))
          .hasMessage(
              "there are no hooks of 'emacs'; there are claude-code, codex, gemini, opencode,"
                  + " copilot, cursor, openhands, qwen-code, droid, kimi");
    }
  }

  @Test
  void a_call_that_could_not_be_judged_is_an_error() {
    GuardedAgent agent = new GuardedAgent("unattended");
    agent.close();
    assertThatThrownBy(() -> agent.proposes("s", "ls"))
        .hasCauseInstanceOf(HookException.class)
        .hasMessageContaining("the engine is closed");
  }

  @Test
  void texts_of_refusals_are_told_in_the_form_of_each_program() {
    for (Vendor vendor : VENDORS) {
      try (GuardedAgent agent = new GuardedAgent("unattended")) {
        for (int i = 0; i < 4; i++) {
          assertThat(agent.hook(vendor.name, vendor.before)).as(vendor.name).isNull();
          agent.hook(vendor.name, vendor.after);
        }
        Map<String, @Nullable Object> reply = agent.hook(vendor.name, vendor.before);
        assertThat(reply).as(vendor.name).isNotNull();
        assertThat(reply.toString())
            .as(vendor.name)
            .contains(vendor.denial, "Statute: this call of '")
            .doesNotContain("null");
      }
    }
  }

  private record Vendor(
      String name, Map<String, Object> before, Map<String, Object> after, String denial) {}

  private static final List<Vendor> VENDORS =
      List.of(
          new Vendor(
              "gemini",
              map(
                  "session_id",
                  "s",
                  "hook_event_name",
                  "BeforeTool",
                  "tool_name",
                  "read_file",
                  "tool_input",
                  map("file_path", "a")),
              map(
                  "session_id",
                  "s",
                  "hook_event_name",
                  "AfterTool",
                  "tool_name",
                  "read_file",
                  "tool_input",
                  map("file_path", "a"),
                  "tool_response",
                  map("llmContent", "no file", "error", map("message", "no file"))),
              "decision=deny"),
          new Vendor(
              "copilot",
              map("sessionId", "s", "toolName", "bash", "toolArgs", "{\"command\":\"cat a\"}"),
              map(
                  "sessionId",
                  "s",
                  "toolName",
                  "bash",
                  "toolArgs",
                  "{\"command\":\"cat a\"}",
                  "toolResult",
                  map("resultType", "failure", "textResultForLlm", "no file")),
              "permissionDecision=deny"),
          new Vendor(
              "cursor",
              map(
                  "conversation_id",
                  "s",
                  "hook_event_name",
                  "preToolUse",
                  "tool_name",
                  "Shell",
                  "tool_input",
                  map("command", "cat a")),
              map(
                  "conversation_id",
                  "s",
                  "hook_event_name",
                  "postToolUseFailure",
                  "tool_name",
                  "Shell",
                  "tool_input",
                  map("command", "cat a"),
                  "error_message",
                  "no file",
                  "failure_type",
                  "error"),
              "permission=deny"),
          new Vendor(
              "openhands",
              map(
                  "session_id",
                  "s",
                  "event_type",
                  "PreToolUse",
                  "tool_name",
                  "terminal",
                  "tool_input",
                  map("command", "cat a")),
              map(
                  "session_id",
                  "s",
                  "event_type",
                  "PostToolUse",
                  "tool_name",
                  "terminal",
                  "tool_input",
                  map("command", "cat a"),
                  "tool_response",
                  map("content", "no file", "exit_code", 1)),
              "decision=deny"),
          new Vendor(
              "opencode",
              map(
                  "session_id",
                  "s",
                  "event",
                  "tool.execute.before",
                  "tool",
                  "bash",
                  "args",
                  map("command", "cat a")),
              map(
                  "session_id",
                  "s",
                  "event",
                  "tool.execute.after",
                  "tool",
                  "bash",
                  "args",
                  map("command", "cat a"),
                  "output",
                  "no file",
                  "metadata",
                  map("exit", 1)),
              "veto=Statute"));
}

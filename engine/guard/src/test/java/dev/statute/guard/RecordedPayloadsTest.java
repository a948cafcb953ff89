package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Replies to payloads that real agent programs sent. */
class RecordedPayloadsTest {
  private static final String AGAIN =
      " still answers the same. Nothing changed since the first time; change something first.";

  /** Returns the replies to the payloads of a file, without the empty ones, by line number. */
  private static Map<Integer, Map<String, @Nullable Object>> replies(
      GuardedAgent agent, String vendor) throws IOException {
    Map<Integer, Map<String, @Nullable Object>> replies = new java.util.LinkedHashMap<>();
    List<String> lines = GuardedAgent.recorded(vendor + ".jsonl");
    for (int i = 0; i < lines.size(); i++) {
      Map<String, @Nullable Object> reply = agent.hook(vendor, lines.get(i));
      if (reply != null) {
        replies.put(i + 1, reply);
      }
    }
    return replies;
  }

  @Test
  void claude_code_is_advised_then_refused_then_halted() throws IOException {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      Map<Integer, Map<String, @Nullable Object>> replies = replies(agent, "claude-code");
      String refusal =
          "Statute: this call of 'Bash' was refused and not made: this very call has just been"
              + " shown not to help (this call of 'Bash' failed the same way again and again).";
      String reason = "calls were refused 3 times, and the agent goes on to propose such calls";
      assertThat(replies.keySet()).containsExactly(8, 10, 11, 13, 15, 16, 17, 18);
      assertThat(replies.get(8))
          .isEqualTo(
              advice(
                  "PostToolUseFailure", "Statute: Once more: ‘cat /nonexistent/file.txt’" + AGAIN));
      assertThat(replies.get(11)).isEqualTo(denial(refusal));
      assertThat(replies.get(13))
          .isEqualTo(
              denial(
                  refusal
                      + "\nStatute: 2 calls of yours were refused, and none of them was made."
                      + " Proposing them again will not change that: do something else, or say"
                      + " what you cannot do."));
      assertThat(replies.get(15))
          .containsEntry("continue", false)
          .containsEntry("stopReason", "Statute: " + reason)
          .containsEntry(
              "hookSpecificOutput",
              denial(
                      "Statute: the agent was halted, and no further call is made: "
                          + reason
                          + ". End your turn.")
                  .get("hookSpecificOutput"));
      assertThat(agent.halts).hasSize(1);
      AgentHalt halt = agent.halts.get(0);
      assertThat(halt.rule()).isEqualTo("loops/full#R23 refused calls proposed again");
      assertThat(halt.place().file()).endsWith("rules/loops/full/full.drl");
      assertThat(halt.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void codex_gets_nothing_but_texts_and_denials() throws IOException {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      Map<Integer, Map<String, @Nullable Object>> replies = replies(agent, "codex");
      assertThat(replies.keySet()).containsExactly(6, 8, 9);
      assertThat(replies.get(6))
          .isEqualTo(advice("PostToolUse", "Statute: Once more: ‘cat nothere.txt’" + AGAIN));
      assertThat(replies.get(9).keySet()).containsExactly("hookSpecificOutput");
      assertThat(replies.get(9).toString())
          .contains(
              "permissionDecision=deny", "permissionDecisionReason=Statute: this call of 'Bash'");
    }
  }

  @Test
  void gemini_is_advised_after_the_third_failure() throws IOException {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      Map<Integer, Map<String, @Nullable Object>> replies = replies(agent, "gemini");
      assertThat(replies).hasSize(1);
      assertThat(replies.get(6))
          .isEqualTo(advice("AfterTool", "Statute: Once more: ‘file_path: nothere.txt’" + AGAIN));
    }
  }

  @Test
  void a_text_that_no_reply_could_carry_is_given_with_the_next_one() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      List<String> texts = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        assertThat(agent.hook("opencode", opencode("tool.execute.before", "c" + i, map())))
            .isNull();
        assertThat(
                agent.hook(
                    "opencode", opencode("tool.error", "c" + i, map("error", "File not found: a"))))
            .isNull();
      }
      Map<String, @Nullable Object> reply =
          agent.hook(
              "opencode",
              map(
                  "session_id",
                  "s",
                  "event",
                  "tool.execute.after",
                  "call_id",
                  "d",
                  "tool",
                  "bash",
                  "args",
                  map("command", "ls"),
                  "output",
                  "b"));
      texts.add(String.valueOf(reply));
      assertThat(texts).containsExactly("{text=Statute: Once more: ‘filePath: a’" + AGAIN + "}");
    }
  }

  private static Map<String, Object> opencode(String event, String call, Map<String, Object> more) {
    Map<String, Object> payload =
        map(
            "session_id",
            "s",
            "event",
            event,
            "call_id",
            call,
            "tool",
            "read",
            "args",
            map("filePath", "a"));
    payload.putAll(more);
    return payload;
  }

  private static Map<String, Object> advice(String event, String text) {
    return map("hookSpecificOutput", map("hookEventName", event, "additionalContext", text));
  }

  private static Map<String, Object> denial(String reason) {
    return map(
        "hookSpecificOutput",
        map(
            "hookEventName",
            "PreToolUse",
            "permissionDecision",
            "deny",
            "permissionDecisionReason",
            reason));
  }
}

package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Budgets of sessions by the logs that agent programs write of them. */
class TranscriptBudgetTest {
  private static final String RESPONSE =
      "{\"type\":\"assistant\",\"uuid\":\"u%1$s\",\"sessionId\":\"s\",\"message\":{\"id\":\"m%1$s\","
          + "\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t%1$s\",\"name\":\"Bash\","
          + "\"input\":{\"command\":\"ls %1$s\"}}],\"usage\":{\"input_tokens\":100,\"output_tokens\":50}}}\n";

  @TempDir private Path folder;

  private Path transcript;

  private static void add(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Map<String, Object> payload(String hook, int call) {
    return map(
        "session_id",
        "s",
        "hook_event_name",
        hook,
        "transcript_path",
        transcript.toString(),
        "tool_name",
        "Bash",
        "tool_use_id",
        "t" + call,
        "tool_input",
        map("command", "ls " + call),
        "tool_response",
        map("stdout", "file " + call, "stderr", ""));
  }

  /** Makes calls that differ until one is refused, and returns their number. */
  private int calls(GuardedAgent agent) throws IOException {
    for (int i = 0; i < 40; i++) {
      add(transcript, RESPONSE.formatted(i));
      Map<String, ?> reply = agent.hook("claude-code", payload("PreToolUse", i));
      if (String.valueOf(reply).contains("permissionDecision=deny")) {
        refusal = String.valueOf(reply);
        return i;
      }
      agent.hook("claude-code", payload("PostToolUse", i));
    }
    return 40;
  }

  private String refusal = "";

  @Test
  void an_agent_ends_that_used_up_its_tokens() throws IOException {
    transcript = folder.resolve("s.jsonl");
    try (GuardedAgent agent = new GuardedAgent("unattended", Map.of("max_tokens", "1500"))) {
      assertThat(calls(agent)).isEqualTo(10);
      assertThat(refusal)
          .contains(
              "the agent was halted, and no further call is made: the budget of tokens is used up");
      assertThat(agent.halts.get(0).rule()).isEqualTo("loops/full#R21 budget");
    }
  }

  @Test
  void a_person_is_asked_first_and_the_budget_is_named() throws IOException {
    transcript = folder.resolve("s.jsonl");
    try (GuardedAgent agent = new GuardedAgent("attended", Map.of("max_tokens", "1500"))) {
      assertThat(calls(agent)).isEqualTo(10);
      assertThat(refusal).contains("a person was asked what to do (100 % of the tokens are used");
      assertThat(agent.configuration("claude-code:s")).contains("asking");
    }
  }

  @Test
  void a_result_line_is_no_addition_to_its_parts() throws IOException {
    transcript = folder.resolve("s.jsonl");
    try (GuardedAgent agent = new GuardedAgent("unattended", Map.of("max_tokens", "10000"))) {
      assertThat(calls(agent)).isEqualTo(40);
      add(
          transcript,
          "{\"type\":\"result\",\"session_id\":\"s\",\"total_cost_usd\":0.5,"
              + "\"usage\":{\"input_tokens\":4000,\"output_tokens\":2000}}\n");
      agent.hook("claude-code", payload("PostToolUse", 41));
      assertThat(agent.halts).isEmpty();
      assertThat(agent.engine.instance("claude-code:s").progress()).containsEntry("calls", 41L);
    }
  }

  @Test
  void a_file_that_is_written_anew_counts_once() throws IOException {
    transcript = folder.resolve("s.json");
    try (GuardedAgent agent = new GuardedAgent("unattended", Map.of("max_tokens", "1000"))) {
      for (int i = 0; i < 4; i++) {
        Files.writeString(
            transcript,
            "{\"sessionId\":\"s\",\"projectHash\":\"p\",\"messages\":[{\"id\":\"a\",\"type\":\"gemini\","
                + "\"content\":\"x\",\"tokens\":{\"total\":"
                + (200 + i)
                + "}}]}");
        agent.hook("claude-code", payload("PostToolUse", i));
      }
      assertThat(agent.halts).isEmpty();
      Files.writeString(transcript, Files.readString(transcript).replace("203", "1003"));
      agent.hook("claude-code", payload("PostToolUse", 5));
      assertThat(agent.halts).hasSize(1);
    }
  }

  @Test
  void what_is_no_regular_file_is_not_read() throws IOException {
    transcript = folder;
    try (GuardedAgent agent = new GuardedAgent("unattended", Map.of("max_tokens", "100"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(agent.hook("claude-code", payload("PreToolUse", i))).isNull();
        assertThat(agent.hook("claude-code", payload("PostToolUse", i))).isNull();
      }
    }
  }
}

package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts of one's own, in which the tag {@code halted} marks the states of halted agents. */
class HaltedStatesTest {
  private static final String CHART =
      """
      chart: own
      initial: free
      states:
        free: { on: { propose: {}, record.tool_call: { to: stopped, when: "!event.success" } } }
        stopped: { tags: [halted], STOPPED }
      """;

  @TempDir Path folder;

  private GuardedAgent agent(String stopped, MemoryStore store) throws IOException {
    Path file = folder.resolve("own.yaml");
    return new GuardedAgent(
        Statute.load(Files.writeString(file, CHART.replace("STOPPED", stopped))), store);
  }

  private static void assertHalted(GuardedAgent agent) {
    assertThat(
            String.valueOf(agent.hook("claude-code", GuardedAgent.claude("s", "PreToolUse", "ls"))))
        .contains("permissionDecision=deny", "Statute: the agent was halted")
        .contains("continue=false");
  }

  private static void prompt(GuardedAgent agent) {
    agent.hook(
        "claude-code",
        map("session_id", "s", "hook_event_name", "UserPromptSubmit", "prompt", "go on"));
  }

  @Test
  void a_state_with_the_tag_refuses_each_call_until_the_next_prompt() throws IOException {
    MemoryStore store = new MemoryStore();
    String parked = "on: { propose: {}, resume: free }";
    try (GuardedAgent agent = agent(parked, store)) {
      assertThat(agent.proposes("s", "ls")).isFalse();
      agent.fails("s", "ls", "no such file");
      assertHalted(agent);
    }
    try (GuardedAgent agent = agent(parked, store)) {
      assertHalted(agent);
      prompt(agent);
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }

  @Test
  void a_session_that_ended_by_a_halt_is_not_begun_anew_by_a_call() throws IOException {
    MemoryStore store = new MemoryStore();
    try (GuardedAgent agent = agent("final: true", store)) {
      agent.fails("s", "ls", "no such file");
      assertHalted(agent);
      assertHalted(agent);
      assertThat(agent.configuration("claude-code:s")).containsExactly("stopped");
    }
    try (GuardedAgent agent = agent("final: true", store)) {
      assertHalted(agent);
      prompt(agent);
      assertThat(agent.configuration("claude-code:s")).containsExactly("free");
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }

  @Test
  void a_state_without_the_tag_refuses_nothing() throws IOException {
    try (GuardedAgent agent = agent("on: { propose: {} }", new MemoryStore())) {
      Path file = folder.resolve("own.yaml");
      assertThat(Files.readString(file)).contains("tags: [halted]");
      agent.fails("s", "ls", "no such file");
      assertHalted(agent);
    }
    String untagged = CHART.replace("tags: [halted], STOPPED", "on: { propose: {} }");
    Statute plain = Statute.load(Files.writeString(folder.resolve("plain.yaml"), untagged));
    try (GuardedAgent agent = new GuardedAgent(plain, new MemoryStore())) {
      agent.fails("s", "ls", "no such file");
      assertThat(agent.configuration("claude-code:s")).containsExactly("stopped");
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }
}

package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.logs.hook.HookEvent;
import dev.statute.logs.hook.HookForm;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks with values of other types, hooks without a store, and agents that end at any time. */
class HookFaultsTest {
  private static final String ERROR = "cat: nothere.txt: No such file or directory";

  /** Chart whose states follow each other without end as soon as a call was made. */
  private static final String SPINNING =
      """
      chart: spin
      states:
        free: { on: { propose: {}, record.tool_call: left } }
        left: { always: right }
        right: { always: left }
      """;

  /** Whether the store answers nothing. */
  private final AtomicBoolean gone = new AtomicBoolean();

  @TempDir private Path folder;

  private GuardedAgent agent() {
    return new GuardedAgent("unattended", store());
  }

  private InstanceStore store() {
    MemoryStore memory = new MemoryStore();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (gone.get()) {
            throw new StoreException("unreachable", "the file is gone", null);
          }
          return method.invoke(memory, arguments);
        };
    return (InstanceStore)
        Proxy.newProxyInstance(
            InstanceStore.class.getClassLoader(), new Class<?>[] {InstanceStore.class}, handler);
  }

  @Test
  void a_hook_whose_name_or_session_has_another_type_is_refused() {
    try (GuardedAgent agent = agent()) {
      for (String vendor : HookService.vendors()) {
        String name =
            switch (vendor) {
              case "opencode" -> "event";
              case "openhands" -> "event_type";
              default -> "hook_event_name";
            };
        String session =
            switch (vendor) {
              case "copilot" -> "sessionId";
              case "cursor" -> "conversation_id";
              default -> "session_id";
            };
        for (String value : List.of("7", "[\"PreToolUse\"]", "{\"a\":1}", "true")) {
          String payload = "{\"%s\":%s,\"%s\":\"s\"}".formatted(name, value, session);
          assertThatThrownBy(() -> agent.hook(vendor, payload))
              .as(vendor)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("'" + name + "' of the payload must be a text, not " + value);
        }
        for (String value : List.of("[1]", "{\"a\":1}", "true")) {
          String payload = "{\"%s\":\"x\",\"%s\":%s}".formatted(name, session, value);
          assertThatThrownBy(() -> agent.hook(vendor, payload))
              .as(vendor)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("'" + session + "' of the payload must be a text, not " + value);
        }
        assertThatThrownBy(
                () -> agent.hook(vendor, "{\"%s\":\"x\",\"%s\":7}".formatted(name, session)))
            .as(vendor)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the hook 'x' is not known");
      }
      assertThatThrownBy(() -> agent.hook("codex", "{\"session_id\":\"s\"}"))
          .hasMessage("the payload has no 'hook_event_name'");
    }
  }

  @Test
  void a_payload_beyond_the_limits_of_JSON_is_refused_for_that() {
    String deep = "[".repeat(600) + "]".repeat(600);
    for (String value : List.of("9".repeat(1001), deep)) {
      assertThatThrownBy(() -> stop(value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(
              "a number of the payload has over 1000 digits, or its values are nested too deep");
    }
    assertThat(stop("9".repeat(1000)).session()).isEqualTo("s");
  }

  private static HookEvent stop(String value) {
    return HookForm.of("codex")
        .read("{\"session_id\":\"s\",\"hook_event_name\":\"Stop\",\"a\":" + value + "}");
  }

  @Test
  void a_call_of_copilot_is_judged_by_either_name_of_its_tool() {
    try (GuardedAgent agent = agent()) {
      String call =
          "{\"sessionId\":\"s\",\"%s\":\"bash\",\"%s\":{\"command\":\"cat nothere.txt\"}%s}";
      String result = ",\"tool_result\":{\"result_type\":\"failure\",\"text\":\"No such file\"}";
      for (int i = 0; i < 2; i++) {
        agent.hook("copilot", call.formatted("toolName", "toolArgs", ""));
        agent.hook("copilot", call.formatted("tool_name", "tool_input", result));
      }
      assertThat(agent.engine.instance("copilot:s").progress()).containsEntry("calls", 2L);
      agent.hook("copilot", "{\"sessionId\":\"t\",\"tool_name\":\"bash\",\"tool_input\":{}}");
      assertThat(agent.engine.instance("copilot:t").snapshot()).isNotNull();
    }
  }

  @Test
  void a_null_of_copilot_is_no_result() {
    for (String absent : List.of("tool_result", "toolResult", "error", "hook_event_name")) {
      String payload = "{\"sessionId\":\"s\",\"tool_name\":\"bash\",\"%s\":null}".formatted(absent);
      assertThat(HookForm.of("copilot").read(payload).kind())
          .as(absent)
          .isEqualTo(HookEvent.Kind.PROPOSAL);
    }
  }

  @Test
  void a_call_of_copilot_without_the_name_of_its_tool_is_judged() {
    for (String arguments : List.of("\"toolArgs\":\"{}\"", "\"tool_input\":{}")) {
      String payload = "{\"sessionId\":\"s\",\"toolName\":null,%s}".formatted(arguments);
      assertThat(HookForm.of("copilot").read(payload).kind()).isEqualTo(HookEvent.Kind.PROPOSAL);
    }
  }

  @Test
  void results_during_an_outage_of_the_store_count_afterwards() {
    try (GuardedAgent agent = agent()) {
      for (int i = 0; i < 3; i++) {
        assertThat(agent.proposes("s", "cat nothere.txt")).isFalse();
        gone.set(i > 0);
        if (i > 0) {
          assertThatThrownBy(() -> agent.fails("s", "cat nothere.txt", ERROR))
              .hasCauseInstanceOf(HookException.class)
              .hasMessageContaining("the file is gone");
          assertThatThrownBy(() -> agent.proposes("s", "ls"))
              .hasCauseInstanceOf(HookException.class);
        } else {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
        gone.set(false);
      }
      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.engine.instance("claude-code:s").progress()).containsEntry("calls", 3L);
      assertThat(String.valueOf(agent.succeeds("s", "ls", "a")))
          .contains("Statute: Once more: ‘cat nothere.txt’");
    }
  }

  @Test
  void a_result_of_an_outage_that_the_chart_cannot_handle_refuses_no_later_call()
      throws IOException {
    Path file = Files.writeString(folder.resolve("spin.yaml"), SPINNING);
    try (GuardedAgent agent = new GuardedAgent(Statute.load(file), store())) {
      assertThat(agent.proposes("s", "make")).isFalse();
      gone.set(true);
      assertThatThrownBy(() -> agent.succeeds("s", "make", "done"))
          .hasCauseInstanceOf(HookException.class)
          .hasMessageContaining("the file is gone");
      gone.set(false);
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }

  @Test
  void the_end_of_a_session_without_a_store_is_an_error_and_can_be_told_again() {
    try (GuardedAgent agent = agent()) {
      agent.succeeds("s", "ls", "a");
      gone.set(true);
      String end = "{\"session_id\":\"s\",\"hook_event_name\":\"SessionEnd\"}";
      assertThatThrownBy(() -> agent.hook("claude-code", end))
          .hasCauseInstanceOf(HookException.class)
          .hasMessageContaining("the file is gone");
      gone.set(false);
      assertThat(agent.hook("claude-code", end)).isNull();
      assertThat(agent.configuration("claude-code:s")).containsExactly("closed");
      assertThat(agent.hook("claude-code", end)).isNull();
    }
  }

  @Test
  void an_agent_that_is_killed_during_a_call_is_taken_up_under_its_session() {
    try (GuardedAgent agent = agent()) {
      for (int i = 0; i < 2; i++) {
        agent.proposes("s", "cat nothere.txt");
        agent.fails("s", "cat nothere.txt", ERROR);
      }
      assertThat(agent.proposes("s", "make")).isFalse(); // killed here: no result, no end
      assertThat(
              agent.hook(
                  "claude-code", "{\"session_id\":\"s\",\"hook_event_name\":\"SessionStart\"}"))
          .isNull();
      assertThat(agent.proposes("s", "cat nothere.txt")).isFalse();
      assertThat(String.valueOf(agent.fails("s", "cat nothere.txt", ERROR)))
          .contains("Statute: Once more: ‘cat nothere.txt’");
    }
  }
}

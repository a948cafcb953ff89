package dev.statute.guard;

import static dev.statute.guard.GuardedAgent.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.MemoryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Loops that begin late, go by turns, or survive a restart. */
class GuardedLoopsTest {
  private static final String ERROR = "cat: nothere.txt: No such file or directory";

  @Test
  void refused_calls_by_turns_with_a_third_kind_end() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      refuse(agent, "cat nothere.txt");
      int refusals = 1;
      List<String> turns = List.of("cat nothere.txt", "cat nothere.txt ", "cat nothere.txt");
      for (int i = 0; i < turns.size() && agent.halts.isEmpty(); i++) {
        if (agent.proposes("s", turns.get(i))) {
          refusals++;
        } else {
          agent.fails("s", turns.get(i), ERROR);
        }
      }
      assertThat(agent.halts).hasSize(1);
      assertThat(refusals).isEqualTo(3);
    }
  }

  @Test
  void refusals_count_on_over_successful_work_between() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      refuse(agent, "cat nothere.txt");
      int proposals = 0;
      while (agent.halts.isEmpty() && proposals < 20) {
        String healthy = "echo " + proposals++ + " > part" + proposals;
        if (!agent.proposes("s", healthy)) {
          agent.succeeds("s", healthy, "");
        }
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      assertThat(proposals).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void a_loop_after_healthy_work_ends_as_soon_as_one_at_the_start() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 60; i++) {
        String command = "sed -n " + i + "p big.txt";
        assertThat(agent.proposes("s", command)).isFalse();
        assertThat(agent.succeeds("s", command, "line " + i + " of the big file")).isNull();
      }
      int requests = 0;
      while (agent.halts.isEmpty() && requests < 30) {
        requests++;
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      assertThat(requests).isLessThanOrEqualTo(8);
    }
  }

  @Test
  void a_call_without_a_result_leaves_the_session_usable() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 5; i++) {
        assertThat(agent.proposes("s", "sleep 1000")).as("proposal " + i).isFalse();
      }
      assertThat(agent.succeeds("s", "ls", "a")).isNull();
      assertThat(agent.configuration("claude-code:s")).containsExactly("watching", "working");
    }
  }

  @Test
  void a_halt_is_told_again_after_a_restart() {
    MemoryStore store = new MemoryStore();
    Map<String, @Nullable Object> told;
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      while (agent.halts.isEmpty()) {
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      told = agent.hook("claude-code", GuardedAgent.claude("s", "PreToolUse", "ls"));
      assertThat(told).containsEntry("continue", false);
      assertThat(told.toString())
          .contains("Statute: the agent was halted, and no further call is made: calls were");
    }
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      assertThat(agent.hook("claude-code", GuardedAgent.claude("s", "PreToolUse", "ls")))
          .isEqualTo(told);
      assertThat(agent.succeeds("s", "ls", "a"))
          .containsEntry("continue", false)
          .containsEntry("stopReason", told.get("stopReason"));
      agent.hook(
          "claude-code",
          map("session_id", "s", "hook_event_name", "UserPromptSubmit", "prompt", "go on"));
      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.succeeds("s", "ls", "a")).isNull();
    }
  }

  @Test
  void a_restart_with_its_store_counts_on() {
    MemoryStore store = new MemoryStore();
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      refuse(agent, "cat nothere.txt");
    }
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      assertThat(agent.proposes("s", "cat nothere.txt")).isTrue();
      assertThat(agent.halts).isEmpty();
      assertThat(agent.proposes("s", "cat nothere.txt")).isTrue();
      assertThat(agent.halts).hasSize(1);
    }
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      assertThat(agent.proposes("s", "ls")).isTrue();
    }
  }

  @Test
  void half_a_hint_is_never_told() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 3; i++) {
        agent.proposes("s", "cat nothere.txt");
        Map<String, @Nullable Object> reply = agent.fails("s", "cat nothere.txt", ERROR);
        assertThat(reply == null ? "Statute: }" : reply.toString())
            .contains("Statute: ")
            .doesNotContain("{tool}", "{reason}", "{count}", "null");
      }
    }
  }

  @Test
  void a_lack_of_resources_is_told_with_the_next_result() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      agent.succeeds("s", "make", "built");
      agent
          .engine
          .instance("claude-code:s")
          .send("resources.exhausted", map("resource", "memory", "message", "memory is 5 GiB"))
          .join();
      assertThat(String.valueOf(agent.succeeds("s", "make test", "ok")))
          .contains("Statute: memory is 5 GiB. End what is not needed before you start more.");
      assertThat(agent.succeeds("s", "make docs", "ok")).isNull();
    }
  }

  /** Spellings of one call, calls by turns, and comments that count tries. */
  @Test
  void each_loop_of_an_agent_that_has_done_nothing_ends() {
    Map<String, List<String>> loops =
        Map.of(
            "comments", List.of("cat x # try 1", "cat x # try 2", "cat x # try 3", "cat x"),
            "counters", commands(20, "echo %d; cat x"),
            "variables", commands(20, "TRY=%d cat x"),
            "pauses", commands(20, "sleep %d; cat x"),
            "pauses behind", commands(20, "cat x; echo waiting; sleep %d"),
            "spellings",
                List.of("cat x", "cat ./x", "cat 'x'", "(cat x)", "cat x || true", "cat -- x"),
            "two by turns", List.of("cat x", "make test"),
            "three by turns", List.of("cat x", "make test", "npm run b"),
            "four by turns", List.of("cat x", "make test", "npm run b", "ls q"));
    loops.forEach(
        (name, commands) -> {
          for (int healthy : new int[] {0, 40}) {
            try (GuardedAgent agent = new GuardedAgent("unattended")) {
              work(agent, healthy);
              int requests = 0;
              while (agent.halts.isEmpty() && requests < 60) {
                String command = commands.get(requests++ % commands.size());
                if (!agent.proposes("s", command)) {
                  agent.fails("s", command, error(command));
                }
              }
              assertThat(requests).as(name + " after " + healthy).isLessThanOrEqualTo(14);
            }
          }
        });
  }

  @Test
  void each_loop_of_one_error_with_a_changing_number_ends() {
    for (String form :
        List.of("error: job %d failed with status 3", "fault at 0x%x in worker %d")) {
      for (String command : List.of("make a; echo %d", "run a%d", "npm test %d")) {
        try (GuardedAgent agent = new GuardedAgent("unattended")) {
          int requests = 0;
          while (agent.halts.isEmpty() && requests < 60) {
            String call = command.formatted(requests++);
            int number = 4096 + requests * 99_991;
            if (!agent.proposes("s", call)) {
              agent.fails("s", call, form.formatted(number, number));
            }
          }
          assertThat(requests).as(command + ", " + form).isLessThanOrEqualTo(14);
        }
      }
    }
  }

  @Test
  void a_rate_limit_for_ever_is_said_and_ends() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      int requests = 0;
      int said = 0;
      while (agent.halts.isEmpty() && requests < 60) {
        requests++;
        assertThat(agent.proposes("s", "curl api/x")).isFalse();
        said += agent.fails("s", "curl api/x", "HTTP 429 Too Many Requests") == null ? 0 : 1;
      }
      assertThat(requests).isEqualTo(30);
      assertThat(said).isPositive();
    }
  }

  /** A server that comes up late, and waits that grow. */
  @Test
  void what_is_waited_for_may_come_late() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      for (int i = 0; i < 9; i++) {
        assertThat(agent.proposes("s", "sleep 10; test -f done")).isFalse();
        agent.fails("s", "sleep 10; test -f done", "");
      }
      assertThat(agent.proposes("s", "sleep 10; test -f done")).isFalse();
      assertThat(agent.succeeds("s", "sleep 10; test -f done", "there")).isNull();
      assertThat(agent.halts).isEmpty();
    }
  }

  private static List<String> commands(int number, String form) {
    return IntStream.range(0, number).mapToObj(form::formatted).toList();
  }

  private static String error(String command) {
    return command.contains("make")
        ? "make: *** No rule to make target 'test'. Stop."
        : command.contains("npm")
            ? "npm ERR! Missing script: b"
            : command.contains("ls")
                ? "ls: cannot access 'q'"
                : "cat: x: No such file or directory";
  }

  private static void work(GuardedAgent agent, int calls) {
    for (int i = 0; i < calls; i++) {
      String command = "sed -n " + i + "p big.txt";
      assertThat(agent.proposes("s", command)).isFalse();
      assertThat(agent.succeeds("s", command, "line " + i + " of the big file")).isNull();
    }
  }

  @Test
  void a_text_is_told_twice_at_most() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      Map<String, Integer> told = new HashMap<>();
      for (int i = 0; agent.halts.isEmpty() && i < 60; i++) {
        String command = "tool" + i + " --go";
        if (!agent.proposes("s", command)) {
          Object reply = agent.fails("s", command, "sh: tool" + i + ": command not found");
          if (reply != null) {
            told.merge(reply.toString().replaceAll("\\d+", "#"), 1, Integer::sum);
          }
        }
      }
      assertThat(told).isNotEmpty();
      assertThat(told.values()).allMatch(times -> times <= 2);
    }
  }

  @Test
  void a_halted_session_that_was_closed_stays_halted_until_the_user_speaks() {
    try (GuardedAgent agent = new GuardedAgent("unattended")) {
      while (agent.halts.isEmpty()) {
        if (!agent.proposes("s", "cat nothere.txt")) {
          agent.fails("s", "cat nothere.txt", ERROR);
        }
      }
      for (int i = 0; i < 2; i++) {
        agent.hook("claude-code", map("session_id", "s", "hook_event_name", "SessionEnd"));
        assertThat(agent.proposes("s", "ls")).isTrue();
      }
      agent.hook("claude-code", prompt("<task-notification>done</task-notification>"));
      assertThat(agent.proposes("s", "ls")).isTrue();
      agent.hook("claude-code", prompt("go on"));
      assertThat(agent.proposes("s", "ls")).isFalse();
    }
  }

  private static Map<String, Object> prompt(String text) {
    return map("session_id", "s", "hook_event_name", "UserPromptSubmit", "prompt", text);
  }

  /** A person's decision is a refusal whatever the hook does in an outage. */
  @Test
  void calls_of_a_session_that_is_set_aside_are_refused_and_its_results_wait() {
    MemoryStore store = new MemoryStore();
    try (GuardedAgent agent = new GuardedAgent("unattended", store)) {
      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.engine.park("claude-code:s", "look at it")).isTrue();
      assertThat(agent.succeeds("s", "ls", "a")).isNull();
      assertThat(
              String.valueOf(
                  agent.hook("claude-code", GuardedAgent.claude("s", "PreToolUse", "ls"))))
          .contains("permissionDecision=deny", "is set aside: look at it. A person must");
      assertThat(agent.hook("claude-code", prompt("go on"))).isNull();
      assertThat(agent.proposes("s", "ls")).isTrue();
      assertThat(agent.engine.retry("claude-code:s")).isTrue();
      assertThat(agent.proposes("s", "ls")).isFalse();
      assertThat(agent.engine.instance("claude-code:s").progress()).containsEntry("calls", 1L);
    }
  }

  /** Repeats a failing call until it is refused once. */
  private static void refuse(GuardedAgent agent, String command) {
    int calls = 0;
    while (!agent.proposes("s", command)) {
      agent.fails("s", command, ERROR);
      assertThat(++calls).isLessThan(8);
    }
  }
}

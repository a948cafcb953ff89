package dev.statute.progress.internal.call;

import static dev.statute.progress.internal.record.TestRecords.call;
import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Settings;
import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.tracker.RecordTracker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolCatalogueTest {
  private static final Map<String, ?> SETTINGS =
      Map.of(
          "tool_effects",
          Map.of(
              "Look", "READ",
              "editor", Map.of("by", "command", "cases", Map.of("view", "READ"), "effect", "EDIT"),
              "sql", Map.of("runs", "statement", "key", List.of("statement")),
              "ping", Map.of("exempt", true)),
          "word_effects",
          Map.of("fetch", "READ", "state", "POLL"),
          "command_effects",
          Map.of(
              "cat",
              "READ",
              "select",
              "SEARCH",
              "rm",
              "EXEC_WRITE",
              "sleep",
              "CLOCK",
              "git",
              "READ",
              "git commit",
              "EXEC_WRITE"),
          "complaints",
          List.of("error:…", "failed"));
  private static final ToolCatalogue CATALOGUE = new ToolCatalogue(Settings.of(SETTINGS));

  private static ToolEffect effect(String tool, Object... args) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      map.put((String) args[i], args[i + 1]);
    }
    ToolProfile known = CATALOGUE.tool(tool);
    return CATALOGUE.effect(known, map, known.command(map, ""), false);
  }

  @Test
  void a_tool_is_known_by_its_name_in_any_case_and_of_a_server_by_its_last_part() {
    assertThat(effect("look")).isEqualTo(ToolEffect.READ);
    assertThat(effect("LOOK")).isEqualTo(ToolEffect.READ);
    assertThat(effect("mcp__house__look")).isEqualTo(ToolEffect.READ);
    assertThat(effect("unheard_of")).isEqualTo(ToolEffect.EXEC);
  }

  @Test
  void an_argument_may_say_what_a_call_does() {
    assertThat(effect("editor", "command", "view")).isEqualTo(ToolEffect.READ);
    assertThat(effect("editor", "command", "insert")).isEqualTo(ToolEffect.EDIT);
    assertThat(effect("editor")).isEqualTo(ToolEffect.EDIT);
  }

  @Test
  void a_tool_that_runs_command_lines_is_known_by_them() {
    assertThat(effect("sql", "statement", "SELECT 1")).isEqualTo(ToolEffect.SEARCH);
    assertThat(effect("shell", "command", "cat a | rm b")).isEqualTo(ToolEffect.EXEC_WRITE);
    assertThat(effect("shell", "cmd", "cat a")).isEqualTo(ToolEffect.READ);
    assertThat(effect("shell", "command", List.of("bash", "-lc", "cat 'a b'")))
        .isEqualTo(ToolEffect.READ);
    assertThat(effect("shell", "command", List.of("rm", "a; cat b")))
        .isEqualTo(ToolEffect.EXEC_WRITE);
  }

  @Test
  void a_line_that_waits_and_then_looks_is_a_poll() {
    assertThat(effect("shell", "command", "sleep 30; cat log")).isEqualTo(ToolEffect.POLL);
    assertThat(effect("shell", "command", "sleep 30 && ./state")).isEqualTo(ToolEffect.POLL);
    assertThat(effect("shell", "command", "cat log; sleep 30")).isEqualTo(ToolEffect.POLL);
    assertThat(effect("shell", "command", "./start; sleep 30")).isEqualTo(ToolEffect.EXEC);
    assertThat(effect("shell", "command", "sleep 30; rm log")).isEqualTo(ToolEffect.EXEC_WRITE);
    assertThat(effect("shell", "command", "sleep 30")).isEqualTo(ToolEffect.CLOCK);
  }

  @Test
  void a_program_s_word_may_come_after_its_options() {
    assertThat(effect("shell", "command", "git -C x commit -m y")).isEqualTo(ToolEffect.EXEC_WRITE);
    assertThat(effect("shell", "command", "git --no-pager log")).isEqualTo(ToolEffect.READ);
  }

  @Test
  void a_result_may_complain_though_it_is_called_a_success() {
    assertThat(CATALOGUE.isComplaint(" Error: no such user")).isTrue();
    assertThat(CATALOGUE.isComplaint("Failed")).isTrue();
    assertThat(CATALOGUE.isComplaint("failed tests were mended")).isFalse();
    assertThat(CATALOGUE.isComplaint("no error: fine")).isFalse();
  }

  @Test
  void what_is_looked_at_right_after_a_wait_is_polled_unless_the_record_says_what_it_is() {
    RecordTracker tracking = tracker(SETTINGS);
    ProgressState slept =
        count(tracking, ProgressState.NONE, call("sh", "command", "sleep 9"), 0).state();
    assertThat(next(slept, tracking, call("sh", "command", "./state"))).isEqualTo("POLL");
    assertThat(next(slept, tracking, call("sh", "command", "rm a"))).isEqualTo("EXEC_WRITE");
    assertThat(next(slept, tracking, call("sh", "command", "./s", "effect", "EXEC")))
        .isEqualTo("EXEC");
    ProgressState looked = count(tracking, slept, call("sh", "command", "./state"), 0).state();
    assertThat(next(looked, tracking, call("sh", "command", "./state"))).isEqualTo("EXEC");
  }

  private static String next(ProgressState tracker, RecordTracker tracking, ProgressRecord record) {
    return count(tracking, tracker, record, 0).observation().progress().effect();
  }

  @Test
  void else_by_the_words_of_its_name() {
    assertThat(effect("fetchAll")).isEqualTo(ToolEffect.READ);
    assertThat(effect("fetch_job_state")).isEqualTo(ToolEffect.POLL);
    assertThat(effect("fetch_state_machine")).isEqualTo(ToolEffect.READ);
  }

  @Test
  void it_says_which_arguments_count_and_which_tools_do_not() {
    assertThat(CATALOGUE.tool("sql").loopKey()).containsExactly("statement");
    assertThat(CATALOGUE.tool("ping").declared().exempt()).isTrue();
    assertThat(CATALOGUE.tool("sql").declared().exempt()).isFalse();
  }

  @Test
  void what_a_team_says_beats_what_is_shipped_and_a_record_beats_both() {
    Map<String, Object> settings = new LinkedHashMap<>(SETTINGS);
    settings.put("my_tool_effects", Map.of("look", "POLL"));
    RecordTracker tracking = tracker(settings);
    assertThat(last(tracking, call("look", "output", "x"))).isEqualTo("POLL");
    assertThat(last(tracking, call("look", "output", "x", "effect", "TEST"))).isEqualTo("TEST");
  }

  @Test
  void a_word_of_a_command_is_no_command_though_the_record_has_lost_its_quotes() {
    List<String> words = List.of("cat", "a|rm", "b; rm c");
    ProgressRecord look =
        call("sh", "command", String.join(" ", words), "args", Map.of("command", words));
    assertThat(last(tracker(SETTINGS), look)).isEqualTo("READ");
  }

  @Test
  void code_in_another_language_is_no_command_line() {
    String code = "if a > b:\n  rm(b)\nrm = 1";
    RecordTracker tracking = tracker(SETTINGS);
    ProgressRecord python = call("run", "command", code, "args", Map.of("code", code));
    assertThat(last(tracking, python)).isEqualTo("EXEC");
    ProgressRecord shell =
        call("run", "command", "rm a", "args", Map.of("code", "rm a", "language", "Bash"));
    assertThat(last(tracking, shell)).isEqualTo("EXEC_WRITE");
    ProgressRecord bash = call("run_bash", "command", "rm a", "args", Map.of("code", "rm a"));
    assertThat(last(tracking, bash)).isEqualTo("EXEC_WRITE");
    ProgressRecord look = call("look", "command", code, "args", Map.of("code", code));
    assertThat(last(tracking, look)).isEqualTo("READ");
  }

  private static String last(RecordTracker tracking, ProgressRecord record) {
    return count(tracking, ProgressState.NONE, record, 0).observation().progress().effect();
  }
}

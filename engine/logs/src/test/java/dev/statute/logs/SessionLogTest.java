package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionLogTest {
  @Test
  void claude_code_lines_become_calls_with_their_results() {
    String log =
        """
        {"type":"summary","summary":"x","leafUuid":"1"}
        {"type":"user","uuid":"a","message":{"role":"user","content":"fix it"}}
        {"type":"assistant","uuid":"b","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test"}},{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"a.go"}}]}}
        {"type":"user","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"FAIL"}]}]}}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("claude-code"));
    assertThat(read(LogFormat.of("claude-code"), log))
        .containsExactly(
            new SessionLog.Entry(2, Map.of("type", "user_message", "text", "fix it")),
            new SessionLog.Entry(
                3, Map.of("type", "message", "role", "assistant", "text", "I look.")),
            new SessionLog.Entry(
                4,
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "Bash",
                    "args",
                    Map.of("command", "go test"),
                    "command",
                    "go test",
                    "batch",
                    "m1",
                    "output",
                    "FAIL",
                    "success",
                    false,
                    "error",
                    "FAIL")),
            new SessionLog.Entry(
                4,
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "Read",
                    "args",
                    Map.of("file_path", "a.go"),
                    "file",
                    "a.go",
                    "batch",
                    "m1",
                    "resolved",
                    false)));
  }

  @Test
  void codex_lines_carry_exit_codes() {
    String log =
        """
        {"timestamp":"t","type":"session_meta","payload":{"id":"s"}}
        {"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\\"command\\":[\\"bash\\",\\"-lc\\",\\"ls\\"]}","call_id":"c1"}}
        {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\\"output\\":\\"a b\\",\\"metadata\\":{\\"exit_code\\":2}}"}}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("codex"));
    assertThat(read(LogFormat.of("codex"), log))
        .containsExactly(
            new SessionLog.Entry(
                3,
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "shell",
                    "args",
                    Map.of("command", List.of("bash", "-lc", "ls")),
                    "command",
                    "ls",
                    "output",
                    "a b",
                    "exit_code",
                    2L,
                    "success",
                    false,
                    "error",
                    "a b")));
  }

  @Test
  void codex_outputs_of_later_versions_have_a_head_of_plain_text() {
    String log =
        """
        {"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /x"}]}}
        {"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"go test\\"}","call_id":"c1"}}
        {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"Chunk ID: 1a\\nWall time: 0.5 seconds\\nProcess exited with code 1\\nOriginal token count: 3\\nOutput:\\nFAIL\\n"}}
        """;
    assertThat(read(LogFormat.of("codex"), log))
        .containsExactly(
            new SessionLog.Entry(
                3,
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "exec_command",
                    "args",
                    Map.of("cmd", "go test"),
                    "command",
                    "go test",
                    "output",
                    "FAIL\n",
                    "exit_code",
                    1L,
                    "success",
                    false,
                    "error",
                    "FAIL\n")));
  }

  @Test
  void codex_calls_that_a_hook_or_the_user_refused_are_denied_and_others_that_say_so_are_not() {
    String log =
        Stream.of(
                "Command blocked by PreToolUse hook: no deletions. Command: rm -rf x",
                "exec command rejected by user",
                "Exit code: 0\\nOutput:\\nCommand blocked by PreToolUse hook: a line of a file",
                "the log says: exec command rejected by user")
            .map(
                output ->
                    """
                    {"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}
                    {"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"%s"}}
                    """
                        .formatted(output))
            .collect(Collectors.joining());
    assertThat(read(LogFormat.of("codex"), log))
        .extracting(e -> e.fields().get("error_kind"), e -> e.fields().get("success"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("denied", false),
            org.assertj.core.groups.Tuple.tuple("denied", false),
            org.assertj.core.groups.Tuple.tuple(null, true),
            org.assertj.core.groups.Tuple.tuple(null, null));
  }

  @Test
  void what_codex_exec_tells_is_read_too() {
    String log =
        """
        {"type":"thread.started","thread_id":"1"}
        {"type":"item.started","item":{"id":"i1","type":"command_execution","command":"ls","status":"in_progress"}}
        {"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"a\\n","exit_code":0,"status":"completed"}}
        {"type":"item.completed","item":{"id":"i2","type":"agent_message","text":"done"}}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("codex"));
    assertThat(read(LogFormat.of("codex"), log))
        .extracting(entry -> entry.fields().get("type"), entry -> entry.fields().get("output"))
        .containsExactly(tuple("tool_call", "a\n"), tuple("message", null));
  }

  @Test
  void what_claude_code_says_in_the_user_s_name_is_no_word_of_the_user() {
    String log =
        """
        {"type":"permission-mode","permissionMode":"default","sessionId":"s"}
        {"type":"user","isMeta":true,"sessionId":"s","message":{"role":"user","content":"Caveat: …"}}
        {"type":"user","isCompactSummary":true,"sessionId":"s","message":{"role":"user","content":"This session continues"}}
        {"type":"user","sessionId":"s","message":{"role":"user","content":"go on"}}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("claude-code"));
    assertThat(read(LogFormat.of("claude-code"), log))
        .containsExactly(new SessionLog.Entry(4, Map.of("type", "user_message", "text", "go on")));
  }

  @Test
  void swe_agent_s_editor_has_a_command_and_a_file() {
    String log =
        """
        {"trajectory":[{"action":"str_replace_editor view /src/a.py --view_range 1 20","observation":"text","thought":"look","state":{}}]}
        """;
    assertThat(read(LogFormat.of("swe-agent"), log).get(0).fields())
        .containsEntry("tool", "str_replace_editor")
        .containsEntry("file", "/src/a.py")
        .containsEntry(
            "args", Map.of("command", "view", "path", "/src/a.py", "rest", "--view_range 1 20"));
  }

  @Test
  void swe_agent_steps_are_numbered() {
    String log =
        """
        {"environment":"e",
         "trajectory":[
          {"action":"find_file x.py","observation":"none","thought":"where?","state":"{\\"open_file\\": \\"n/a\\"}"},
          {"action":"open a.py","observation":"text","thought":"","state":"{\\"open_file\\": \\"/a.py\\"}"}]}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("swe-agent"));
    assertThat(read(LogFormat.of("swe-agent"), log))
        .extracting(
            SessionLog.Entry::line, e -> e.fields().get("tool"), e -> e.fields().get("file"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, "find_file", null),
            org.assertj.core.groups.Tuple.tuple(2, "open", "/a.py"));
  }

  @Test
  void openhands_observations_name_their_cause() {
    String log =
        """
        [{"id":1,"source":"user","action":"message","args":{"content":"go"}},
         {"id":2,"source":"agent","action":"run","args":{"command":"make"}},
         {"id":3,"source":"agent","observation":"run","cause":2,"content":"boom","extras":{"metadata":{"exit_code":1}}}]
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("openhands"));
    assertThat(read(LogFormat.of("openhands"), log))
        .extracting(
            SessionLog.Entry::line, e -> e.fields().get("type"), e -> e.fields().get("success"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, "user_message", null),
            org.assertj.core.groups.Tuple.tuple(3, "tool_call", false));
  }

  @Test
  void openhands_thoughts_and_risks_are_no_arguments() {
    String log =
        """
        {"id":4,"timestamp":"2025-01-02T03:04:05","source":"agent","message":"Running command: ls","action":"run","tool_call_metadata":{"function_name":"execute_bash","tool_call_id":"c1","model_response":{"id":"r1"},"total_calls_in_response":2},"args":{"command":"ls","is_input":false,"thought":"let me look","blocking":false,"hidden":false,"confirmation_state":"confirmed","security_risk":-1}}
        {"id":5,"source":"agent","cause":4,"observation":"run","content":"a.txt","success":true,"extras":{"command":"ls","hidden":false,"metadata":{"exit_code":0,"pid":-1}}}
        {"id":6,"source":"agent","action":"edit","args":{"path":"/a.txt","command":"str_replace","old_str":"x","new_str":"y","thought":""}}
        {"id":7,"source":"agent","cause":6,"observation":"edit","content":"edited","extras":{"path":"/a.txt","prev_exist":true,"old_content":"x","new_content":"y"}}
        {"id":8,"source":"agent","action":"run","args":{"command":"rm a.txt"}}
        {"id":9,"source":"user","cause":8,"observation":"user_rejected","content":"no","extras":{}}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("openhands"));
    List<SessionLog.Entry> entries = read(LogFormat.of("openhands"), log);
    assertThat(entries).extracting(SessionLog.Entry::line).containsExactly(2, 4, 6);
    assertThat(entries.get(0).fields())
        .containsEntry("args", Map.of("command", "ls", "is_input", false))
        .containsEntry("thought", "let me look")
        .containsEntry("batch", "r1")
        .containsEntry("success", true);
    assertThat(entries.get(1).fields())
        .containsEntry("file", "/a.txt")
        .containsEntry("content_hash", "79-1");
    assertThat(entries.get(2).fields())
        .containsEntry("error_kind", "denied")
        .containsEntry("success", false);
  }

  @Test
  void events_of_openhands_sdk_are_put_together_by_the_id_of_the_call() {
    String log =
        """
        {"id":"e0","timestamp":"2026-01-02T03:04:05","source":"agent","kind":"SystemPromptEvent","system_prompt":{"type":"text","text":"be good"},"tools":[]}
        {"id":"e1","timestamp":"2026-01-02T03:04:06","source":"user","kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"go"}]}}
        {"id":"e2","timestamp":"2026-01-02T03:04:07","source":"agent","kind":"ActionEvent","thought":[{"type":"text","text":"first"}],"action":{"kind":"TerminalAction","command":"make","is_input":false},"tool_name":"terminal","tool_call_id":"c1","tool_call":{"id":"c1","name":"terminal","arguments":"{\\"command\\":\\"make\\"}"},"llm_response_id":"r1","security_risk":"LOW"}
        {"id":"e3","timestamp":"2026-01-02T03:04:08","source":"environment","kind":"ObservationEvent","observation":{"kind":"TerminalObservation","content":[{"type":"text","text":"boom"}],"is_error":false,"exit_code":2,"metadata":{"exit_code":2}},"action_id":"e2","tool_name":"terminal","tool_call_id":"c1"}
        {"id":"e4","timestamp":"2026-01-02T03:04:09","source":"agent","kind":"ActionEvent","thought":[],"action":null,"tool_name":"nosuch","tool_call_id":"c2","tool_call":{"id":"c2","name":"nosuch","arguments":"{\\"a\\":1}"},"llm_response_id":"r2"}
        {"id":"e5","timestamp":"2026-01-02T03:04:10","source":"agent","kind":"AgentErrorEvent","error":"Tool 'nosuch' not found","tool_name":"nosuch","tool_call_id":"c2"}
        {"id":"e6","timestamp":"2026-01-02T03:04:11","source":"agent","kind":"ActionEvent","thought":[],"action":{"kind":"FileEditorAction","command":"view","path":"/a"},"tool_name":"file_editor","tool_call_id":"c3","tool_call":{"id":"c3","name":"file_editor","arguments":"{}"},"llm_response_id":"r3"}
        {"id":"e7","timestamp":"2026-01-02T03:04:12","source":"environment","kind":"UserRejectObservation","rejection_reason":"not now","rejection_source":"user","action_id":"e6","tool_name":"file_editor","tool_call_id":"c3"}
        {"id":"e8","timestamp":"2026-01-02T03:04:13","source":"environment","kind":"Condensation","forgotten_event_ids":["e2"],"llm_response_id":"r4"}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("openhands"));
    List<SessionLog.Entry> entries = read(LogFormat.of("openhands"), log);
    assertThat(entries)
        .extracting(
            SessionLog.Entry::line, e -> e.fields().get("type"), e -> e.fields().get("tool"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2, "user_message", null),
            org.assertj.core.groups.Tuple.tuple(4, "tool_call", "terminal"),
            org.assertj.core.groups.Tuple.tuple(6, "tool_call", "nosuch"),
            org.assertj.core.groups.Tuple.tuple(8, "tool_call", "file_editor"),
            org.assertj.core.groups.Tuple.tuple(9, "condensation", null));
    assertThat(entries.get(1).fields())
        .containsEntry("command", "make")
        .containsEntry("output", "boom")
        .containsEntry("exit_code", 2L)
        .containsEntry("success", false)
        .containsEntry("batch", "r1");
    assertThat(entries.get(2).fields()).containsEntry("args", Map.of("a", 1L));
    assertThat(entries.get(3).fields())
        .containsEntry("file", "/a")
        .containsEntry("error_kind", "denied");
  }

  @Test
  void chats_of_older_and_newer_forms_are_read_too() {
    String log =
        """
        {"role":"developer","content":"be good"}
        {"role":"assistant","content":null,"function_call":{"name":"look","arguments":"{\\"q\\":\\"a\\"}"}}
        {"role":"function","name":"look","content":"nothing"}
        {"role":"assistant","content":[{"type":"text","text":"now"}],"tool_calls":[{"id":"t1","type":"custom","custom":{"name":"patch","input":"*** Begin"}},{"id":"t2","type":"function","function":{"name":"look","arguments":"{not json"}}]}
        {"role":"tool","content":[{"type":"text","text":"one"}]}
        {"role":"tool","tool_call_id":"t2","content":"two"}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("openai-chat"));
    assertThat(read(LogFormat.of("openai-chat"), log))
        .extracting(
            SessionLog.Entry::line,
            e -> e.fields().get("tool"),
            e -> e.fields().get("args"),
            e -> e.fields().get("output"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(3, "look", Map.of("q", "a"), "nothing"),
            org.assertj.core.groups.Tuple.tuple(4, null, null, null),
            org.assertj.core.groups.Tuple.tuple(5, "patch", "*** Begin", "one"),
            org.assertj.core.groups.Tuple.tuple(6, "look", "{not json", "two"));
  }

  @Test
  void chat_messages_answer_their_tool_calls() {
    String log =
        """
        {"messages":[
          {"role":"system","content":"be good"},
          {"role":"user","content":"hello"},
          {"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"search","arguments":"{\\"q\\":1}"}}]},
          {"role":"tool","tool_call_id":"x","content":"nothing"}]}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.of("openai-chat"));
    assertThat(read(LogFormat.of("openai-chat"), log))
        .containsExactly(
            new SessionLog.Entry(2, Map.of("type", "user_message", "text", "hello")),
            new SessionLog.Entry(
                4,
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "search",
                    "args",
                    Map.of("q", 1L),
                    "output",
                    "nothing")));
  }

  @Test
  void a_line_that_is_cut_off_costs_no_other_wherever_it_stands() {
    String call =
        "{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{}\",\"call_id\":\"c\"}\n";
    String result = "{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"x\"}\n";
    for (String log :
        List.of(
            "{\"type\":\"fun\n" + call + result,
            call + "{oops\n" + result,
            call + result + "{\"a")) {
      var read = SessionLog.read(LogFormat.of("codex"), new Source("x.jsonl", log));
      assertThat(read.problems()).extracting(Problem::code).containsExactly("L302");
      assertThat(read.get().entries()).hasSize(1);
    }
  }

  @Test
  void what_stands_twice_in_a_resumed_session_was_done_once() {
    String once =
        """
        {"type":"user","uuid":"a","message":{"role":"user","content":"fix it"}}
        {"type":"assistant","uuid":"b","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make"}}]}}
        {"type":"user","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"made"}]}}
        """;
    assertThat(read(LogFormat.of("claude-code"), once + once))
        .isEqualTo(read(LogFormat.of("claude-code"), once))
        .hasSize(2);
    String renumbered = once.replace("\"uuid\":\"b\"", "\"uuid\":\"d\"");
    assertThat(read(LogFormat.of("claude-code"), once + renumbered)).hasSize(2);
    String another = once.replace("make", "make test").replace("\"t\"", "\"u\"");
    assertThat(read(LogFormat.of("claude-code"), once + another))
        .as("other things under ids that are not unique")
        .hasSize(3);
  }

  @Test
  void a_sub_agent_s_task_is_no_word_of_the_user_and_its_calls_are_its_own() {
    String log =
        """
        {"type":"user","isSidechain":true,"agentId":"a1","uuid":"a","message":{"role":"user","content":"look around"}}
        {"type":"assistant","isSidechain":true,"agentId":"a1","uuid":"b","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t","name":"Read","input":{"file_path":"x"}}]}}
        {"type":"user","isSidechain":true,"agentId":"a1","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"y"}]}}
        """;
    assertThat(read(LogFormat.of("claude-code"), log))
        .extracting(each -> each.fields().get("type"), each -> each.fields().get("agent"))
        .containsExactly(tuple("message", "a1"), tuple("tool_call", "a1"));
  }

  @Test
  void the_exit_code_that_claude_code_says_before_an_output_is_one() {
    String log =
        """
        {"type":"assistant","uuid":"b","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make"}}]}}
        {"type":"user","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"Exit code 2\\nno rule"}]}}
        """;
    assertThat(read(LogFormat.of("claude-code"), log).get(0).fields())
        .containsEntry("exit_code", 2L)
        .containsEntry("output", "no rule")
        .containsEntry("success", false);
  }

  @Test
  void a_picture_is_told_as_one() {
    String log =
        """
        {"type":"assistant","uuid":"b","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"screenshot","input":{}}]}}
        {"type":"user","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"taken"},{"type":"image","source":{"data":"AA=="}}]}]}}
        """;
    assertThat(read(LogFormat.of("claude-code"), log).get(0).fields())
        .containsEntry("output", "taken\n[image]");
    assertThat(
            read(
                    LogFormat.of("claude-code"),
                    log.replace("{\"type\":\"text\",\"text\":\"taken\"},", ""))
                .get(0)
                .fields())
        .containsEntry("output", "[image]");
  }

  @Test
  void commands_of_mini_swe_agent_stand_in_texts_or_in_calls() {
    String texts =
        """
        {"trajectory_format":"mini-swe-agent-1","messages":[
          {"role":"system","content":"s"},{"role":"user","content":"solve it"},
          {"role":"assistant","content":"THOUGHT: look\\n```bash\\nls -la\\n```"},
          {"role":"user","content":"<returncode>1</returncode>\\n<output>\\na b\\n</output>"},
          {"role":"assistant","content":"no block"},
          {"role":"user","content":"Please always provide EXACTLY ONE action in triple backticks."}]}
        """;
    assertThat(read(LogFormat.of("openai-chat"), texts).stream().map(SessionLog.Entry::fields))
        .filteredOn(each -> each.get("type").equals("tool_call"))
        .extracting(
            each -> each.get("tool"),
            each -> each.get("command"),
            each -> each.get("output"),
            each -> each.get("exit_code"))
        .containsExactly(
            tuple("bash", "ls -la", "a b", 1L),
            tuple(
                "format_error",
                null,
                "Please always provide EXACTLY ONE action in triple backticks.",
                null));
    String calls =
        """
        {"role":"assistant","content":"","tool_calls":[{"id":"x","type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]}
        {"role":"tool","tool_call_id":"x","content":"<returncode>0</returncode>\\n<output>\\na\\n</output>"}
        """;
    assertThat(read(LogFormat.of("openai-chat"), calls).get(0).fields())
        .containsEntry("exit_code", 0L)
        .containsEntry("output", "a");
  }

  @Test
  void our_own_lines_are_known() {
    assertThat(detected("{\"type\":\"tool_call\",\"tool\":\"x\",\"success\":true}\n"))
        .isEqualTo(LogFormat.STATUTE);
    assertThat(detected("{\"event\":\"Pause\"}")).isEqualTo(LogFormat.STATUTE);
  }

  @Test
  void what_cannot_be_read_says_so() {
    assertThat(SessionLog.detect(new Source("x", "no json at all"))).isEmpty();
    assertThat(SessionLog.read(LogFormat.of("codex"), new Source("x.jsonl", "no json")).problems())
        .extracting(Problem::code)
        .containsExactly("L301");
    assertThat(
            SessionLog.read(
                    LogFormat.of("openai-chat"),
                    new Source("x.jsonl", "{\"role\":\"user\",\"content\":\"a\"}\n{oops\n"))
                .problems())
        .extracting(p -> p.place().toString() + " " + p.code())
        .containsExactly("x.jsonl:2:1 L302");
  }

  private static LogFormat detected(String log) {
    return SessionLog.detect(new Source("log", log)).orElseThrow();
  }

  private static List<SessionLog.Entry> read(LogFormat format, String log) {
    return SessionLog.read(format, new Source("log", log)).get().entries();
  }
}

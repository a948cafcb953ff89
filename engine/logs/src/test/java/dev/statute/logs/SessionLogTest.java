package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.List;
import java.util.Map;
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
    assertThat(detected(log)).isEqualTo(LogFormat.CLAUDE_CODE);
    assertThat(read(LogFormat.CLAUDE_CODE, log))
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
    assertThat(detected(log)).isEqualTo(LogFormat.CODEX);
    assertThat(read(LogFormat.CODEX, log))
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
                    "bash -lc ls",
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
  void swe_agent_steps_are_numbered() {
    String log =
        """
        {"environment":"e",
         "trajectory":[
          {"action":"find_file x.py","observation":"none","thought":"where?","state":"{\\"open_file\\": \\"n/a\\"}"},
          {"action":"open a.py","observation":"text","thought":"","state":"{\\"open_file\\": \\"/a.py\\"}"}]}
        """;
    assertThat(detected(log)).isEqualTo(LogFormat.SWE_AGENT);
    assertThat(read(LogFormat.SWE_AGENT, log))
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
    assertThat(detected(log)).isEqualTo(LogFormat.OPENHANDS);
    assertThat(read(LogFormat.OPENHANDS, log))
        .extracting(
            SessionLog.Entry::line, e -> e.fields().get("type"), e -> e.fields().get("success"))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, "user_message", null),
            org.assertj.core.groups.Tuple.tuple(3, "tool_call", false));
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
    assertThat(detected(log)).isEqualTo(LogFormat.OPENAI_CHAT);
    assertThat(read(LogFormat.OPENAI_CHAT, log))
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
  void our_own_lines_are_known() {
    assertThat(detected("{\"type\":\"tool_call\",\"tool\":\"x\",\"success\":true}\n"))
        .isEqualTo(LogFormat.STATUTE);
    assertThat(detected("{\"event\":\"Pause\"}")).isEqualTo(LogFormat.STATUTE);
  }

  @Test
  void what_cannot_be_read_says_so() {
    assertThat(SessionLog.detect(new Source("x", "no json at all"))).isEmpty();
    assertThat(SessionLog.read(LogFormat.CODEX, new Source("x.jsonl", "no json")).problems())
        .extracting(Problem::code)
        .containsExactly("L301");
    assertThat(
            SessionLog.read(
                    LogFormat.OPENAI_CHAT,
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

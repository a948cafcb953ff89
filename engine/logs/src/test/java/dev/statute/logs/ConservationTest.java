package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What goes into a log comes out as records, or is said. */
class ConservationTest {
  private static final String OPENCLAW_START =
      """
      {"type":"session","id":"s","cwd":"/w"}
      {"type":"message","message":{"role":"user","content":"go"}}
      """;

  @Test
  void a_result_without_a_call_is_a_call_with_unknown_arguments() {
    Loaded<SessionLog> read =
        read(
            OPENCLAW_START
                + """
                {"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"on"}]}}
                {"type":"message","message":{"role":"toolResult","toolCallId":"c9","toolName":"nothing","content":[{"type":"text","text":"not found"}],"isError":true}}
                """);
    assertThat(calls(read))
        .containsExactly(
            Map.of(
                "type",
                "tool_call",
                "tool",
                "nothing",
                "output",
                "not found",
                "success",
                false,
                "error",
                "not found"));
    assertThat(said(read))
        .containsExactly("L303 1 result without a call; the file was read as openclaw");
    assertThat(log(read).notRead()).isEqualTo(1);
  }

  @Test
  void a_result_before_all_that_the_agent_did_belongs_to_no_call() {
    Loaded<SessionLog> read =
        read(
            """
            {"role":"user","content":"go"}
            {"role":"tool","tool_call_id":"old","content":"x"}
            {"role":"assistant","tool_calls":[{"id":"c","function":{"name":"run","arguments":"{}"}}]}
            {"role":"tool","tool_call_id":"c","content":"y"}
            """);
    assertThat(calls(read)).extracting(call -> call.get("output")).containsExactly("y");
    assertThat(said(read))
        .containsExactly("L303 1 result without a call; the file was read as openai-chat");
  }

  @Test
  void a_call_without_a_result_is_said_if_the_agent_went_on() {
    String call =
        "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"%s\",\"function\":{\"name\":\"run\",\"arguments\":\"{}\"}}]}\n";
    String result = "{\"role\":\"tool\",\"tool_call_id\":\"%s\",\"content\":\"y\"}\n";
    String both = call.formatted("a") + result.formatted("a");
    assertThat(said(read(both + call.formatted("b")))).isEmpty();
    String next = "{\"role\":\"assistant\",\"content\":\"next\"}\n";
    assertThat(said(read(call.formatted("b") + next + both)))
        .containsExactly("L303 1 call without a result; the file was read as openai-chat");
    assertThat(said(read(call.formatted("a") + call.formatted("b"))))
        .containsExactly("L303 2 calls without a result; the file was read as openai-chat");
    assertThat(said(read(call.formatted("a")))).isEmpty();
  }

  @Test
  void a_call_without_a_name_is_said() {
    Loaded<SessionLog> read =
        read(
            """
            {"role":"assistant","tool_calls":[{"id":"c","function":{"arguments":"{}"}}]}
            {"role":"tool","tool_call_id":"c","content":"y"}
            """);
    assertThat(said(read))
        .containsExactly("L303 1 call without a name; the file was read as openai-chat");
  }

  @Test
  void a_structured_result_is_no_empty_text() {
    Loaded<SessionLog> read =
        read(
            """
            {"type":"user","uuid":"1","message":{"role":"user","content":"go"}}
            {"type":"assistant","uuid":"2","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Search","input":{}}]}}
            {"type":"user","uuid":"3","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_reference","tool_name":"Bash"}]}]}}
            """);
    assertThat(calls(read).get(0))
        .containsEntry("output", "[{\"type\":\"tool_reference\",\"tool_name\":\"Bash\"}]")
        .doesNotContainKey("success");
  }

  @Test
  void a_stated_failure_is_a_failure_and_nothing_stated_is_unknown() {
    String result =
        """
        {"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"read","arguments":{}}]}}
        {"type":"message","message":{"role":"toolResult","toolCallId":"c","toolName":"read","content":[{"type":"text","text":"x"}],"details":{%s},"isError":false}}
        """;
    assertThat(success(OPENCLAW_START + result.formatted("\"status\":\"error\""))).isEqualTo(false);
    assertThat(success(OPENCLAW_START + result.formatted("\"status\":\"completed\"")))
        .isEqualTo(true);
    assertThat(success(OPENCLAW_START + result.formatted("\"exitCode\":1"))).isEqualTo(false);
    assertThat(success(OPENCLAW_START + result.formatted(""))).isNull();
  }

  @Test
  void chats_state_failures_in_fields_of_their_own() {
    String chat =
        """
        {"role":"assistant","tool_calls":[{"id":"c","name":"book","arguments":{"seat":1}}]}
        {"role":"tool","tool_call_id":"c","content":"x"%s}
        """;
    assertThat(success(chat.formatted(",\"error\":true"))).isEqualTo(false);
    assertThat(success(chat.formatted(",\"status\":\"error\""))).isEqualTo(false);
    assertThat(success(chat.formatted(",\"error\":false"))).isNull();
    assertThat(calls(read(chat.formatted(""))).get(0)).containsEntry("tool", "book");
  }

  private static Loaded<SessionLog> read(String text) {
    Source source = new Source("log", text);
    LogFormat format = SessionLog.detect(source).orElseThrow();
    return SessionLog.read(format, source);
  }

  private static SessionLog log(Loaded<SessionLog> read) {
    return Objects.requireNonNull(read.value());
  }

  private static List<Map<String, Object>> calls(Loaded<SessionLog> read) {
    return log(read).entries().stream()
        .map(SessionLog.Entry::fields)
        .filter(fields -> "tool_call".equals(fields.get("type")))
        .toList();
  }

  private static Object success(String text) {
    return calls(read(text)).get(0).get("success");
  }

  private static List<String> said(Loaded<SessionLog> read) {
    return read.problems().stream()
        .filter(Problem::isError)
        .map(problem -> problem.code() + " " + problem.message())
        .toList();
  }
}

package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentFormatsTest {
  private static Loaded<SessionLog> read(String log) {
    Source source = new Source("x.jsonl", log);
    return SessionLog.read(SessionLog.detect(source).orElseThrow(), source);
  }

  private static List<SessionLog.Entry> entries(LogFormat format, String log) {
    Loaded<SessionLog> read = read(log);
    assertThat(read.problems()).isEmpty();
    assertThat(read.get().format()).isEqualTo(format);
    return read.get().entries();
  }

  private static String problem(String log) {
    return String.join(
        "\n", read(log).problems().stream().map(p -> p.code() + " " + p.message()).toList());
  }

  private static Map<String, Object> call(Object... fields) {
    Map<String, Object> all = new java.util.LinkedHashMap<>(Map.of("type", "tool_call"));
    for (int i = 0; i < fields.length; i += 2) {
      all.put((String) fields[i], fields[i + 1]);
    }
    return all;
  }

  private static SessionLog.Entry said(int line, String type, String text) {
    return new SessionLog.Entry(
        line,
        type.equals("user_message")
            ? Map.of("type", type, "text", text)
            : Map.of("type", "message", "role", "assistant", "text", text));
  }

  @Test
  void messages_of_anthropic_s_interface_are_calls_with_their_results() {
    String log =
        """
        {"model":"m","messages":[
          {"role":"user","content":"fix it"},
          {"role":"assistant","content":[{"type":"text","text":"I look."},
            {"type":"tool_use","id":"t1","name":"bash","input":{"command":"make"}},
            {"type":"tool_use","id":"t2","name":"read","input":{"path":"a.c"}}]},
          {"role":"user","content":[
            {"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"int"}]},
            {"type":"tool_result","tool_use_id":"t1","content":"no rule","is_error":true}]}]}
        """;
    assertThat(entries(LogFormat.of("anthropic-messages"), log))
        .containsExactly(
            said(1, "user_message", "fix it"),
            said(2, "message", "I look."),
            new SessionLog.Entry(
                3,
                call(
                    "tool",
                    "read",
                    "args",
                    Map.of("path", "a.c"),
                    "file",
                    "a.c",
                    "batch",
                    "line 2",
                    "output",
                    "int")),
            new SessionLog.Entry(
                3,
                call(
                    "tool",
                    "bash",
                    "args",
                    Map.of("command", "make"),
                    "command",
                    "make",
                    "batch",
                    "line 2",
                    "output",
                    "no rule",
                    "success",
                    false,
                    "error",
                    "no rule")));
  }

  @Test
  void a_search_that_the_server_did_is_a_call_with_its_result() {
    String log =
        """
        [{"role":"assistant","content":[
          {"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"x"}},
          {"type":"web_search_tool_result","tool_use_id":"s1",
           "content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}}]}]
        """;
    assertThat(entries(LogFormat.of("anthropic-messages"), log))
        .containsExactly(
            new SessionLog.Entry(
                1,
                call(
                    "tool",
                    "web_search",
                    "args",
                    Map.of("query", "x"),
                    "output",
                    "max_uses_exceeded",
                    "success",
                    false,
                    "error",
                    "max_uses_exceeded")));
  }

  @Test
  void sessions_of_openclaw_are_calls_with_their_results() {
    String log =
        """
        {"type":"session","version":3,"id":"s","cwd":"/x"}
        {"type":"message","id":"a","message":{"role":"user","content":[{"type":"text","text":"go"}]}}
        {"type":"message","id":"b","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"exec","arguments":{"command":"make"}}]}}
        {"type":"message","id":"d","message":{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"bad"}],"details":{"exitCode":2},"isError":false}}
        {"type":"compaction","summary":"x"}
        """;
    assertThat(entries(LogFormat.of("openclaw"), log))
        .containsExactly(
            said(2, "user_message", "go"),
            new SessionLog.Entry(
                4,
                call(
                    "tool",
                    "exec",
                    "args",
                    Map.of("command", "make"),
                    "command",
                    "make",
                    "output",
                    "bad",
                    "exit_code",
                    2L,
                    "success",
                    false,
                    "error",
                    "bad")),
            new SessionLog.Entry(5, Map.of("type", "condensation")));
  }

  @Test
  void a_message_that_gemini_writes_again_with_its_calls_is_told_once() {
    String log =
        """
        {"sessionId":"s","projectHash":"h","kind":"main"}
        {"$set":{"messages":[]}}
        {"id":"u","type":"user","content":[{"text":"read"}]}
        {"id":"g","type":"gemini","content":"I do."}
        {"id":"g","type":"gemini","content":"I do.","toolCalls":[{"id":"c","name":"read_file","args":{"file_path":"a"},"status":"executing"}]}
        {"id":"g","type":"gemini","content":"I do.","toolCalls":[{"id":"c","name":"read_file","args":{"file_path":"a"},"status":"error","result":[{"functionResponse":{"id":"c","response":{"error":"not found"}}}]}]}
        {"id":"v","type":"user","content":[{"functionResponse":{"id":"c","response":{"error":"not found"}}}]}
        """;
    assertThat(entries(LogFormat.of("gemini-cli"), log))
        .containsExactly(
            said(3, "user_message", "read"),
            said(4, "message", "I do."),
            new SessionLog.Entry(
                6,
                call(
                    "tool",
                    "read_file",
                    "args",
                    Map.of("file_path", "a"),
                    "file",
                    "a",
                    "output",
                    "not found",
                    "success",
                    false,
                    "error",
                    "not found")));
  }

  @Test
  void a_stream_of_gemini_is_calls_with_their_results_and_messages_in_pieces() {
    String log =
        """
        {"type":"init","timestamp":"2026-11-20T10:00:00Z","session_id":"s","model":"g"}
        {"type":"message","timestamp":"2026-11-20T10:00:00Z","role":"user","content":"read"}
        {"type":"message","timestamp":"2026-11-20T10:00:00Z","role":"assistant","content":"I ","delta":true}
        {"type":"message","timestamp":"2026-11-20T10:00:00Z","role":"assistant","content":"do.","delta":true}
        {"type":"tool_use","timestamp":"2026-11-20T10:00:00Z","tool_name":"read_file","tool_id":"c","parameters":{"file_path":"a"}}
        {"type":"tool_result","timestamp":"2026-11-20T10:00:00Z","tool_id":"c","status":"error","output":"","error":{"type":"x","message":"not found"}}
        {"type":"tool_use","timestamp":"2026-11-20T10:00:00Z","tool_name":"list","tool_id":"d","parameters":{}}
        {"type":"error","timestamp":"2026-11-20T10:00:00Z","severity":"warning","message":"slow"}
        {"type":"tool_result","timestamp":"2026-11-20T10:00:00Z","tool_id":"d","status":"success","output":"b.c"}
        {"type":"result","timestamp":"2026-11-20T10:00:00Z","status":"success","stats":{"total_tokens":9,"tool_calls":2}}
        """;
    assertThat(entries(LogFormat.of("gemini-cli"), log))
        .containsExactly(
            said(2, "user_message", "read"),
            said(5, "message", "I do."),
            new SessionLog.Entry(
                6,
                call(
                    "tool",
                    "read_file",
                    "args",
                    Map.of("file_path", "a"),
                    "file",
                    "a",
                    "output",
                    "not found",
                    "success",
                    false,
                    "error",
                    "not found")),
            new SessionLog.Entry(
                9, call("tool", "list", "args", Map.of(), "output", "b.c", "success", true)));
  }

  @Test
  void an_export_of_opencode_is_calls_with_their_results() {
    String log =
        """
        {"info":{"id":"s"},"messages":[{"info":{"role":"assistant"},"parts":[
          {"type":"tool","callID":"c","tool":"bash","state":{"status":"completed",
           "input":{"command":"ls"},"output":"a","metadata":{"exit":0}}}]}]}
        """;
    assertThat(entries(LogFormat.of("opencode"), log))
        .containsExactly(
            new SessionLog.Entry(
                1,
                call(
                    "tool",
                    "bash",
                    "args",
                    Map.of("command", "ls"),
                    "command",
                    "ls",
                    "output",
                    "a",
                    "exit_code",
                    0L,
                    "success",
                    true)));
  }

  @Test
  void the_arguments_of_a_codex_command_are_the_command_alone() {
    String log =
        """
        {"type":"thread.started","thread_id":"t"}
        {"type":"item.started","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"","exit_code":null,"status":"in_progress"}}
        {"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"a\\n","exit_code":0,"status":"completed"}}
        {"type":"item.completed","item":{"id":"i2","type":"command_execution","command":"rm a","aggregated_output":"","exit_code":null,"status":"declined"}}
        {"type":"item.completed","item":{"id":"i3","type":"file_change","changes":[{"path":"/x/a.py","kind":"update"}],"status":"completed"}}
        {"type":"item.completed","item":{"id":"i4","type":"mcp_tool_call","server":"s","tool":"find","arguments":{"q":1},"result":null,"error":{"message":"no server"},"status":"failed"}}
        {"type":"item.started","item":{"id":"i5","type":"command_execution","command":"sleep 9","status":"in_progress"}}
        """;
    assertThat(entries(LogFormat.of("codex"), log))
        .containsExactly(
            new SessionLog.Entry(
                3,
                call(
                    "tool",
                    "shell",
                    "args",
                    Map.of("command", "ls"),
                    "command",
                    "ls",
                    "output",
                    "a\n",
                    "exit_code",
                    0L,
                    "success",
                    true)),
            new SessionLog.Entry(
                4,
                call(
                    "tool",
                    "shell",
                    "args",
                    Map.of("command", "rm a"),
                    "command",
                    "rm a",
                    "error_kind",
                    "denied",
                    "output",
                    "",
                    "success",
                    false,
                    "error",
                    "")),
            new SessionLog.Entry(
                5,
                call(
                    "tool",
                    "apply_patch",
                    "args",
                    List.of(Map.of("path", "/x/a.py", "kind", "update")),
                    "file",
                    "/x/a.py",
                    "action_key",
                    "i3",
                    "output",
                    "done",
                    "success",
                    true)),
            new SessionLog.Entry(
                6,
                call(
                    "tool",
                    "find",
                    "args",
                    Map.of("q", 1L),
                    "output",
                    "no server",
                    "success",
                    false,
                    "error",
                    "no server")),
            new SessionLog.Entry(
                7,
                call(
                    "tool",
                    "shell",
                    "args",
                    Map.of("command", "sleep 9"),
                    "command",
                    "sleep 9",
                    "resolved",
                    false)));
  }

  @Test
  void a_patch_of_codex_says_which_file_it_is_for() {
    String log =
        """
        {"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c","name":"apply_patch","input":"*** Begin Patch\\n*** Update File: src/a.py\\n@@\\n-a\\n+b\\n*** End Patch"}}
        """;
    assertThat(entries(LogFormat.of("codex"), log).get(0).fields())
        .containsEntry("file", "src/a.py");
  }

  @Test
  void calls_without_ids_or_with_one_id_twice_are_all_there() {
    String log =
        """
        [{"role":"assistant","content":"","tool_calls":[
          {"function":{"name":"a","arguments":"{}"}},{"function":{"name":"b","arguments":"{}"}}]},
         {"role":"tool","content":"one"},{"role":"tool","content":"two"}]
        """;
    assertThat(entries(LogFormat.of("openai-chat"), log))
        .extracting(entry -> entry.fields().get("tool") + " " + entry.fields().get("output"))
        .containsExactly("a one", "b two");
    String three =
        """
        [{"role":"assistant","content":"","tool_calls":[{"function":{"name":"a","arguments":{}}},
          {"function":{"name":"b","arguments":{}}},{"function":{"name":"c","arguments":{}}}]},
         {"role":"tool","content":"one"},{"role":"tool","content":"two"},
         {"role":"tool","content":"three"}]
        """;
    for (String parallel :
        List.of(three, three.replace("{\"function", "{\"id\":\"x\",\"function"))) {
      assertThat(entries(LogFormat.of("openai-chat"), parallel))
          .extracting(entry -> entry.fields().get("tool") + " " + entry.fields().get("output"))
          .containsExactly("a one", "b two", "c three");
    }
  }

  @Test
  void calls_that_no_reader_knows_are_counted() {
    assertThat(
            problem(
                """
                [{"role":"user","content":"x"},
                 {"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"b"},
                                                {"type":"tool-call","toolCallId":"2","toolName":"b"}]}]
                """))
        .isEqualTo(
            "L303 2 tool-call blocks in a form that is not read; the file was read as openai-chat");
  }

  @Test
  void a_log_in_the_form_of_bedrock_is_refused_by_its_name() {
    assertThat(
            problem(
                """
                {"messages":[{"role":"user","content":[{"text":"go"}]},
                 {"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"b","input":{}}}]},
                 {"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"x"}]}}]}]}
                """))
        .isEqualTo("L301 this is in the form bedrock-converse, which is not read");
  }

  @Test
  void lines_of_another_agent_in_a_log_are_counted() {
    String log =
        """
        {"type":"user","uuid":"a","message":{"role":"user","content":"fix it"}}
        {"type":"assistant","uuid":"b","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}
        {"type":"user","uuid":"c","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}}
        {"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c1"}}
        """;
    assertThat(problem(log))
        .isEqualTo(
            "L303 1 function_call block in a form that is not read; the file was read as"
                + " claude-code");
  }

  @Test
  void what_a_tool_was_given_or_gave_is_no_call() {
    String log =
        """
        {"messages":[
          {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"write","input":
            {"text":[{"type":"tool_use","id":"t9","name":"x","input":{}}]}}]},
          {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}]}
        """;
    assertThat(entries(LogFormat.of("anthropic-messages"), log)).hasSize(1);
  }

  @Test
  void documents_that_follow_one_another_are_all_read() {
    String log =
        """
        {
          "role": "user",
          "content": "one"
        }
        {
          "role": "assistant",
          "content": "two"
        }
        """;
    assertThat(entries(LogFormat.of("openai-chat"), log))
        .containsExactly(said(1, "user_message", "one"), said(5, "message", "two"));
    assertThat(problem(log + "{\n  \"role\": \"assistant\",\n"))
        .isEqualTo("L302 from here on this is no JSON; it is left out");
    assertThat(
            read("{\"role\":\"user\",\"content\":\"one\"} {\"role\":\"user\",\"content\":\"two\"}")
                .get()
                .entries())
        .hasSize(2);
  }

  @Test
  void events_of_opencode_are_calls_with_their_results() {
    String log =
        """
        {"type":"step_start","timestamp":1,"sessionID":"s","part":{"type":"step-start","sessionID":"s"}}
        {"type":"tool_use","timestamp":2,"sessionID":"s","part":{"type":"tool","sessionID":"s","callID":"c","tool":"read","state":{"status":"error","input":{"filePath":"a"},"error":"File not found"}}}
        {"type":"text","timestamp":3,"sessionID":"s","part":{"type":"text","sessionID":"s","text":"I stop."}}
        """;
    assertThat(entries(LogFormat.of("opencode"), log))
        .containsExactly(
            new SessionLog.Entry(
                2,
                call(
                    "tool",
                    "read",
                    "args",
                    Map.of("filePath", "a"),
                    "file",
                    "a",
                    "output",
                    "File not found",
                    "success",
                    false,
                    "error",
                    "File not found")),
            said(3, "message", "I stop."));
    String updated =
        """
        {"type":"message.part.updated","properties":{"part":{"type":"tool","sessionID":"s","callID":"c","tool":"bash","state":{"status":"pending","input":{}}}}}
        {"type":"message.part.updated","properties":{"part":{"type":"tool","sessionID":"s","callID":"c","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"a"}}}}
        """;
    assertThat(entries(LogFormat.of("opencode"), updated + updated))
        .extracting(entry -> entry.line() + " " + entry.fields().get("command"))
        .containsExactly("2 ls");
  }

  @Test
  void tags_in_texts_of_cline_are_calls_with_their_results() {
    String log =
        """
        [{"role":"user","content":[{"type":"text","text":"<task>go</task>"}]},
         {"role":"assistant","content":[{"type":"text","text":"I look.\\n<execute_command>\\n<command>ls</command>\\n</execute_command>"}]},
         {"role":"user","content":[{"type":"text","text":"[execute_command for 'ls'] Result:"},
           {"type":"text","text":"a\\nb"},{"type":"text","text":"<environment_details>\\nx\\n</environment_details>"}]},
         {"role":"assistant","content":[{"type":"text","text":"<read_file>\\n<path>a</path>\\n</read_file>"}]},
         {"role":"user","content":[{"type":"text","text":"[read_file for 'a'] Result:"},{"type":"text","text":"The user denied this operation."}]}]
        """;
    assertThat(entries(LogFormat.of("openai-chat"), log))
        .filteredOn(entry -> entry.fields().get("type").equals("tool_call"))
        .containsExactly(
            new SessionLog.Entry(
                3,
                call(
                    "tool",
                    "execute_command",
                    "args",
                    Map.of("command", "ls"),
                    "command",
                    "ls",
                    "output",
                    "a\nb")),
            new SessionLog.Entry(
                5,
                call(
                    "tool",
                    "read_file",
                    "args",
                    Map.of("path", "a"),
                    "file",
                    "a",
                    "error_kind",
                    "denied",
                    "output",
                    "The user denied this operation.",
                    "success",
                    false,
                    "error",
                    "The user denied this operation.")));
  }

  private static String span(String name, String id, int start, int end, String attributes) {
    return "{\"traceId\":\"t\",\"spanId\":\"%s\",\"parentSpanId\":\"a\",\"name\":\"%s\",\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\",\"attributes\":[%s]}"
        .formatted(id, name, start, end, attributes);
  }

  private static String text(String key, String value) {
    return "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}}".formatted(key, value);
  }

  private static String request(String... spans) {
    return "{\"resourceSpans\":[{\"resource\":{},\"scopeSpans\":[{\"spans\":["
        + String.join(",", spans)
        + "]}]}]}\n";
  }

  @Test
  void spans_of_opentelemetry_are_calls_of_which_those_that_overlap_are_a_batch() {
    String tokens =
        "{\"key\":\"gen_ai.usage.input_tokens\",\"value\":{\"intValue\":\"40\"}},"
            + text("gen_ai.operation.name", "chat");
    String list = span("execute_tool list", "b", 20, 40, text("gen_ai.tool.call.result", "a.c"));
    String log =
        request(
                list,
                span("chat m", "c", 5, 10, tokens),
                span(
                    "execute_tool read",
                    "d",
                    30,
                    35,
                    text("gen_ai.tool.call.arguments", "{\\\"path\\\":\\\"b.c\\\"}")
                        + ","
                        + text("error.type", "not found")))
            + request(
                list, span("execute_tool think", "e", 50, 60, ""), span("GET /", "f", 1, 9, ""));
    assertThat(entries(LogFormat.of("otlp"), log))
        .containsExactly(
            new SessionLog.Entry(
                1, call("tool", "list", "output", "a.c", "batch", "b", "tokens_used", 40L)),
            new SessionLog.Entry(
                1,
                call(
                    "tool",
                    "read",
                    "args",
                    Map.of("path", "b.c"),
                    "success",
                    false,
                    "error",
                    "not found",
                    "batch",
                    "b",
                    "tokens_used",
                    40L)),
            new SessionLog.Entry(2, call("tool", "think", "resolved", false, "tokens_used", 40L)));
  }

  @Test
  void a_span_that_cannot_be_read_is_counted() {
    String named = span("execute_tool list", "b", 1, 2, "");
    assertThat(problem(request(named) + request(span("execute_tool ", "c", 3, 4, ""))))
        .isEqualTo(
            "L303 1 execute_tool span block in a form that is not read; the file was read as otlp");
    assertThat(problem(request(named) + "{\"resourceSpans\":[7]}"))
        .isEqualTo(
            "L303 1 OTLP request block in a form that is not read; the file was read as otlp");
  }
}

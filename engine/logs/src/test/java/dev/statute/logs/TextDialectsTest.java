package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.JsonText;
import dev.statute.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that agents write in texts, as descriptions say it; counts and values by hand. */
class TextDialectsTest {
  @Test
  void objects_in_tags_are_calls_and_responses_end_them_in_their_order() {
    assertThat(
            read(
                "agent",
                "I look.\n"
                    + "<tool_call>\n"
                    + "{\"name\": \"run\", \"arguments\": {\"n\": 1}}\n"
                    + "</tool_call>\n"
                    + "<tool_call>{\"name\": \"see\", \"parameters\": \"all\"}</tool_call>",
                "user",
                "<tool_response>\n{\"name\": \"run\", \"content\": \"one\"}\n</tool_response>\n"
                    + "<tool_response>\ntwo\n</tool_response>",
                "agent",
                "<tool_call>{\"name\": \"run\", \"arguments\": \"{\\\"n\\\": 2}\"}</tool_call>",
                "tool",
                "three",
                "agent",
                "<tool_call>{\"name\": \"run\", \"arguments\": {}}</tool_call>",
                "user",
                "<tool_response>{\"error\": \"no\"}</tool_response>"))
        .containsExactly("run {n=1}: one", "see all: two", "run {n=2}: three", "run {}: no failed");
  }

  @Test
  void a_call_that_is_cut_off_is_said() {
    assertThat(read("agent", "<tool_call>{\"name\": \"run\", \"argum"))
        .containsExactly("unknown: open", "1 call without a name");
    assertThat(read("agent", "<invoke name=\"run\">\n<parameter name=\"a\">1</parameter>\n<para"))
        .containsExactly("run {a=1}: open");
    assertThat(read("agent", "<function=run>\n<parameter=a>1</parameter>\n<para"))
        .containsExactly("run {a=1}: open");
  }

  @Test
  void elements_with_parameters_are_calls_and_each_result_of_a_block_ends_one() {
    assertThat(
            read(
                "agent",
                "<function_calls>\n<invoke name=\"sh\">\n<parameter name=\"c\">ls\n</parameter>\n"
                    + "<parameter name=\"d\">x</parameter>\n</invoke>\n"
                    + "<invoke name=\"now\">\n</invoke>\n</function_calls>",
                "user",
                "<function_results>\n"
                    + "<result>\n"
                    + "<tool_name>sh</tool_name>\n"
                    + "<stdout>a</stdout>\n"
                    + "</result>\n"
                    + "<result>\n"
                    + "<tool_name>now</tool_name>\n"
                    + "<error>off</error>\n"
                    + "</result>\n"
                    + "</function_results>",
                "agent",
                "<x:function_calls><x:invoke name=\"now\"></x:invoke></x:function_calls>",
                "user",
                "<function_results></function_results>",
                "agent",
                "<invoke name=\"now\"></invoke>",
                "user",
                "<function_results><b>bold</b></function_results>"))
        .containsExactly(
            "sh {c=ls\n, d=x}: a", "now {}: off failed", "now {}: ", "now {}: <b>bold</b>");
  }

  @Test
  void elements_that_name_their_tool_are_calls() {
    assertThat(
            read(
                "agent",
                "<function=run>\n<parameter=command>\nmake\nall\n</parameter>\n</function>",
                "user",
                "EXECUTION RESULT of [run]:\nno rule\n[The command completed with exit code 2.]",
                "agent",
                "<tool_call>\n<function=run>\n{\"command\": \"x\"}\n</function>\n</tool_call>",
                "user",
                "<tool_response>\nfine\n</tool_response>",
                "agent",
                "<function=finish>\n</function>",
                "user",
                "OBSERVATION:\nERROR: bad"))
        .containsExactly(
            "run {command=make\nall}: no rule\n[The command completed with exit code 2.] failed",
            "run {command=x}: fine",
            "finish {}: ERROR: bad failed");
  }

  @Test
  void actions_with_inputs_are_calls_also_when_one_text_has_several() {
    assertThat(
            read(
                "agent",
                "Thought: a\nAction: search\nAction Input: cats\nObservation: none\n"
                    + "Thought: b\nAction: search\nAction Input: {\"q\": \"dogs\"}\n"
                    + "Observation: two\nFinal Answer: two",
                "user",
                "again",
                "agent",
                "Action:\n"
                    + "```json\n"
                    + "{\n"
                    + " \"action\": \"look\",\n"
                    + " \"action_input\": {\"a\": {\"b\": 1}}\n"
                    + "}\n"
                    + "```",
                "user",
                "Observation: seen",
                "agent",
                "Thought 3: c\nAction 3: Search[Milhouse]",
                "user",
                "Observation 3: found",
                "agent",
                "Action 4: Finish[yes]"))
        .containsExactly(
            "search cats: none",
            "search {q=dogs}: two",
            "look {a={b=1}}: seen",
            "Search Milhouse: found");
  }

  @Test
  void elements_of_html_are_calls_with_their_results() {
    String element =
        "<details type=\"tool_calls\" done=\"%s\" id=\"%s\" name=\"get\" arguments=\"%s\"%s>\n"
            + "<summary>x</summary>\n</details>";
    assertThat(
            read(
                "agent",
                element.formatted(
                        "true",
                        "1",
                        "&quot;{\\&quot;city\\&quot;: \\&quot;Paris\\&quot;}&quot;",
                        " result=\"&quot;sun &amp; 5 &lt; 6 &#39;&#x2603;&quot;\"")
                    + element.formatted("true", "2", "{}", "")
                    + "\nSunny.",
                "user",
                "and now?",
                "agent",
                element.formatted("false", "3", "{}", "")))
        .containsExactly("get {city=Paris}: sun & 5 < 6 '☃", "get {}: ", "get {}: open");
  }

  @Test
  void words_of_the_user_and_of_other_texts_are_no_calls() {
    assertThat(
            read(
                "user",
                "Action: search\nAction Input: x",
                "agent",
                "An Action: names the tool, <tool_call> is a tag, and Observation: follows.",
                "user",
                "Observation: I see"))
        .isEmpty();
  }

  @Test
  void an_answer_without_a_mark_leaves_its_call_open_and_that_is_said() {
    assertThat(
            read(
                "agent",
                "<tool_call>{\"name\": \"a\"}</tool_call>",
                "user",
                "no mark",
                "agent",
                "<tool_call>{\"name\": \"b\"}</tool_call>",
                "user",
                "<tool_response>late</tool_response>",
                "agent",
                "<tool_call>{\"name\": \"c\"}</tool_call>",
                "user",
                "<tool_response>x</tool_response>"))
        .containsExactly("b: late", "c: x", "a: open", "1 call without a result");
  }

  @Test
  void a_form_that_names_no_dialect_says_what_it_leaves() {
    String session =
        """
        {"type":"user","uuid":"1","sessionId":"s","message":{"role":"user","content":"go"}}
        {"type":"assistant","uuid":"2","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"<invoke name=\\"a\\"></invoke><invoke name=\\"b\\"></invoke>"}]}}
        """;
    assertThat(calls(session)).containsExactly("2 invoke text blocks in a form that is not read");
  }

  /** Reads a chat of speakers and texts; returns its calls, then what is said. */
  private static List<String> read(String... texts) {
    List<String> lines = new ArrayList<>(List.of("{\"role\":\"user\",\"content\":\"go\"}"));
    for (int i = 0; i < texts.length; i += 2) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("role", texts[i].equals("agent") ? "assistant" : texts[i]);
      line.put("content", texts[i + 1]);
      lines.add(JsonText.write(line));
    }
    return calls(String.join("\n", lines));
  }

  private static List<String> calls(String log) {
    SessionReader reader = new SessionReader("log", null);
    log.lines().forEach(reader::read);
    reader.finish();
    List<String> words = new ArrayList<>();
    for (SessionLog.Entry entry : reader.drain()) {
      Map<String, Object> fields = entry.fields();
      if ("tool_call".equals(fields.get("type"))) {
        words.add(
            fields.get("tool")
                + (fields.containsKey("args") ? " " + fields.get("args") : "")
                + ": "
                + fields.getOrDefault("output", "open")
                + (Boolean.FALSE.equals(fields.get("success")) ? " failed" : ""));
      }
    }
    for (Problem problem : reader.problems()) {
      words.add(problem.message().replaceAll("; the file was read as .*", ""));
    }
    return words;
  }
}

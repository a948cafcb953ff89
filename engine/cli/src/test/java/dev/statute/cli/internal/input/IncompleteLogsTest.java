package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Incompletely read sessions are never called clean. */
class IncompleteLogsTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private CommandResult scan(Path... paths) {
    String[] words = new String[paths.length + 2];
    words[0] = "scan";
    words[1] = CHART;
    for (int i = 0; i < paths.length; i++) {
      words[i + 2] = paths[i].toString();
    }
    return CommandResult.run("", words);
  }

  /** Output of a command that does not call the session clean. */
  private String refused(Path... paths) {
    CommandResult result = scan(paths);
    assertThat(result.code()).as(result.err()).isEqualTo(1);
    assertThat(result.out()).containsPattern("not read (whole|at all)");
    return result.err();
  }

  @Test
  void fourteen_failing_calls_in_anthropic_s_form_are_found() throws IOException {
    StringBuilder log = new StringBuilder("{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}");
    for (int i = 0; i < 14; i++) {
      log.append(
          """
          ,{"role":"assistant","content":[{"type":"tool_use","id":"t%1$d","name":"bash","input":{"command":"make"}}]}
          ,{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%1$d","is_error":true,"content":"no rule"}]}
          """
              .formatted(i));
    }
    CommandResult result = scan(write("a.json", log.append("]}").toString()));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("1 session, 1 with findings", "logs of other agents: 1 anthropic-messages")
        .doesNotContain("not read whole");
  }

  @Test
  void calls_in_unknown_records_are_counted() throws IOException {
    String line =
        "{\"type\":\"step\",\"block\":{\"type\":\"tool_use\",\"name\":\"bash\",\"input\":{}}}\n";
    assertThat(
            refused(
                write("a.jsonl", "{\"type\":\"user_message\",\"text\":\"x\"}\n" + line.repeat(14))))
        .contains(
            "error L303: 14 tool_use blocks in a form that is not read; the file was read as"
                + " statute");
  }

  @Test
  void a_file_without_a_line_that_reads_is_not_clean() throws IOException {
    assertThat(refused(write("a.jsonl", "")))
        .contains("error L301: there is no line in this file that can be read");
    assertThat(refused(write("b.jsonl", "{\"type\":\"blub\"}\n{\"type\":\"blub\"}\n")))
        .contains("error L301: nobody knows the type of any record in this file");
    assertThat(refused(write("c.jsonl", "\u0000\u0001\n"))).contains("L301");
  }

  @Test
  void a_known_form_that_is_not_read_is_refused_by_its_name() throws IOException {
    Map<String, String> forms =
        Map.of(
            "a log of hook payloads",
            "{\"session_id\":\"s\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\"}\n",
            "what Cline or Roo displays",
            "[{\"ts\": 1790000000000, \"type\": \"say\", \"say\": \"tool\", \"text\": \"{}\"}]",
            "a part of OpenCode's storage",
            "{\n \"id\": \"p\", \"sessionID\": \"s\", \"messageID\": \"m\", \"type\": \"tool\"}\n");
    for (Map.Entry<String, String> form : forms.entrySet()) {
      assertThat(refused(write("a.jsonl", form.getValue())))
          .contains("a.jsonl:1:1: error L301: this is " + form.getKey() + ", a form that")
          .doesNotContain("L101");
    }
    Path folder = Files.createDirectory(this.folder.resolve("storage"));
    Files.writeString(folder.resolve("p.json"), forms.get("a part of OpenCode's storage"));
    assertThat(refused(folder)).contains("p.json:1:1: error L301: this is a part of OpenCode's");
  }

  @Test
  void calls_of_other_libraries_are_not_overlooked() throws IOException {
    String asked = "{\"role\":\"user\",\"content\":\"go\"}\n";
    String goose =
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolRequest\",\"id\":\"t1\",\"toolCall\":"
            + "{\"value\":{\"name\":\"shell\",\"arguments\":{\"command\":\"make\"}}}}]}\n";
    assertThat(refused(write("a.jsonl", asked + goose)))
        .contains("error L303: 1 toolRequest block in a form that is not read");
    String named =
        "{\"role\":\"assistant\",\"content\":[{\"name\":\"shell\",\"arguments\":\"{}\"}]}\n";
    assertThat(refused(write("a.jsonl", asked + named)))
        .contains("error L303: 1 tool block in a form that is not read");
  }

  @Test
  void records_that_are_refused_count_as_not_read() throws IOException {
    assertThat(refused(write("a.jsonl", "{\"type\":\"tool_call\",\"name\":\"bash\"}\n".repeat(14))))
        .contains(
            "error L304: 14 records are not understood and count as nothing; the first in line 1:"
                + " 'tool' must be text, not nothing");
  }

  @Test
  void a_folder_without_a_session_is_not_clean() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(refused(empty))
        .isEqualTo("not read: " + empty + ": there is no session in this folder\n");
    Path log = write("a.jsonl", "{\"type\":\"user_message\",\"text\":\"x\"}\n");
    assertThat(refused(log, empty)).contains("not read: " + empty);
  }

  @Test
  void a_document_of_unknown_format_with_calls_is_not_skipped() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Files.writeString(logs.resolve("a.jsonl"), "{\"type\":\"user_message\",\"text\":\"x\"}\n");
    Files.writeString(logs.resolve("settings.json"), "{\"a\":1}");
    assertThat(scan(logs).code()).isZero();
    Path other = logs.resolve("b.json");
    Files.writeString(other, "{\"steps\":[{\"tool\":\"bash\",\"input\":\"ls\"}]}");
    assertThat(refused(logs))
        .contains("not read: " + other + ": 1 tool block in a form that is not known");
  }

  @Test
  void a_first_line_of_another_kind_does_not_hide_the_form() throws IOException {
    String calls =
        """
        {"type":"user","uuid":"a","message":{"role":"user","content":"fix it"}}
        {"type":"assistant","uuid":"b","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
        """;
    String long1 = "{\"kind\":\"header\",\"prompt\":\"" + "x".repeat(200_000) + "\"}\n";
    for (String first : new String[] {"{\"type\":\"header\"}\n", "{\"v\":1}\n".repeat(20), long1}) {
      assertThat(scan(write("a.jsonl", first + calls)).out())
          .contains("logs of other agents: 1 claude-code");
    }
    assertThat(refused(write("b.jsonl", "no JSON\n" + calls))).contains("b.jsonl:1:1: error L302");
  }

  @Test
  void run_reports_a_log_of_another_agent() throws IOException {
    String log =
        "{\"type\":\"user\",\"uuid\":\"a\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}\n";
    CommandResult result = CommandResult.run(log, "run", CHART, "--events", "-");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains(
            "line 1 is of another agent's log (claude-code), which is not read here: its calls"
                + " count as nothing; 'statute scan' and 'statute follow' read it\n");
    assertThat(
            CommandResult.run(
                    "",
                    "run",
                    CHART,
                    "--events",
                    write("a.jsonl", "{\"role\":\"user\",\"content\":\"x\"}\n").toString())
                .err())
        .contains("(openai-chat)");
  }
}

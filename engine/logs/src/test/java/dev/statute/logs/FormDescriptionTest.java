package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FormDescriptionTest {
  private static final String LOG =
      """
      {"step":"1","kind":"text","from":"user","text":"task"}
      {"step":"2","kind":"call","name":"run","args":{"command":"a"}}
      {"step":"2","kind":"answer","out":"no","ok":false}
      {"step":"3","kind":"call","name":"run","args":{"command":"b"}}
      {"step":"3","kind":"answer","out":"yes","ok":true}
      """;

  @Test
  void the_description_of_the_manual_reads_its_log() throws IOException {
    String manual = Files.readString(Path.of("README.md"));
    String yaml = manual.substring(manual.indexOf("```yaml\n") + 8);
    SessionLog log = read(yaml.substring(0, yaml.indexOf("```")), LOG);
    assertThat(log.notRead()).isZero();
    assertThat(log.entries())
        .extracting(entry -> entry.fields().get("type") + " " + entry.fields().get("success"))
        .containsExactly("user_message null", "tool_call false", "tool_call true");
  }

  @Test
  void a_log_of_an_unknown_form_is_refused_and_its_draft_reads_its_calls() {
    String log =
        """
        {"run":"x","steps":[
          {"what":"a","toolName":"run","args":{"command":"a"},"callId":"1"},
          {"what":"b","callId":"1","output":"no"},
          {"what":"a","toolName":"run","args":{"command":"b"},"callId":"2"},
          {"what":"b","callId":"2","output":"yes"}]}
        """;
    assertThat(SessionLog.detect(new Source("log", log))).isEmpty();
    SessionLog read = read(SessionLog.draft(new Source("log", log)), log);
    assertThat(read.notRead()).isZero();
    assertThat(read.entries())
        .extracting(entry -> entry.fields().get("output"))
        .containsExactly("no", "yes");
  }

  @Test
  void mistakes_have_their_place() {
    assertThat(
            mistakes(
                """
                form: x
                look: [ "true" ]
                calls: [ { when: "item.a ==", id: item.b } ]
                let: { n: { of: item.a, match: '(' } }
                """))
        .anyMatch(text -> text.startsWith("L305 x.log.yaml:2:1: there is no key 'look' here"))
        .anyMatch(text -> text.startsWith("L305 x.log.yaml:4:33: the pattern is not well-formed"))
        .anyMatch(text -> text.contains("x.log.yaml:3:"));
  }

  @Test
  void a_clause_says_itself_that_it_is_asked_for_each_part() {
    String form =
        """
        form: x
        each: { part: content }
        let: { said: { texts: part.text } }
        results: [ { when: "%s", text: said } ]
        """;
    assertThat(mistakes(form.formatted("item.type == 'result'")))
        .singleElement()
        .asString()
        .startsWith(
            "L305 x.log.yaml:4:12: this clause is asked for each 'part', as the name 'said'");
    assertThat(LogFormat.read(new Source("f", form.formatted("has(part.text)"))).problems())
        .isEmpty();
  }

  @Test
  void names_that_are_hidden_or_unknown_are_mistakes() {
    assertThat(mistakes("form: x\nlet: { a: { of: item.b, match: '(?P<rest>.)' } }\n"))
        .singleElement()
        .asString()
        .contains("a group cannot be named 'rest'");
    assertThat(mistakes("form: x\ndialects: [ fenced, fancy ]\n"))
        .singleElement()
        .asString()
        .startsWith("L305 x.log.yaml:2:21: there is no dialect");
    assertThat(mistakes("form: x\nlet: { a: { of: item.b, pairs: '(?P<name>.)' } }\n"))
        .singleElement()
        .asString()
        .contains("has the groups 'name' and 'value'");
    assertThat(mistakes("form: x\nlet: [ a ]\n")).hasSize(1);
    assertThat(mistakes("form: x\nrows: { table: t }\n")).hasSize(1);
  }

  @Test
  void any_text_in_markdown_can_be_described() {
    SessionLog log =
        read(
            """
            form: export
            container: markdown
            each: { tool: { of: text, match: '(?s)```call (?P<name>\\w+)\\n(?P<args>.*?)\\n```' } }
            calls: [ { when: "item.under == 'Agent' && has(tool.name)", tool: tool.name, args: tool.args } ]
            results: [ { when: "item.kind == 'quote'", text: item.text } ]
            messages: [ { when: "item.under == 'User' && item.kind == 'text'", by: "'user'", text: item.text } ]
            """,
            """
            ## User

            look

            ## Agent

            ```call ls
            {"path": "a"}
            ```

            > b
            > c
            """);
    assertThat(log.notRead()).isZero();
    assertThat(log.entries())
        .extracting(entry -> entry.fields().get("args") + " " + entry.fields().get("output"))
        .containsExactly("null null", "{path=a} b\nc");
  }

  private static SessionLog read(String description, String log) {
    LogFormat format = LogFormat.read(new Source("my.log.yaml", description)).get();
    return Objects.requireNonNull(SessionLog.read(format, new Source("log", log)).value());
  }

  private static List<String> mistakes(String description) {
    Loaded<LogFormat> read = LogFormat.read(new Source("x.log.yaml", description));
    assertThat(read.value()).isNull();
    return read.problems().stream().map(FormDescriptionTest::text).toList();
  }

  private static String text(Problem problem) {
    return problem.code() + " " + problem.place() + ": " + problem.message();
  }
}

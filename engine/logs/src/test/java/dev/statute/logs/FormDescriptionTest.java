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

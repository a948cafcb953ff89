package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionReaderTest {
  private static final String CALL =
      "{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{}\",\"call_id\":\"c\"}";
  private static final String RESULT =
      "{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"x\"}";

  private static List<SessionLog.Entry> drain(SessionReader reader, String... lines) {
    for (String line : lines) {
      reader.read(line);
    }
    return reader.drain();
  }

  @Test
  void a_record_is_there_with_the_line_that_completes_it() {
    SessionReader reader = new SessionReader("x.jsonl", null);
    assertThat(drain(reader, "{\"type\":\"thread.started\",\"thread_id\":\"t\"}")).isEmpty();
    assertThat(reader.format()).contains(LogFormat.of("codex"));
    assertThat(drain(reader, CALL)).isEmpty();
    assertThat(drain(reader, RESULT)).extracting(SessionLog.Entry::line).containsExactly(3);
    assertThat(drain(reader, CALL.replace("\"c\"", "\"d\""))).isEmpty();
    reader.finish();
    assertThat(reader.drain())
        .extracting(entry -> entry.fields().get("resolved"))
        .containsExactly(false);
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void a_first_line_of_another_kind_does_not_mislead() {
    SessionReader reader = new SessionReader("x.jsonl", null);
    drain(
        reader,
        "{\"type\":\"user\",\"uuid\":\"a\",\"message\":{\"role\":\"user\",\"content\":\"go\"}}");
    assertThat(reader.format()).contains(LogFormat.of("claude-code"));
    int before = reader.restarts();
    drain(reader, CALL, RESULT);
    assertThat(reader.format()).contains(LogFormat.of("codex"));
    assertThat(reader.restarts()).isGreaterThan(before);
    reader.finish();
    assertThat(reader.problems())
        .extracting(Problem::message)
        .containsExactly("1 message block in a form that is not read; the file was read as codex");
  }

  @Test
  void a_shell_with_a_path_of_any_length_is_left_out_of_the_command() {
    for (String shell : List.of("sh", "/usr/bin/fish", "/a".repeat(20_000) + "/bash")) {
      SessionReader reader = new SessionReader("x.jsonl", LogFormat.of("codex"));
      String words = "{\\\"command\\\":[\\\"" + shell + "\\\",\\\"-lc\\\",\\\"ls\\\"]}";
      assertThat(drain(reader, CALL.replace("{}", words), RESULT))
          .extracting(entry -> entry.fields().get("command"))
          .containsExactly("ls");
    }
  }

  @Test
  void a_format_that_the_last_considered_line_decides_loses_no_line() {
    for (int others : List.of(61, 62, 63)) {
      SessionReader reader = new SessionReader("x.jsonl", null);
      for (int i = 0; i < others; i++) {
        reader.read("{\"note\":" + i + "}");
      }
      assertThat(drain(reader, CALL, RESULT))
          .as("after %d lines", others)
          .extracting(entry -> entry.fields().get("output"))
          .containsExactly("x");
    }
  }

  @Test
  void records_begin_anew_when_the_format_changes() {
    SessionReader reader = new SessionReader("x.jsonl", null);
    reader.read(
        "{\"type\":\"user\",\"uuid\":\"a\",\"message\":{\"role\":\"user\",\"content\":\"go\"}}");
    reader.read(CALL);
    reader.read(RESULT);
    assertThat(reader.drain())
        .extracting(entry -> entry.fields().get("type"))
        .containsExactly("tool_call");
  }

  @Test
  void documents_over_several_lines_are_read_when_they_are_complete() {
    SessionReader reader = new SessionReader("x", null);
    assertThat(drain(reader, "{", "  \"role\": \"user\",", "  \"content\": \"one\"")).isEmpty();
    assertThat(reader.isComplete("  ")).isFalse();
    assertThat(reader.isComplete("  }")).isTrue();
    assertThat(drain(reader, "}", "{\"role\":\"user\",")).hasSize(1);
    assertThat(drain(reader, "\"content\":\"two\"}"))
        .extracting(SessionLog.Entry::line)
        .containsExactly(5);
  }

  @Test
  void a_log_that_is_one_document_is_read_at_a_pause() {
    SessionReader reader = new SessionReader("x", null);
    assertThat(drain(reader, "[{\"role\":\"user\",\"content\":\"one\"}]")).isEmpty();
    reader.pause();
    assertThat(reader.drain()).hasSize(1);
  }

  @Test
  void a_document_that_ends_too_early_gives_what_can_be_read_of_it() {
    SessionReader reader = new SessionReader("x", LogFormat.of("openai-chat"));
    String member = "{\"role\":\"user\",\"content\":\"one\"},";
    assertThat(drain(reader, "[", member, "{\"role\":\"us")).hasSize(1);
    reader.finish();
    assertThat(reader.problems()).extracting(Problem::code).contains("L302");
  }

  @Test
  void calls_in_a_form_that_is_not_read_are_known_at_once() {
    SessionReader reader = new SessionReader("x", null);
    reader.read("{\"role\":\"user\",\"content\":\"x\"}");
    assertThat(reader.unreadCalls()).isEmpty();
    reader.read(
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool-call\",\"toolCallId\":\"1\"}]}");
    assertThat(reader.unreadCalls()).isEqualTo("1 tool-call block");
  }

  @Test
  void lines_one_by_one_give_the_records_of_the_whole_log() {
    for (String log :
        List.of(
            CALL + "\n" + RESULT + "\n" + CALL + "\n{oops\n" + RESULT,
            "[" + CALL + ",\n" + RESULT + "]",
            "{\n\"messages\": [\n{\"role\":\"user\",\"content\":\"one\"}\n]\n}\n",
            "{\"messages\":[{\"role\":\"user\",\"content\":\"one\"}]}")) {
      Source source = new Source("x", log);
      SessionReader reader = new SessionReader("x", null);
      List<SessionLog.Entry> entries = new ArrayList<>();
      for (String line : log.lines().toList()) {
        reader.read(line);
        entries.addAll(reader.drain());
      }
      reader.finish();
      entries.addAll(reader.drain());
      LogFormat format = SessionLog.detect(source).orElseThrow();
      assertThat(reader.format()).contains(format);
      assertThat(entries).isNotEmpty().isEqualTo(SessionLog.read(format, source).get().entries());
      assertThat(reader.problems()).isEqualTo(SessionLog.read(format, source).problems());
    }
  }
}

package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Complaints of programs about the form of a reply, in the logs of several programs. */
class FormatComplaintTest {
  private static final String CHAT =
      """
      {"role":"user","content":"fix it"}
      {"role":"assistant","content":"I shall look."}
      {"role":"user","content":"%s"}
      """;

  private static final String CLAUDE =
      """
      {"type":"user","uuid":"1","message":{"role":"user","content":"fix it"}}
      {"type":"assistant","uuid":"2","message":{"role":"assistant","content":"I shall look."}}
      {"type":"user","uuid":"3","message":{"role":"user","content":"%s"}}
      """;

  private static final String CODEX =
      """
      {"type":"response_item","payload":{"type":"message","role":"user","content":"fix it"}}
      {"type":"response_item","payload":{"type":"message","role":"assistant","content":"I look."}}
      {"type":"response_item","payload":{"type":"message","role":"user","content":"%s"}}
      """;

  private static Object last(String log, String said) {
    Source source = new Source("x.jsonl", log.formatted(said));
    List<SessionLog.Entry> entries =
        SessionLog.read(SessionLog.detect(source).orElseThrow(), source).get().entries();
    SessionLog.Entry last = entries.get(entries.size() - 1);
    assertThat(last.line()).isEqualTo(3);
    Object tool = last.fields().get("tool");
    return tool == null ? last.fields().get("type") : tool;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No tool calls found in the response. Every response MUST include at least one tool call.",
        "[ERROR] You did not use a tool in your previous response! Please retry with a tool use.",
        "Your last output did not use any tool calls! Please make sure your output uses one.",
        "Your output was not formatted correctly. You must always include one discussion.",
        "Please always provide EXACTLY ONE action in triple backticks, found 0 actions.",
        "Invalid Format: Missing 'Action:' after 'Thought:'",
        "Could not parse LLM output: I now know the answer",
        "Every response must contain at least one tool call."
      })
  void a_complaint_about_the_form_of_a_reply_is_a_format_error(String complaint) {
    assertThat(last(CHAT, complaint)).isEqualTo("format_error");
    assertThat(last(CLAUDE, complaint)).isEqualTo("format_error");
    assertThat(last(CODEX, complaint)).isEqualTo("format_error");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No tool calls found in the response log, so mend the exporter.",
        "The harness says: no tool calls found in the response. Why?",
        "You did not use a transaction here.",
        "Your last response did not include the tests.",
        "Your output was not what I wanted.",
        "Please provide exactly one example.",
        "Invalid format in config.yaml, mend it.",
        "You must use at least one index."
      })
  void words_of_the_user_stay_theirs(String words) {
    assertThat(last(CHAT, words)).isEqualTo("user_message");
    assertThat(last(CLAUDE, words)).isEqualTo("user_message");
    assertThat(last(CODEX, words)).isEqualTo("user_message");
  }

  @Test
  void the_first_words_are_always_the_user_s() {
    Source source =
        new Source(
            "x.jsonl",
            """
            {"role":"user","content":"No tool calls found in the response. Mend that."}
            {"role":"assistant","content":"I shall."}
            """);
    assertThat(SessionLog.read(LogFormat.of("openai-chat"), source).get().entries().get(0).fields())
        .containsEntry("type", "user_message");
  }
}

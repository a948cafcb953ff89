package dev.statute.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.internal.LineReader;
import dev.statute.problem.Place;
import dev.statute.step.Input;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputLinesTest {
  private static List<InputLine> read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<InputLine> read(byte[] bytes) {
    try {
      InputLines lines = new InputLines(new ByteArrayInputStream(bytes), "day.jsonl");
      List<InputLine> all = new ArrayList<>();
      for (InputLine line = lines.next(); line != null; line = lines.next()) {
        all.add(line);
      }
      return all;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static InputLine one(String text) {
    List<InputLine> all = read(text);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void an_event_has_data_and_an_id() {
    assertThat(one("{\"event\":\"Done\",\"data\":{\"success\":true},\"id\":\"e-17\"}"))
        .isEqualTo(
            new InputLine.Submit(
                1, null, new Input.Event("Done", Map.of("success", true), "e-17")));
  }

  @Test
  void an_event_without_data_differs_from_one_with_empty_data() {
    assertThat(one("{\"event\":\"Done\"}"))
        .isEqualTo(new InputLine.Submit(1, null, new Input.Event("Done")));
    assertThat(one("{\"event\":\"Done\",\"data\":{}}"))
        .isEqualTo(new InputLine.Submit(1, null, new Input.Event("Done", Map.of())));
  }

  @Test
  void a_move_has_a_reason() {
    assertThat(one("{\"move\":\"RUNNING\",\"reason\":\"go\"}"))
        .isEqualTo(new InputLine.Submit(1, null, new Input.Move("RUNNING", "go", null, null)));
  }

  @Test
  void a_record_keeps_all_its_fields_also_those_that_look_like_other_kinds() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("event", "x");
    fields.put("error", null);
    assertThat(one("{\"type\":\"tool_call\",\"event\":\"x\",\"error\":null}"))
        .isEqualTo(new InputLine.Submit(1, null, new Input.Report(fields)));
  }

  @Test
  void meta_describes_a_session() {
    assertThat(one("{\"type\":\"meta\",\"model\":\"m\"}"))
        .isEqualTo(new InputLine.Meta(1, null, Map.of("type", "meta", "model", "m")));
  }

  @Test
  void time_passes_in_durations_of_every_spelling() {
    for (String spelling : List.of("\"10m\"", "\"PT10M\"", "600000", "\"600s\"")) {
      assertThat(one("{\"advance\":" + spelling + "}"))
          .isEqualTo(new InputLine.Advance(1, null, Duration.ofMinutes(10)));
    }
  }

  @Test
  void any_line_may_set_the_clock_and_one_may_do_nothing_else() {
    Instant at = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(one("{\"event\":\"Pause\",\"at\":\"2026-01-01T00:00:00Z\"}").at()).isEqualTo(at);
    assertThat(
            one("{\"type\":\"message\",\"text\":\"\",\"at\":\"2026-01-01T01:00:00+01:00\"}").at())
        .isEqualTo(at);
    assertThat(one("{\"at\":\"2026-01-01T00:00:00Z\"}"))
        .isEqualTo(new InputLine.Advance(1, at, Duration.ZERO));
  }

  @Test
  void questions_are_asked_of_events_and_moves() {
    assertThat(one("{\"query\":\"enabled\"}"))
        .isEqualTo(new InputLine.Query(1, null, "enabled", null));
    assertThat(one("{\"query\":\"progress\"}"))
        .isEqualTo(new InputLine.Query(1, null, "progress", null));
    assertThat(one("{\"query\":\"can\",\"event\":\"Pause\"}"))
        .isEqualTo(new InputLine.Query(1, null, "can", new Input.Event("Pause")));
    assertThat(one("{\"query\":\"can\",\"move\":\"RUNNING\"}"))
        .isEqualTo(new InputLine.Query(1, null, "can", new Input.Move("RUNNING")));
  }

  @Test
  void whole_numbers_are_long_and_others_double() {
    InputLine line =
        one("{\"event\":\"n\",\"data\":{\"a\":1,\"b\":1.0,\"c\":1e3,\"d\":-9223372036854775808}}");
    assertThat(((Input.Event) ((InputLine.Submit) line).input()).payload())
        .isEqualTo(Map.of("a", 1L, "b", 1.0, "c", 1000.0, "d", Long.MIN_VALUE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"event\": \"Pause\" | L101 | 18",
        "{'event': 'Pause'} | L101 | 2",
        "{\"event\":\"a\"} x | L101 | 15",
        "{\"event\":\"a\"} {} | L101 | 15",
        "[\"Pause\"] | L102 | 1",
        "null | L102 | 1",
        "{} | L103 | 1",
        "{\"evnt\":\"Pause\"} | L103 | 2",
        "{\"event\":\"Pause\",\"dta\":{}} | L104 | 18",
        "{\"advance\":\"1m\",\"id\":\"x\"} | L104 | 17",
        "{\"event\":5} | L105 | 10",
        "{\"event\":\"\"} | L105 | 10",
        "{\"event\":\"a\",\"data\":\"lunch\"} | L105 | 21",
        "{\"event\":\"a\",\"id\":7} | L105 | 19",
        "{\"type\":7} | L105 | 9",
        "{\"event\":\"a\",\"event\":\"b\"} | L108 | 14",
        "{\"event\":\"a\",\"data\":{\"x\":1,\"x\":2}} | L108 | 28",
        "{\"event\":\"a\",\"data\":{\"n\":9223372036854775808}} | L109 | 26",
        "{\"event\":\"a\",\"data\":{\"n\":1e400}} | L109 | 26",
        "{\"event\":\"a\",\"move\":\"b\"} | L110 | 21",
        "{\"event\":\"a\",\"advance\":\"1m\"} | L110 | 14",
        "{\"event\":\"a\",\"data\":{\"t\":\"\\ud83d\"}} | L111 | 26",
        "{\"advance\":\"10 minutes\"} | L112 | 12",
        "{\"advance\":-5} | L112 | 12",
        "{\"event\":\"a\",\"at\":\"yesterday\"} | L112 | 19",
        "{\"event\":\"a\",\"at\":\"+999999-01-01T00:00:00Z\"} | L112 | 19",
        "{\"query\":\"enbled\"} | L113 | 10",
        "{\"query\":\"can\"} | L113 | 10",
      })
  void errors_of_a_line_have_code_and_column(String text, String code, int column) {
    InputLine line = one(text);
    assertThat(line).isInstanceOf(InputLine.Unreadable.class);
    InputLine.Unreadable unreadable = (InputLine.Unreadable) line;
    assertThat(unreadable.problem().code()).isEqualTo(code);
    assertThat(unreadable.problem().place()).isEqualTo(new Place("day.jsonl", 1, column));
    assertThat(getClass().getResource("/META-INF/statute/codes/" + code + ".md")).isNotNull();
  }

  @Test
  void a_misspelt_key_gets_a_suggestion() {
    InputLine.Unreadable line = (InputLine.Unreadable) one("{\"event\":\"Pause\",\"dta\":{}}");
    assertThat(line.problem().toString())
        .isEqualTo(
            """
            day.jsonl:1:18: error L104: a line with 'event' has no key 'dta'
                1 | {"event":"Pause","dta":{}}
                  |                  ^
                  = fix: did you mean 'data'?\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"event\":\"a\",\"data\":{\"n\":NaN}} | this is not JSON: Non-standard token 'NaN'",
        "// {\"event\":\"a\"} | this is not JSON: Unexpected character ('/' (code 47))",
        "{\"at\":null} | the line is neither an event, a move, a record, an advance nor a query",
      })
  void messages_tell_of_the_line_and_not_of_the_parser(String text, String message) {
    InputLine.Unreadable line = (InputLine.Unreadable) one(text);
    assertThat(line.problem().message()).isEqualTo(message);
    assertThat(line.problem().fix()).doesNotStartWith("did you mean");
  }

  @Test
  void a_long_text_in_a_message_is_shortened_between_characters() {
    String day = "x".repeat(39) + "\uD83D\uDE00\uD83D\uDE00";
    InputLine.Unreadable line = (InputLine.Unreadable) one("{\"at\":\"" + day + "\"}");
    assertThat(line.problem().message())
        .isEqualTo("'at' must be an instant, not '" + "x".repeat(39) + "…'");
  }

  @Test
  void nesting_has_a_limit_and_the_stack_is_safe() {
    String deep =
        "{\"event\":\"a\",\"data\":{\"x\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}}";
    assertThat(((InputLine.Unreadable) one(deep)).problem().code()).isEqualTo("L107");
    String fine = "{\"event\":\"a\",\"data\":{\"x\":" + "[".repeat(98) + "]".repeat(98) + "}}";
    assertThat(one(fine)).isInstanceOf(InputLine.Submit.class);
  }

  @Test
  void blank_lines_are_counted_and_a_bad_line_does_not_stop_the_rest() {
    assertThat(read("\uFEFF{\"event\":\"a\"}\r\n\n  \t\nnot json\n{\"event\":\"b\"}"))
        .extracting(InputLine::number)
        .containsExactly(1, 4, 5);
  }

  @Test
  void a_line_above_the_limit_is_passed_over() {
    byte[] start = "{\"event\":\"a\"}\n{\"event\":\"".getBytes(StandardCharsets.UTF_8);
    byte[] end = "\"}\n{\"event\":\"b\"}\n".getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[start.length + LineReader.MAX_BYTES + end.length];
    Arrays.fill(all, (byte) 'x');
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(end, 0, all, start.length + LineReader.MAX_BYTES, end.length);
    List<InputLine> lines = read(all);
    assertThat(lines).hasSize(3);
    assertThat(((InputLine.Unreadable) lines.get(1)).problem().message())
        .isEqualTo("this line has 10485772 bytes; at most 10485760 (10 MB) are read");
    assertThat(lines.get(2)).isEqualTo(new InputLine.Submit(3, null, new Input.Event("b")));
  }

  @Test
  void a_line_of_exactly_the_limit_is_read() {
    String head = "{\"type\":\"thought\",\"text\":\"";
    String text = head + "x".repeat(LineReader.MAX_BYTES - head.length() - 2) + "\"}";
    assertThat(one(text)).isInstanceOf(InputLine.Submit.class);
  }

  @Test
  void bytes_that_are_no_text_are_shown_by_their_column() {
    byte[] bytes = "{\"event\":\"a?\"}".getBytes(StandardCharsets.UTF_8);
    bytes[11] = (byte) 0xFF;
    InputLine.Unreadable line = (InputLine.Unreadable) read(bytes).get(0);
    assertThat(line.problem().code()).isEqualTo("L111");
    assertThat(line.problem().place().column()).isEqualTo(12);
  }

  @Test
  void a_line_is_returned_as_soon_as_it_is_typed() throws IOException {
    InputStream typed =
        new InputStream() {
          private final byte[] first = "{\"event\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);
          private boolean given;

          @Override
          public int read() {
            throw new AssertionError("only whole buffers are read");
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            assertThat(given).as("asked for more than the first line").isFalse();
            given = true;
            System.arraycopy(first, 0, buffer, offset, first.length);
            return first.length;
          }
        };
    assertThat(new InputLines(typed, "-").next())
        .isEqualTo(new InputLine.Submit(1, null, new Input.Event("a")));
  }

  @Test
  void a_step_of_a_test_file_is_understood_at_its_own_place() {
    Place place = new Place("x.test.yaml", 7, 9);
    InputLine.Unreadable line =
        (InputLine.Unreadable) InputLines.parse(3, Map.of("advance", "soon"), key -> place);
    assertThat(line.problem().place()).isEqualTo(place);
    assertThat(InputLines.parse(3, Map.of("event", "a"), key -> place))
        .isEqualTo(new InputLine.Submit(3, null, new Input.Event("a")));
  }

  @Test
  void an_endless_line_is_the_last() throws IOException {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 0;
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            Arrays.fill(bytes, from, from + length, (byte) 0);
            return length;
          }
        };
    InputLines lines = new InputLines(endless, "zero");
    assertThat(lines.next())
        .isInstanceOfSatisfying(
            InputLine.Unreadable.class,
            line ->
                assertThat(line.problem().message())
                    .isEqualTo("this line does not end within 268435456 bytes; no more is read"));
    assertThat(lines.next()).isNull();
  }
}

package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.InputLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedSessionTest {
  private static final int LINES = 400;
  @TempDir private Path folder;

  private static String calls(int from) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < from + LINES; i++) {
      lines.append(
          """
          {"type":"response_item","payload":{"type":"function_call","name":"f","arguments":"{}","call_id":"c%1$d"}}
          {"type":"response_item","payload":{"type":"function_call_output","call_id":"c%1$d","output":"x"}}
          """
              .formatted(i));
    }
    return lines.toString();
  }

  /** What is written while the first records are played would not be seen by a reader of it all. */
  @Test
  void records_are_there_before_the_log_was_read_to_its_end() throws IOException {
    Path log = Files.writeString(folder.resolve("a.jsonl"), calls(0));
    int records = 0;
    try (RecordedSession session = RecordedSession.open(log, null)) {
      assertThat(session.format().word()).isEqualTo("codex");
      for (InputLine line = session.next(); line != null; line = session.next()) {
        assertThat(line.number()).isEqualTo(2 * ++records);
        if (records == 1) {
          Files.writeString(log, calls(LINES), StandardOpenOption.APPEND);
        }
      }
      assertThat(session.problems()).isEmpty();
    }
    assertThat(records).isEqualTo(2 * LINES);
  }

  @Test
  void a_form_that_only_a_later_line_shows_loses_no_record() throws IOException {
    Path log = Files.writeString(folder.resolve("a.jsonl"), "{\"note\":1}\n" + calls(0));
    assertThat(RecordedSession.readAll(log, null).lines()).hasSize(LINES);
  }
}

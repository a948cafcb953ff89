package dev.statute.progress.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {
  @Test
  void colours_titles_and_cursor_movements_are_not_seen() {
    assertThat(TerminalText.display("\u001b[1;31merror\u001b[0m: x\u001b[K")).isEqualTo("error: x");
    assertThat(TerminalText.display("\u001b]0;title\u0007prompt \u001b]8;;a\u001b\\link"))
        .isEqualTo("prompt link");
    assertThat(TerminalText.display("\u001b(Bplain\u001b=")).isEqualTo("plain");
  }

  @Test
  void of_a_line_that_was_written_over_the_last_state_is_seen() {
    assertThat(TerminalText.display(" 10%\r 60%\r100%\ndone")).isEqualTo("100%\ndone");
    assertThat(TerminalText.display("working\r")).isEqualTo("working");
  }

  @Test
  void lines_end_in_one_way() {
    assertThat(TerminalText.display("a\r\nb\r\r\nc\r\n")).isEqualTo("a\nb\nc\n");
  }

  @Test
  void a_sequence_that_is_cut_off_takes_nothing_else_with_it() {
    assertThat(TerminalText.display("a\u001b")).isEqualTo("a");
    assertThat(TerminalText.display("a\u001b[")).isEqualTo("a");
    assertThat(TerminalText.display("a\u001b[31")).isEqualTo("a");
    assertThat(TerminalText.display("a\u001b]0;t")).isEqualTo("a");
    assertThat(TerminalText.display("a\u001b]0;t\nb\u001b]\nc")).isEqualTo("a\nb\nc");
  }

  @Test
  void other_texts_are_returned_as_they_are() {
    String text = "nothing\nto see\there";
    assertThat(TerminalText.display(text)).isSameAs(text);
  }
}

package dev.statute.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static String print(int width) {
    TextTable table = new TextTable("session", ">lines", "costs", "found");
    table.row(
        List.of("runs/of/monday/one.jsonl", "12", "3 calls, 10m", "same-call ×3, no-gain"),
        TextTable.Mark.NONE);
    table.row(List.of("two.jsonl", "7", "", ""), TextTable.Mark.NONE);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.print(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        TerminalStyle.PLAIN,
        width,
        Set.of("costs"));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void a_wide_terminal_shows_everything() {
    assertThat(print(Integer.MAX_VALUE))
        .isEqualTo(
            """
            session                   lines  costs         found
            runs/of/monday/one.jsonl     12  3 calls, 10m  same-call ×3, no-gain
            two.jsonl                     7
            """);
    assertThat(print(68)).isEqualTo(print(Integer.MAX_VALUE));
  }

  @Test
  void a_column_is_left_out_before_cells_are_cut() {
    assertThat(print(67))
        .isEqualTo(
            """
            session                   lines  found
            runs/of/monday/one.jsonl     12  same-call ×3, no-gain
            two.jsonl                     7
            """);
  }

  @Test
  void of_a_path_the_end_is_kept_and_of_other_cells_the_beginning() {
    assertThat(print(35))
        .isEqualTo(
            """
            session            lines  found
            …monday/one.jsonl     12  same-cal…
            two.jsonl              7
            """);
  }

  @Test
  void no_line_is_longer_than_the_terminal_while_columns_can_be_cut() {
    for (int width = 25; width < 80; width++) {
      assertThat(print(width).lines()).as("width %d", width).allMatch(hasAtMost(width));
    }
  }

  private static Predicate<String> hasAtMost(int width) {
    return line -> line.length() <= width;
  }

  @Test
  void the_first_number_is_the_width() {
    assertThat(Console.width(null, "80")).isEqualTo(80);
    assertThat(Console.width("120", "80")).isEqualTo(120);
    assertThat(Console.width("0", "wide", "")).isEqualTo(Integer.MAX_VALUE);
  }
}

package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.progress.internal.text.TextHash;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShownLinesTest {
  private static final int FILE = TextHash.key32("a.c");
  private static final int CALL = 7;

  private static ShownLines argued(Map<String, ?> args, String output) {
    return ShownLines.of("a.c", CALL, args, "", output);
  }

  private static ShownLines printed(String command, String output) {
    return ShownLines.of("", CALL, Map.of("command", command), command, output);
  }

  @Test
  void numbers_of_lines_in_the_output_decide() {
    ShownLines shown = new ShownLines(FILE, 8, 10);
    assertThat(argued(Map.of("offset", 1), "8: x\n9: y\n10: z\n")).isEqualTo(shown);
    assertThat(argued(Map.of(), "     8\tx\n     9\t\n    10\tz")).isEqualTo(shown);
    assertThat(argued(Map.of(), "  8→x\n  9→y\n 10→z")).isEqualTo(shown);
    String window = "[File: /src/b.c (90 lines total)]\n(7 more lines above)\n8:x\n9:y\n(81 more)";
    assertThat(ShownLines.of("", CALL, Map.of(), "", window))
        .isEqualTo(new ShownLines(TextHash.key32("/src/b.c"), 8, 9));
  }

  @Test
  void numbers_that_are_not_those_of_each_line_are_no_line_numbers() {
    assertThat(argued(Map.of(), "1: one\n7: seven\n9: nine")).isEqualTo(ShownLines.NONE);
    assertThat(argued(Map.of(), "12:30 start\nwork\n12:31 end")).isEqualTo(ShownLines.NONE);
    assertThat(argued(Map.of(), "")).isEqualTo(ShownLines.NONE);
  }

  @Test
  void arguments_name_a_first_line_and_a_last_one_or_a_number_of_lines() {
    ShownLines shown = new ShownLines(FILE, 3, 4);
    assertThat(argued(Map.of("start_line", 3, "end_line", 4), "x\ny")).isEqualTo(shown);
    assertThat(argued(Map.of("view_range", List.of(3, 4)), "x\ny")).isEqualTo(shown);
    assertThat(argued(Map.of("view_range", List.of(3, -1)), "x\ny")).isEqualTo(shown);
    assertThat(argued(Map.of("lines", "3-4"), "x\ny")).isEqualTo(shown);
    assertThat(argued(Map.of("offset", "3", "limit", 2), "x\ny\n")).isEqualTo(shown);
    assertThat(argued(Map.of("offset", 3), "x\ny")).isEqualTo(shown);
  }

  @Test
  void a_command_prints_lines() {
    ShownLines shown = new ShownLines(CALL, 3, 4);
    assertThat(printed("sed -n '3,4p' a.c", "x\ny")).isEqualTo(shown);
    assertThat(printed("cd /src && sed -n 3,4p a.c", "x\ny")).isEqualTo(shown);
    assertThat(printed("head -n 2 a.c", "x\ny")).isEqualTo(new ShownLines(CALL, 1, 2));
    assertThat(printed("ls | head -2", "x\ny")).isEqualTo(ShownLines.NONE);
    assertThat(printed("cat a.c", "x\ny")).isEqualTo(ShownLines.NONE);
  }

  @Test
  void nonsense_shows_no_lines() {
    assertThat(argued(Map.of("start_line", 9, "view_range", "all"), "x")).isNotNull();
    assertThat(argued(Map.of("view_range", List.of("a", "b")), "x")).isEqualTo(ShownLines.NONE);
    assertThat(argued(Map.of("offset", 1e300), "x")).isEqualTo(ShownLines.NONE);
    assertThat(argued(Map.of("offset", -4, "limit", -2), "x")).isEqualTo(ShownLines.NONE);
    assertThat(printed("sed -n '99999999,99999999p' a.c", "x")).isEqualTo(ShownLines.NONE);
  }
}

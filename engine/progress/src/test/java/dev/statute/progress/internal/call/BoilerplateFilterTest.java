package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.progress.internal.text.LineHashes;
import dev.statute.progress.internal.text.ToolOutput;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoilerplateFilterTest {
  private static final int TOOL = 7;

  private static BoilerplateFilter afterOutputs(int count, String noise) {
    BoilerplateFilter learned = new BoilerplateFilter();
    for (int i = 0; i < count; i++) {
      learned.learn(TOOL, ToolOutput.of(noise + "\nonly once: " + i));
    }
    return learned;
  }

  private static String without(BoilerplateFilter noise, int tool, String output) {
    return noise.remove(tool, ToolOutput.of(output)).text();
  }

  private static int[] keys(String text, int most) {
    return LineHashes.distinct(text.getBytes(StandardCharsets.UTF_8), most);
  }

  @Test
  void a_line_of_most_outputs_is_dropped_with_the_space_around_it() {
    BoilerplateFilter noise = afterOutputs(6, "warning: é\n");
    assertThat(without(noise, TOOL, "warning: é\na\n\n \twarning: é  \nb")).isEqualTo("a\n\nb\n");
    assertThat(without(noise, TOOL + 1, "warning: é\na")).isEqualTo("warning: é\na");
  }

  @Test
  void an_output_in_which_nothing_else_stands_stays_as_it_is() {
    BoilerplateFilter noise = afterOutputs(6, "warning");
    assertThat(without(noise, TOOL, "warning\n\n")).isEqualTo("warning\n\n");
    assertThat(without(noise, TOOL, "fine\n")).isEqualTo("fine\n");
  }

  @Test
  void a_few_outputs_are_not_enough_to_know() {
    assertThat(without(afterOutputs(5, "warning"), TOOL, "warning\na")).isEqualTo("warning\na");
  }

  @Test
  void of_a_long_text_the_first_and_the_last_lines_are_read() {
    String text = IntStream.range(0, 90).mapToObj(i -> "l" + i).collect(Collectors.joining("\n"));
    String ends =
        IntStream.concat(IntStream.range(0, 5), IntStream.range(85, 90))
            .mapToObj(i -> "l" + i)
            .collect(Collectors.joining("\n"));
    assertThat(keys(text, 10)).hasSize(10).containsExactly(keys(ends, 10));
    assertThat(keys("a\n\n b\nA\na \nb", 48)).containsExactly(keys("a\nb\nA", 48));
  }

  @Test
  void each_line_counts_once_also_where_start_and_end_meet() {
    for (int lines = 1; lines < 30; lines++) {
      String text =
          IntStream.range(0, lines).mapToObj(i -> "l" + i + "\n").collect(Collectors.joining());
      assertThat(keys(text, 10))
          .as("%d lines", lines)
          .hasSize(Math.min(lines, lines < 10 ? 10 : 9));
    }
  }
}

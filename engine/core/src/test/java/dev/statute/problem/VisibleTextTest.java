package dev.statute.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VisibleTextTest {
  @Test
  void one_line_joins_words_and_is_no_longer_than_asked() {
    Random random = new Random(3);
    List<String> parts =
        List.of(" ", "\n", "\t", "\r\n", "\u000B", "\u00A0", "\u2003", "a", "bc", "😀");
    for (int i = 0; i < 5_000; i++) {
      StringBuilder drawn = new StringBuilder();
      for (int part = random.nextInt(14); part > 0; part--) {
        drawn.append(parts.get(random.nextInt(parts.size())));
      }
      String text = drawn.toString();
      String joined = text.strip().replaceAll("\\s+", " ");
      String line = VisibleText.oneLine(text, 6);
      assertThat(line)
          .as("'%s'", text)
          .isEqualTo(joined.length() <= 6 ? joined : VisibleText.shorten(joined, 5));
    }
  }
}

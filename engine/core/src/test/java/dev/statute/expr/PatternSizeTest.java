package dev.statute.expr;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternSizeTest {
  private static final List<String> PARTS =
      List.of(
          "a",
          "(",
          ")",
          "(?:",
          "(?i)",
          "[",
          "]",
          "[^]a]",
          "[[:alpha:]b]",
          "[[:a]",
          "\\[",
          "\\(",
          "\\Qa)b\\E",
          "\\x{100}",
          "\\pL",
          "\\p{Greek}",
          "{3}",
          "{2,5}",
          "{2,}",
          "{a}",
          "{",
          "}",
          "*",
          "+?",
          "?",
          "|",
          "^",
          "$",
          ".",
          "\\d",
          "-",
          ":",
          "😀");

  @Test
  void no_pattern_exceeds_its_estimate() {
    Random random = new Random(20_260_731L);
    int compiled = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder written = new StringBuilder();
      for (int parts = random.nextInt(12); parts >= 0; parts--) {
        written.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      String source = written.toString();
      long size = PatternSize.of(source);
      if (size < 100_000) {
        try {
          int actual = Pattern.compile(source).programSize();
          compiled++;
          assertThat(size + 2).as(source).isGreaterThanOrEqualTo(actual);
        } catch (PatternSyntaxException e) {
          // not counted by the estimate
        }
      }
    }
    assertThat(compiled).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @CsvSource({
    "'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 100",
    "'^\\d{4}-\\d{2}-\\d{2}$', 28",
    "'(x{1000}){1000}', 3005000",
    "'[(]x{10}', 31",
  })
  void repetitions_multiply_the_size(String source, long size) {
    assertThat(PatternSize.of(source)).isEqualTo(size);
  }
}

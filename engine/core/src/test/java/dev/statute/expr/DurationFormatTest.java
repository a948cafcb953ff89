package dev.statute.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFormatTest {
  @ParameterizedTest
  @CsvSource({
    "250ms, 250, 250ms",
    "30s, 30000, 30s",
    "10m, 600000, 10m",
    "2h, 7200000, 2h",
    "1d, 86400000, 1d",
    "1h30m, 5400000, 1h30m",
    "90m, 5400000, 1h30m",
    "1d2h3m4s5ms, 93784005, 1d2h3m4s5ms",
    "1.5s, 1500, 1s500ms",
    "0s, 0, 0s",
    "0ms, 0, 0s",
    "PT10M, 600000, 10m",
    "P1DT1H, 90000000, 1d1h",
    "PT0.25S, 250, 250ms",
    "36500d, 3153600000000, 36500d",
  })
  void durations_are_parsed_and_formatted(String text, long millis, String written) {
    Duration duration = DurationFormat.parse(text);
    assertThat(duration).isEqualTo(Duration.ofMillis(millis));
    assertThat(DurationFormat.format(duration)).isEqualTo(written);
    assertThat(DurationFormat.parse(written)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "10",
        "m",
        "10 m",
        "10x",
        "-1s",
        "PT-1S",
        "1m1h",
        "1h1h",
        "1..5s",
        ".5s",
        "5.s",
        "1.5ms",
        "36501d",
        "999999999999999d",
        "99999999999999999999s",
        "data.x",
        "1e3s",
        "P",
        "PT"
      })
  void other_texts_are_no_durations(String text) {
    assertThat(DurationFormat.parse(text)).isNull();
  }

  @Test
  void a_problem_suggests_a_literal() {
    ProblemCollector problems = new ProblemCollector();
    assertThat(DurationFormat.parse(SourceText.synthetic("ten", "x"), problems)).isNull();
    assertThat(problems.sorted().get(0))
        .hasToString(
            "x:1:1: error E110: 'ten' is not a duration\n"
                + "      = fix: write it as 250ms, 30s, 10m, 2h, 1d or 1h30m");
  }

  @Test
  void a_number_without_unit_gets_suggested_units() {
    ProblemCollector problems = new ProblemCollector();
    assertThat(DurationFormat.parse(SourceText.synthetic("3", "x"), problems)).isNull();
    assertThat(problems.sorted().get(0))
        .hasToString(
            "x:1:1: error E110: '3' is a number without a unit, not a duration\n"
                + "      = fix: 3 what? write 3s, 3m, 3h or 3d");
    assertThat(fix("1500")).isEqualTo("1500 what? write 1500ms or 1500s");
    assertThat(fix("-3")).isEqualTo("a duration is not negative: write 30s, 10m, 2h or 1d");
  }

  @Test
  void units_with_blanks_and_misplaced_iso_parts_are_corrected() {
    assertThat(fix("3d 4h")).isEqualTo("write it as 3d4h");
    assertThat(fix("1 hour 30 minutes")).isEqualTo("write it as 1h30m");
    assertThat(fix("1 hour and 30 minutes")).isEqualTo("write it as 1h30m");
    assertThat(fix("PT3D")).isEqualTo("write it as 3d");
    assertThat(fix("P3H")).isEqualTo("write it as 3h");
    assertThat(fix("3D")).isEqualTo("write it as 3d");
  }

  @Test
  void spelled_out_units_are_recognized() {
    assertThat(fix("10 minutes")).isEqualTo("write it as 10m");
    assertThat(fix("5 m")).isEqualTo("write it as 5m");
    assertThat(fix("2.5hrs")).isEqualTo("write it as 2.5h");
    assertThat(fix("1 day")).isEqualTo("write it as 1d");
    assertThat(fix("300 msec")).isEqualTo("write it as 300ms");
    assertThat(fix("5q")).isEqualTo("write it as 250ms, 30s, 10m, 2h, 1d or 1h30m");
    assertThat(fix("1.2.3 days")).isEqualTo("write it as 250ms, 30s, 10m, 2h, 1d or 1h30m");
  }

  private static @Nullable String fix(String text) {
    assertThat(DurationFormat.looksLikeDuration(text)).isTrue();
    ProblemCollector problems = new ProblemCollector();
    assertThat(DurationFormat.parse(SourceText.synthetic(text, "x"), problems)).isNull();
    return problems.sorted().get(0).fix();
  }
}

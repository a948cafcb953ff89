package dev.statute.logs.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UtcTimeTest {
  private static long parsed(String text) {
    try {
      return Math.max(-1, OffsetDateTime.parse(text).toInstant().toEpochMilli());
    } catch (DateTimeException e) {
      return -1;
    }
  }

  @Test
  void usual_times_are_those_of_the_parser_for_all() {
    Random random = new Random(11);
    int known = 0;
    for (int i = 0; i < 5_000; i++) {
      String fraction = "123456789".substring(0, random.nextInt(10));
      String text =
          "%04d-%02d-%02dT%02d:%02d:%02d%sZ"
              .formatted(
                  1960 + random.nextInt(80),
                  random.nextInt(14),
                  random.nextInt(33),
                  random.nextInt(26),
                  random.nextInt(62),
                  random.nextInt(62),
                  fraction.isEmpty() ? "" : "." + fraction);
      assertThat(UtcTime.millis(text)).as(text).isEqualTo(parsed(text));
      known += UtcTime.millis(text) >= 0 ? 1 : 0;
    }
    assertThat(known).isGreaterThan(2_000);
  }

  @Test
  void other_ways_to_write_a_time_are_left_to_that_parser() {
    for (String text :
        List.of(
            "",
            "Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00+02:00",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00Z",
            "+12026-01-01T00:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00.1234567890Z")) {
      assertThat(UtcTime.millis(text)).as(text).isEqualTo(-1);
    }
  }
}

package dev.statute.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values as JSON can hold them, and back. */
class ValueCodecTest {
  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void what_json_lacks_is_written_as_a_map_with_one_sign() {
    assertThat(ValueCodec.write(Duration.ofSeconds(90))).isEqualTo(Map.of("$duration", "PT1M30S"));
    assertThat(ValueCodec.write(THEN)).isEqualTo(Map.of("$timestamp", "2026-01-02T03:04:05Z"));
    assertThat(ValueCodec.write(Double.NaN)).isEqualTo(Map.of("$double", "NaN"));
    assertThat(ValueCodec.write(1.5)).isEqualTo(1.5);
  }

  @Test
  void everything_comes_back_as_it_was_however_deep_it_lies() {
    for (Object value :
        List.of(
            1L,
            "text",
            true,
            2.5,
            Double.NEGATIVE_INFINITY,
            Duration.ofMillis(-1),
            THEN,
            List.of(1L, List.of(THEN), Map.of("a", List.of(Duration.ZERO))),
            Map.of("a", 1L, "$duration", "two names are no sign"),
            Map.of("$duration", "PT1S"),
            Map.of("$timestamp", "2026-01-02T03:04:05Z"),
            Map.of("$double", "NaN"),
            Map.of("$map", Map.of("$map", 1L)))) {
      assertThat(ValueCodec.read(ValueCodec.write(value))).isEqualTo(value);
    }
    assertThat(ValueCodec.read(null)).isNull();
  }

  @Test
  void a_sign_that_means_nothing_is_a_map_like_any_other() {
    assertThat(ValueCodec.read(Map.of("$duration", 5))).isEqualTo(Map.of("$duration", 5L));
    assertThat(ValueCodec.read(Map.of("$map", 5))).isEqualTo(Map.of("$map", 5L));
  }
}

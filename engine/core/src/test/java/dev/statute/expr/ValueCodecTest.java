package dev.statute.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Round trip of values through JSON types. */
class ValueCodecTest {
  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void values_without_json_type_become_tagged_maps() {
    assertThat(ValueCodec.write(Duration.ofSeconds(90))).isEqualTo(Map.of("$duration", "PT1M30S"));
    assertThat(ValueCodec.write(THEN)).isEqualTo(Map.of("$timestamp", "2026-01-02T03:04:05Z"));
    assertThat(ValueCodec.write(new BigDecimal("1E-7"))).isEqualTo(Map.of("$decimal", "0.0000001"));
    assertThat(ValueCodec.write(Double.NaN)).isEqualTo(Map.of("$double", "NaN"));
    assertThat(ValueCodec.write(1.5)).isEqualTo(1.5);
  }

  @Test
  void nested_values_survive_a_round_trip() {
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
            new BigDecimal("12.30"),
            new BigDecimal("-1E-100"),
            Map.of("$decimal", "12.30"),
            Map.of("$timestamp", "2026-01-02T03:04:05Z"),
            Map.of("$double", "NaN"),
            Map.of("$map", Map.of("$map", 1L)))) {
      assertThat(ValueCodec.read(ValueCodec.write(value))).isEqualTo(value);
    }
    assertThat(ValueCodec.read(null)).isNull();
  }

  @Test
  void a_decimal_that_is_none_is_refused() {
    for (String text : List.of("", "1e3", "12,30", "1".repeat(101), "0." + "1".repeat(101))) {
      assertThatThrownBy(() -> ValueCodec.read(Map.of("$decimal", text)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + text + "' is no decimal");
    }
  }

  @Test
  void an_unknown_tag_is_an_ordinary_map() {
    assertThat(ValueCodec.read(Map.of("$duration", 5))).isEqualTo(Map.of("$duration", 5L));
    assertThat(ValueCodec.read(Map.of("$map", 5))).isEqualTo(Map.of("$map", 5L));
  }
}

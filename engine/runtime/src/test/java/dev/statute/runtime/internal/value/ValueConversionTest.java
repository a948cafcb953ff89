package dev.statute.runtime.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.statute.expr.ValueException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ValueConversionTest {
  @Test
  void numbers_and_names_of_java_become_values_of_charts() {
    UUID id = new UUID(1, 2);
    assertThat(
            ValueConversion.value(
                List.of(1, (short) 2, (byte) 3, 4L, 1.5f, 2.5, id, Thread.State.NEW, "t")))
        .isEqualTo(List.of(1L, 2L, 3L, 4L, 1.5, 2.5, id.toString(), "NEW", "t"));
  }

  @Test
  void what_is_given_cannot_be_changed_afterwards() {
    List<Object> list = new ArrayList<>(List.of(1));
    Map<String, ?> plain = ValueConversion.map(Map.of("a", list));
    list.add(2);
    assertThat(plain).isEqualTo(Map.of("a", List.of(1L)));
  }

  @Test
  void a_value_that_cannot_be_stored_is_refused() {
    List<Object> cyclic = new ArrayList<>();
    cyclic.add(cyclic);
    assertThat(refusal(Map.of("x", cyclic))).endsWith("nested more than 64 deep");
    assertThat(refusal(Map.of("x", Collections.nCopies(Integer.MAX_VALUE, 1))))
        .startsWith("'x[999996]': it is larger than 16000000 characters");
    assertThat(refusal(Map.of("x", Map.of(1, "one"))))
        .isEqualTo("'x': the key 1 of a map is no text");
    assertThat(refusal(Map.of("x", List.of("\ud83d"))))
        .isEqualTo("'x[0]': the text holds half of a character at 1");
    Map<String, Object> throwing =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new IllegalArgumentException("closed");
          }
        };
    assertThat(refusal(Map.of("x", throwing))).isEqualTo("it cannot be read: closed");
    Map<String, Object> broken =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new StackOverflowError("deep");
          }
        };
    assertThat(refusal(Map.of("x", broken))).isEqualTo("it cannot be read: deep");
  }

  private static String refusal(Map<String, ?> values) {
    return catchThrowableOfType(ValueException.class, () -> ValueConversion.map(values))
        .getMessage();
  }

  @Test
  void decimals_stay_exact_within_their_limits() {
    assertThat(ValueConversion.value(new BigDecimal("12.30"))).isEqualTo(new BigDecimal("12.30"));
    assertThat(ValueConversion.value(new BigDecimal("1E+3"))).isEqualTo(new BigDecimal("1000"));
    assertThat(refusal(Map.of("x", new BigDecimal("1E+1000000000"))))
        .isEqualTo("'x': it has more than 100 digits before or after the point");
  }

  @Test
  void times_are_those_of_expressions() {
    for (Object time :
        List.of(Duration.ofDays(-3_652_500), Instant.parse("9999-12-31T23:59:59.999999999Z"))) {
      assertThat(ValueConversion.value(time)).isEqualTo(time);
    }
    for (Duration duration :
        List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MIN_VALUE))) {
      assertThat(refusal(Map.of("x", List.of(duration))))
          .isEqualTo("'x[0]': it is a duration of more than 10,000 years");
    }
    assertThat(refusal(Map.of("x", Instant.MAX)))
        .isEqualTo("'x': it is a timestamp outside of the years 1 to 9999");
  }

  @Test
  void what_no_chart_can_hold_is_refused_by_name() {
    assertThatThrownBy(
            () ->
                ValueConversion.map(
                    Map.of("order", Map.of("lines", List.of(1, new BigInteger("2"))))))
        .hasMessage(
            "'order.lines[1]' is a java.math.BigInteger, which a chart cannot hold; give text,"
                + " numbers, booleans, durations, instants, lists or maps");
  }
}

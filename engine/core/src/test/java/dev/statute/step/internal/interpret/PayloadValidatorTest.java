package dev.statute.step.internal.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.EventDefinition;
import dev.statute.step.internal.interpret.PayloadValidator.Accepted;
import dev.statute.step.internal.interpret.PayloadValidator.RejectedPayload;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadValidatorTest {
  private static EventDefinition event(String... payload) {
    return ChartBuilder.chart("c", c -> c.event("E", payload)).events().get("E");
  }

  private static PayloadValidator.Result check(EventDefinition event, Object... namesAndValues) {
    Map<String, Object> data = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      data.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return PayloadValidator.check(event, data);
  }

  @Test
  void data_that_need_no_conversion_are_handed_on_as_they_are() {
    Map<String, Object> data = Map.of("n", 1L, "s", "x");
    assertThat(PayloadValidator.check(event("n: int", "s: string"), data))
        .isInstanceOfSatisfying(Accepted.class, a -> assertThat(a.data()).isSameAs(data));
  }

  @Test
  void a_required_field_must_be_there() {
    assertThat(check(event("n: int")))
        .isEqualTo(new RejectedPayload("missing-field", "E", "n", "int", ""))
        .extracting(r -> ((RejectedPayload) r).message())
        .isEqualTo("event 'E' needs 'n: int'");
    assertThat(check(event("n: int"), "n", null))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "n", "int", "null"));
  }

  @Test
  void a_decimal_is_exact() {
    EventDefinition event = event("d: decimal", "n: number?");
    for (Object exact : List.of(new BigDecimal("3"), 3L, "3")) {
      assertThat(check(event, "d", exact))
          .isEqualTo(new Accepted(Map.of("d", new BigDecimal("3"))));
    }
    for (Object other : List.of(3.0, "3e1", "three", new BigDecimal("1E-101"), true)) {
      assertThat(check(event, "d", other))
          .isInstanceOfSatisfying(
              RejectedPayload.class,
              refused ->
                  assertThat(refused.expected())
                      .isEqualTo("decimal, an int or exact text such as '12.30'"));
    }
    assertThat(check(event, "d", 1L, "n", BigDecimal.ONE))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "n", "number?", "1"));
  }

  @Test
  void an_optional_field_that_is_null_is_absent() {
    assertThat(check(event("n: int?", "x: any"), "n", null, "x", null))
        .isInstanceOfSatisfying(
            Accepted.class,
            a -> assertThat(a.data()).containsOnlyKeys("x").containsEntry("x", null));
  }

  @Test
  void an_undeclared_field_is_refused_unless_the_event_is_open() {
    assertThat(check(event("n: int?"), "m", 1L))
        .isEqualTo(new RejectedPayload("undeclared-field", "E", "m", "n", "1"))
        .extracting(r -> ((RejectedPayload) r).message())
        .isEqualTo("event 'E' has no field 'm', it has n");
    assertThat(check(event("..."), "m", 1L)).isEqualTo(new Accepted(Map.of("m", 1L)));
  }

  @Test
  void an_int_is_a_number_and_a_number_is_no_int() {
    assertThat(check(event("n: number"), "n", 3L)).isEqualTo(new Accepted(Map.of("n", 3.0)));
    assertThat(check(event("n: int"), "n", 3))
        .as("hosts write ints")
        .isEqualTo(new Accepted(Map.of("n", 3L)));
    assertThat(check(event("n: int"), "n", 3.0))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "n", "int", "3.0"));
  }

  @Test
  void timestamps_and_durations_become_what_expressions_calculate_with() {
    assertThat(
            check(
                event("t: timestamp", "d: duration"), "t", "2026-01-01T01:00:00+01:00", "d", "10m"))
        .isEqualTo(
            new Accepted(
                Map.of("t", Instant.parse("2026-01-01T00:00:00Z"), "d", Duration.ofMinutes(10))));
    assertThat(check(event("t: timestamp"), "t", "yesterday"))
        .isEqualTo(
            new RejectedPayload("wrong-type", "E", "t", "timestamp", "the text 'yesterday'"));
    assertThat(check(event("d: duration"), "d", 10L))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "d", "duration", "10"));
  }

  @Test
  void a_uuid_is_a_text_of_its_form() {
    String uuid = "123e4567-E89b-12d3-a456-426614174000";
    assertThat(check(event("u: uuid"), "u", uuid)).isEqualTo(new Accepted(Map.of("u", uuid)));
    assertThat(check(event("u: uuid"), "u", "me"))
        .extracting(r -> ((RejectedPayload) r).message())
        .isEqualTo("'u' of event 'E' is the text 'me', expected uuid");
  }

  @Test
  void each_element_of_a_list_has_the_declared_type() {
    assertThat(check(event("l: [number]"), "l", List.of(1L, 2.5)))
        .isEqualTo(new Accepted(Map.of("l", List.of(1.0, 2.5))));
    assertThat(check(event("l: [string]"), "l", List.of("a", 1L)))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "l[1]", "string", "1"));
    assertThat(check(event("l: [string]"), "l", "a"))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "l", "[string]", "the text 'a'"));
    assertThat(check(event("l: list", "m: map", "b: bool"), "l", List.of(), "m", Map.of(), "b", 1L))
        .isEqualTo(new RejectedPayload("wrong-type", "E", "b", "bool", "1"));
  }
}

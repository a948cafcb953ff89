package dev.statute.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreJsonTest {
  private static final Map<String, Object> ODD = odd();

  private static Map<String, Object> odd() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("z", 1L);
    all.put("a", Arrays.asList(1.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, null, true));
    all.put("text", "ü \"x\" \u0000 \ud83d\ude00");
    all.put("wait", Duration.ofMillis(1500));
    all.put("at", Instant.parse("2026-01-01T00:00:00.123456789Z"));
    all.put("price", new BigDecimal("12.30"));
    all.put("looks", Map.of("$duration", "PT1S"));
    all.put("least", Long.MIN_VALUE);
    all.put("none", null);
    return all;
  }

  static Stream<Effect> effects() {
    return Stream.of(
        new Effect.Emit("e", ODD),
        new Effect.StateChanged("a", "b,c", "why"),
        new Effect.StateChanged("", "b", null),
        new Effect.Call("h", ODD, true),
        new Effect.Call("h", Map.of(), false),
        new Effect.Send("E", ODD, "#parent", "s1"),
        new Effect.Send("E", Map.of(), "other", null),
        new Effect.Send("E", Map.of(), "#kid", null, 4L),
        new Effect.Log("said \"so\"\n"),
        new Effect.Invoke("i", "chart", null, ODD, null, null, 7),
        new Effect.Invoke(
            "i",
            null,
            "task",
            Map.of(),
            Duration.ofSeconds(3, 5),
            new Effect.Retry(2, Duration.ofMillis(1), 1.5),
            1),
        new Effect.CancelInvoke("i", 3),
        new Effect.Forward("i", 1, "E", ODD, null),
        new Effect.Forward("i", 1, "E", ODD, new Input.Sender(null, "s", null)));
  }

  static Stream<Input> inputs() {
    return Stream.of(
        new Input.Event("E"),
        new Input.Event("E", Map.of()),
        new Input.Event("E", ODD, "id-1"),
        new Input.Event("E", null, "id-1", new Input.Sender("o", "s", "i")),
        new Input.Event("E", ODD, null, new Input.Sender(null, null, null)),
        new Input.Move("a.b"),
        new Input.Move("a", "because", ODD, "id-2"),
        new Input.Report(ODD),
        new Input.Report(Map.of("type", "error"), ""));
  }

  @ParameterizedTest
  @MethodSource("effects")
  void an_effect_is_read_as_it_was_written(Effect effect) {
    String text = StoreJson.effect(effect);
    assertThat(StoreJson.effect(text)).isEqualTo(effect);
    assertThat(StoreJson.effect(StoreJson.effect(text))).isEqualTo(text);
    assertThat(text).doesNotContain("\n");
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void an_input_is_read_as_it_was_written(Input input) {
    String text = StoreJson.input(input);
    assertThat(StoreJson.input(text)).isEqualTo(input);
    assertThat(StoreJson.input(StoreJson.input(text))).isEqualTo(text);
  }

  @Test
  void every_kind_of_effect_and_input_has_a_form() {
    assertThat(effects().map(Effect::getClass).distinct())
        .hasSize(Effect.class.getPermittedSubclasses().length);
    assertThat(inputs().map(Input::getClass).distinct())
        .hasSize(Input.class.getPermittedSubclasses().length);
  }

  @Test
  void values_keep_their_order_and_their_kind() {
    Map<String, ?> read = StoreJson.values(StoreJson.values(ODD));
    assertThat(read).isEqualTo(ODD);
    assertThat(List.copyOf(read.keySet())).isEqualTo(List.copyOf(ODD.keySet()));
    assertThat(StoreJson.values(StoreJson.values(Map.of()))).isEmpty();
  }

  @Test
  void forms_are_short() {
    assertThat(StoreJson.effect(new Effect.Call("pay", Map.of("n", 1L), false)))
        .isEqualTo("{\"call\":\"pay\",\"with\":{\"n\":1},\"optional\":false}");
    assertThat(StoreJson.input(new Input.Event("Add", Map.of(), "e-1")))
        .isEqualTo("{\"event\":\"Add\",\"data\":{},\"id\":\"e-1\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[]", "{\"call\":1}", "{\"lend\":\"x\"}", "{\"emit\":\"e\"}"})
  void foreign_texts_are_refused(String text) {
    assertThatThrownBy(() -> StoreJson.effect(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StoreJson.input(text)).isInstanceOf(IllegalArgumentException.class);
  }
}

package dev.statute.json.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.FactText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactJsonTest {
  private static String json(Object fact) {
    JsonWriter out = new JsonWriter();
    FactJson.writeFact(out, fact);
    return out.toString();
  }

  private record Host(String name, Object own) {}

  private record Check(String fact, boolean ok) {}

  @Test
  void a_value_of_the_name_of_the_type_has_a_key_of_its_own() {
    assertThat(json(new Check("paid", true)))
        .isEqualTo("{\"fact\":\"Check\",\"fact_\":\"paid\",\"ok\":true}");
    assertThat(FactText.of(new Check("paid", true))).isEqualTo("Check(fact_ paid, ok true)");
  }

  @Test
  void results_of_accumulate_are_shown_with_their_value() {
    assertThat(json(2.5)).isEqualTo("{\"fact\":\"Double\",\"value\":2.5}");
    assertThat(json(Double.NaN)).isEqualTo("{\"fact\":\"Double\",\"value\":\"NaN\"}");
    assertThat(json(7)).isEqualTo("{\"fact\":\"Integer\",\"value\":7}");
  }

  @Test
  void several_values_have_one_name_in_any_collection() {
    assertThat(json(new ArrayList<>(List.of(2L, 0.5))))
        .isEqualTo(json(Arrays.asList(2L, 0.5)))
        .isEqualTo("{\"fact\":\"Collection\",\"value\":[2,0.5]}");
  }

  @Test
  void values_outside_the_format_are_omitted() {
    assertThat(json(new Host("h", new Object()))).isEqualTo("{\"fact\":\"Host\",\"name\":\"h\"}");
    assertThat(json(List.of("a secret"))).isEqualTo("{\"fact\":\"Collection\"}");
    assertThat(json(Arrays.asList(1L, null))).isEqualTo("{\"fact\":\"Collection\"}");
  }
}

package dev.statute.json.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValueMaskingTest {
  private static final String LINE =
      "{\"seq\":1,\"in\":{\"event\":\"pay\",\"data\":{\"card\":{\"number\":\"4111-22\",\"cvc\":12}}},\"message\":\"card"
          + " 4111-22"
          + " refused\",\"why\":[{\"facts\":[{\"fact\":\"Failure\",\"text\":\"secret\"}]}]}";

  private static String hide(String... paths) {
    return new ValueMasking(List.of(paths)).mask(LINE);
  }

  @Test
  void without_a_mask_the_line_stays_as_it_is() {
    assertThat(hide()).isSameAs(LINE);
    assertThat(hide("unknown")).isEqualTo(LINE);
  }

  @Test
  void a_name_is_masked_at_any_depth_and_its_text_everywhere() {
    assertThat(hide("number"))
        .isEqualTo(LINE.replace("\"4111-22\"", "\"***\"").replace("card 4111-22", "card ***"));
    assertThat(hide("text")).isEqualTo(LINE.replace("secret", "***"));
  }

  @Test
  void values_computed_from_masked_ones_are_masked_too() {
    String line = "{\"why\":[{\"facts\":[{\"fact\":\"Double\",\"value\":30.0}]}]}";
    assertThat(new ValueMasking(List.of()).mask(line)).isEqualTo(line);
    assertThat(new ValueMasking(List.of("n")).mask(line))
        .isEqualTo(line.replace("30.0", "\"***\""));
  }

  @Test
  void a_path_is_masked_where_its_last_parts_agree() {
    assertThat(hide("card.cvc")).isEqualTo(LINE.replace("12}", "\"***\"}"));
    assertThat(hide("other.cvc")).isEqualTo(LINE);
    assertThat(hide("payload.card"))
        .isEqualTo(
            LINE.replace("{\"number\":\"4111-22\",\"cvc\":12}", "\"***\"")
                .replace("card 4111-22", "card ***"));
  }

  @Test
  void members_about_the_decision_are_not_masked() {
    assertThat(hide("seq", "message")).isEqualTo(LINE);
  }

  @Test
  void hidden_texts_are_hidden_in_later_lines_also_truncated() {
    ValueMasking masks = new ValueMasking(List.of("token"));
    String secret = "a-very-long-secret-that-reasons-repeat";
    masks.mask("{\"in\":{\"token\":\"" + secret + "\"}}");
    assertThat(masks.mask("{\"reason\":\"said " + secret + " twice\"}"))
        .isEqualTo("{\"reason\":\"said *** twice\"}");
    assertThat(masks.mask("{\"reason\":\"said " + secret.substring(0, 30) + "…\"}"))
        .isEqualTo("{\"reason\":\"said ***…\"}");
  }

  @Test
  void a_hidden_text_that_is_a_part_of_another_one_uncovers_nothing() {
    ValueMasking masks = new ValueMasking(List.of("name"));
    masks.mask("{\"in\":{\"name\":\"John\"}}");
    masks.mask("{\"in\":{\"name\":\"John Smith\"}}");
    masks.mask("{\"in\":{\"name\":\"Smith & Sons\"}}");
    assertThat(masks.mask("{\"reason\":\"John Smith and John\"}"))
        .isEqualTo("{\"reason\":\"*** and ***\"}");
    assertThat(masks.mask("{\"reason\":\"by John Smith & Sons, London\"}"))
        .isEqualTo("{\"reason\":\"by ***, London\"}");
  }

  @Test
  void two_hidden_texts_with_the_same_beginning_are_hidden_whole() {
    ValueMasking masks = new ValueMasking(List.of("token"));
    String beginning = "a-beginning-of-20-ch";
    masks.mask("{\"in\":{\"token\":\"" + beginning + "-one\"}}");
    masks.mask("{\"in\":{\"token\":\"" + beginning + "ars-two\"}}");
    assertThat(masks.mask("{\"reason\":\"said " + beginning + "ars-two\"}"))
        .isEqualTo("{\"reason\":\"said ***\"}");
    assertThat(masks.mask("{\"reason\":\"" + beginning + "-one" + beginning + "-one\"}"))
        .isEqualTo("{\"reason\":\"******\"}");
  }
}

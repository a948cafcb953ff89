package dev.statute.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BodyFieldsTest {
  @Test
  void a_list_of_texts_has_nothing_but_texts() {
    assertThat(BodyFields.texts(Map.of("a", List.of("b", "")), "a")).containsExactly("b", "");
    assertThat(BodyFields.texts(Map.of(), "a")).isEmpty();
    for (Object other : List.of("b", List.of("b", 1L), List.of(Map.of()), List.of(true))) {
      assertThatThrownBy(() -> BodyFields.texts(Map.of("a", other), "a"))
          .isInstanceOf(ApiProblem.class)
          .hasMessage("'a' must be a list of texts");
    }
  }
}

package dev.statute.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTest {
  @Test
  void a_place_is_formatted_for_editors() {
    assertThat(new Place("charts/a.yaml", 5, 24)).hasToString("charts/a.yaml:5:24");
  }
}

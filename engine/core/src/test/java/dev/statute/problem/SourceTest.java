package dev.statute.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceTest {
  private final Source source = new Source("f", "one\r\ntwo\r\rfour\nfive");

  @Test
  void all_line_terminators_are_recognized() {
    assertThat(source.line(1)).isEqualTo("one");
    assertThat(source.line(2)).isEqualTo("two");
    assertThat(source.line(3)).isEmpty();
    assertThat(source.line(4)).isEqualTo("four");
    assertThat(source.line(5)).isEqualTo("five");
    assertThat(source.line(6)).isEmpty();
  }

  @Test
  void offset_and_place_are_inverse() {
    for (int offset = 0; offset <= source.content().length(); offset++) {
      assertThat(source.offset(source.place(offset))).isEqualTo(offset);
    }
    assertThat(source.place(5)).isEqualTo(new Place("f", 2, 1));
    assertThat(source.place(4)).isEqualTo(new Place("f", 1, 5));
    assertThat(source.offset(new Place("f", 9, 9))).isEqualTo(source.content().length());
  }
}

package dev.statute.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventDescriptorTest {
  @Test
  void a_descriptor_is_a_prefix_of_whole_tokens() {
    assertThat(EventDescriptor.matches("error", "error")).isTrue();
    assertThat(EventDescriptor.matches("error", "error.execution")).isTrue();
    assertThat(EventDescriptor.matches("error", "errors")).isFalse();
    assertThat(EventDescriptor.matches("error.execution", "error")).isFalse();
  }

  @Test
  void a_trailing_star_token_changes_nothing_and_a_star_alone_is_any_event() {
    assertThat(EventDescriptor.matches("tool.*", "tool")).isTrue();
    assertThat(EventDescriptor.matches("tool.*", "tool.failed")).isTrue();
    assertThat(EventDescriptor.matches("*", "whatever")).isTrue();
  }

  @Test
  void a_broad_descriptor_covers_narrow_ones() {
    assertThat(EventDescriptor.covers("*", "tool.*")).isTrue();
    assertThat(EventDescriptor.covers("tool", "tool.failed")).isTrue();
    assertThat(EventDescriptor.covers("tool.failed", "tool")).isFalse();
    assertThat(EventDescriptor.covers("tool", "*")).isFalse();
  }
}

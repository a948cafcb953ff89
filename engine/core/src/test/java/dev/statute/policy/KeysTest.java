package dev.statute.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeysTest {
  @Test
  void an_unordered_key_is_symmetric() {
    assertThat(Keys.unordered("b.go", "a.go")).isEqualTo(Keys.unordered("a.go", "b.go"));
  }

  @Test
  void different_pairs_have_different_keys() {
    assertThat(Keys.unordered("a|b", "c")).isNotEqualTo(Keys.unordered("a", "b|c"));
  }
}

package dev.statute.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingSuggestionTest {
  @Test
  void the_nearest_word_is_suggested() {
    List<String> known = List.of("paused", "running", "PAUSE");
    assertThat(SpellingSuggestion.nearest("pasue", known)).isEqualTo("PAUSE");
    assertThat(SpellingSuggestion.nearest("runing", known)).isEqualTo("running");
    assertThat(SpellingSuggestion.nearest("x", known)).isNull();
    assertThat(SpellingSuggestion.fix("runing", known, "")).isEqualTo("did you mean 'running'?");
    assertThat(SpellingSuggestion.fix("x", known, "remove it")).isEqualTo("remove it");
  }

  @Test
  void long_words_of_a_hostile_file_are_not_compared() {
    String word = "a".repeat(100_000);
    assertThat(SpellingSuggestion.nearest(word, List.of(word + "b"))).isNull();
    assertThat(SpellingSuggestion.nearest("a", List.of(word))).isNull();
  }
}

package dev.statute.expr.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupPatternTest {
  /** Patterns that are matched from both ends of a text. */
  private static final List<String> SURROUNDED =
      List.of(
          "(?s)\\A\\s*(?P<text>.*?)\\s*\\z",
          "(?s)\\A<o>\\s*(?P<text>.*?)\\s*\\z",
          "(?s)\\A<o>\\s*(?P<text>.*?)\\s*</o>\\s*\\z",
          "(?s)\\A\\s*(?P<text>.*?)\\s*</o>\\s*\\z");

  private static String drawn(Random random) {
    StringBuilder text = new StringBuilder();
    List<String> parts =
        List.of("<o>", "</o>", " ", "\n", "\t", "\r", "\f", "\u000B", "\u00A0", "a", "é", "o");
    for (int i = random.nextInt(9); i > 0; i--) {
      text.append(parts.get(random.nextInt(parts.size())));
    }
    return text.toString();
  }

  @Test
  void a_text_between_two_ends_is_found_as_by_the_automaton() {
    Random random = new Random(5);
    for (String pattern : SURROUNDED) {
      GroupPattern fast = GroupPattern.compile(pattern);
      // the same language; the group of no name makes the shape another one
      GroupPattern automaton = GroupPattern.compile(pattern.replace("\\A", "\\A(?:)"));
      assertThat(SurroundedText.of(pattern)).as(pattern).isNotNull();
      assertThat(SurroundedText.of(pattern.replace("\\A", "\\A(?:)"))).isNull();
      int found = 0;
      for (int i = 0; i < 4_000; i++) {
        String text = drawn(random);
        assertThat(fast.find(text)).as("%s in '%s'", pattern, text).isEqualTo(automaton.find(text));
        found += fast.find(text) == null ? 0 : 1;
      }
      assertThat(found).as(pattern).isGreaterThan(20);
    }
  }

  @Test
  void a_match_has_its_groups_and_the_rest() {
    LenientMap found = GroupPattern.compile("\\Aexit (?P<code>\\d+)\\n").find("exit 3\nno file");
    assertThat(found)
        .containsEntry("code", "3")
        .containsEntry("all", "exit 3\n")
        .containsEntry("rest", "no file");
  }
}

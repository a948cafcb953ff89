package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerClassesTest {
  private static final AnswerClasses CLASSES = new AnswerClasses(classes(), List.of("the", "is"));

  private static Map<String, List<String>> classes() {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    classes.put("denied", List.of("denied", "not allowed"));
    classes.put("wrong", List.of("wrong", "not quite"));
    return classes;
  }

  @Test
  void words_of_classes_fillers_numbers_and_words_of_the_question_leave_the_class() {
    Map<String, Object> question = Map.of("word", "Apple", "parts", List.of("pear tree"));
    assertThat(CLASSES.find("WRONG!", question)).isEqualTo("wrong");
    assertThat(CLASSES.find("'apple' is wrong (3/7)", question)).isEqualTo("wrong");
    assertThat(CLASSES.find("not quite the pear", question)).isEqualTo("wrong");
    assertThat(CLASSES.find("denied: wrong word", question)).isEqualTo("denied");
    assertThat(CLASSES.find("not allowed", null)).isEqualTo("denied");
  }

  @Test
  void an_answer_with_a_clue_or_without_a_phrase_has_no_class() {
    assertThat(CLASSES.find("wrong, too high", Map.of("word", "apple"))).isNull();
    assertThat(CLASSES.find("is the apple", "apple")).isNull();
    assertThat(CLASSES.find("", null)).isNull();
  }
}

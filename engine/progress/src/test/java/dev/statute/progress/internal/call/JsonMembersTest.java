package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonMembersTest {
  private static Map<String, String> members(String text) {
    Map<String, String> members = new HashMap<>();
    assertThat(new JsonMembers(text, 0, members).read()).isTrue();
    return members;
  }

  @Test
  void an_escape_has_four_hexadecimal_digits_and_no_sign() {
    assertThat(members("{\"a\": \"\\u00e9\\u00C9\"}")).containsEntry("a", "éÉ");
    assertThat(members("{\"a\": \"\\u+12a\"}")).containsEntry("a", "u+12a");
    assertThat(members("{\"a\": \"\\u-12a\"}")).containsEntry("a", "u-12a");
    assertThat(members("{\"a\": \"\\u０１２３\"}")).containsEntry("a", "u０１２３");
    assertThat(members("{\"a\": \"\\u12\"}")).containsEntry("a", "u12");
  }
}

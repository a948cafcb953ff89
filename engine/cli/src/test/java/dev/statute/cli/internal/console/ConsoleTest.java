package dev.statute.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void colours_are_switched_off_by_a_variable_that_is_not_empty() {
    assertThat(Console.isPlain(Map.of())).isFalse();
    assertThat(Console.isPlain(Map.of("NO_COLOR", ""))).isFalse();
    assertThat(Console.isPlain(Map.of("NO_COLOR", "1"))).isTrue();
    assertThat(Console.isPlain(Map.of("TERM", "dumb"))).isTrue();
  }
}

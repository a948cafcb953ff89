package dev.statute.guard.internal.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TomlHooksTest {
  @Test
  void a_command_of_any_length_is_read() {
    TomlHooks hooks = new TomlHooks(List.of("PreToolUse"), List.of());
    String more = "\\\"x\\\"".repeat(20_000);
    String table = "[[hooks.PreToolUse.hooks]]\ncommand = \"statute " + more + "\"\n";
    assertThat(hooks.configured(table, "statute")).isEqualTo("statute " + "\"x\"".repeat(20_000));
    assertThat(hooks.configured(table, "other")).isNull();
  }
}

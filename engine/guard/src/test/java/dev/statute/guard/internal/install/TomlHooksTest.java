package dev.statute.guard.internal.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TomlHooksTest {
  private static final String OURS =
      "[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"statute\"\ntimeout = 10\n";

  @Test
  void hooks_of_others_stay() {
    TomlHooks hooks = new TomlHooks(List.of(), List.of("Stop"));
    String other = "[[hooks.Stop.hooks]]\ncommand = \"mine\"\n";
    assertThat(hooks.remove("[[hooks.Stop]]\n" + OURS + other, "statute"))
        .isEqualTo("[[hooks.Stop]]\n" + other);
    assertThat(hooks.remove("[[hooks.Stop]]\n" + other + OURS, "statute"))
        .isEqualTo("[[hooks.Stop]]\n" + other);
    assertThat(hooks.remove("[[hooks.Stop]]\nmatcher = \"*\"\n" + OURS + "# end\n[a]\n", "statute"))
        .isEqualTo("# end\n[a]\n");
    assertThat(hooks.remove("[[hooks.Stop]]\n", "statute")).isEqualTo("[[hooks.Stop]]\n");
  }

  @Test
  void tables_fit_beside_settings_of_the_same_name_only() {
    TomlHooks hooks = new TomlHooks(List.of(), List.of("Stop"));
    for (String text : List.of("", "[features]\nhooks = true\n", "[hooks.state]\na = 1\n")) {
      assertThat(hooks.add(text, "statute", true)).startsWith(text).contains(OURS);
    }
    for (String text :
        List.of("a = 1\nhooks = {}\n", "hooks.Stop = []\n", "[hooks]\nStop = []\n")) {
      assertThatThrownBy(() -> hooks.add(text, "statute", true))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_command_of_any_length_is_read() {
    TomlHooks hooks = new TomlHooks(List.of("PreToolUse"), List.of());
    String more = "\\\"x\\\"".repeat(20_000);
    String table = "[[hooks.PreToolUse.hooks]]\ncommand = \"statute " + more + "\"\n";
    assertThat(hooks.configured(table, "statute")).isEqualTo("statute " + "\"x\"".repeat(20_000));
    assertThat(hooks.configured(table, "other")).isNull();
  }
}

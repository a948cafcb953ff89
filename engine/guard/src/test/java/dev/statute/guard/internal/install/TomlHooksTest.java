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
  void a_hook_goes_as_a_whole_and_tables_that_follow_stay() {
    TomlHooks hooks = new TomlHooks(List.of("PreToolUse"), List.of("Stop"));
    String user = "[a]\nb = 1\n";
    List<String> tables =
        List.of("[\"a b\"]\nc = 1\n", "[ d ]\n", "# e\n\n[e]\n", "[[f.\"g.h\"]] # g\n");
    for (String more :
        List.of(
            "# mine\n",
            "\n",
            "some-key = 1\n",
            "some.key = 1\n",
            "\"some key\" = 1\n",
            "list = [\n  # one ]\n  [1],\n  [\"]\"],\n]\n",
            "text = \"\"\"\n# no comment\n[x]\n\\\"\"\"\"\"\n",
            "text = '''\n[x]\n\\'''\n")) {
      for (String table : tables) {
        String added = hooks.add(user, "statute", true);
        String edited = added.replace("type = \"command\"\n", "type = \"command\"\n" + more);
        assertThat(hooks.remove(edited + table, "statute")).as(more).isEqualTo(user + table);
        String between = edited.replace("# <<<", table + "# <<<");
        assertThat(hooks.remove(between, "statute")).as(more).isEqualTo(user + table);
      }
    }
  }

  @Test
  void strings_of_any_length_are_read() {
    TomlHooks hooks = new TomlHooks(List.of("PreToolUse"), List.of("Stop"));
    for (String quote : List.of("\"\"\"", "'''", "\"", "'")) {
      String user = "a = " + quote + "x[ ".repeat(100_000) + quote + "\n";
      assertThat(hooks.remove(hooks.add(user, "statute", true), "statute")).isEqualTo(user);
    }
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

  @Test
  void hooks_are_switched_off_as_a_feature_only() {
    TomlHooks hooks = new TomlHooks(List.of("PreToolUse"), List.of());
    for (String off :
        List.of(
            "[features]\nhooks = false # for now\n",
            "[ features ] # mine\na = 1\ncodex_hooks=false\n",
            "a = 1\nfeatures.hooks = false\n[b]\n")) {
      assertThat(hooks.disabling(off)).as(off).contains("hooks").doesNotContain("\n");
    }
    for (String on :
        List.of(
            "[mcp_servers.git]\nhooks = false\n",
            "[features.more]\nhooks = false\n",
            "[features]\na = 1\n[tools]\nhooks = false\n",
            "hooks = false\n",
            "[features]\ntext = \"\"\"\nhooks = false\n\"\"\"\n",
            "[features]\nhooks = true\n")) {
      assertThat(hooks.disabling(on)).as(on).isNull();
    }
  }
}

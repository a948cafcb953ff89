package dev.statute.guard.internal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallFieldsTest {
  private static Object command(String program) {
    return CallFields.of("shell", "{\"command\":[\"" + program + "\",\"-lc\",\"ls\"]}")
        .map()
        .get("command");
  }

  @Test
  void a_shell_with_a_path_of_any_length_is_left_out_of_the_command() {
    assertThat(command("bash")).isEqualTo("ls");
    assertThat(command("/sh")).isEqualTo("ls");
    assertThat(command("/usr/bin/fish")).isEqualTo("ls");
    assertThat(command("/a".repeat(20_000) + "/zsh")).isEqualTo("ls");
    String other = "/a".repeat(20_000) + "/env";
    assertThat(command(other)).isEqualTo(other + " -lc ls");
    assertThat(command("fish")).isEqualTo("fish -lc ls");
    assertThat(command("bin/sh")).isEqualTo("bin/sh -lc ls");
  }
}

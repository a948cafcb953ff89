package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallFieldsTest {
  private static Object command(String program) {
    return CallFields.ofText("shell", "{\"command\":[\"" + program + "\",\"-lc\",\"ls\"]}")
        .map()
        .get("command");
  }

  private static Map<String, Object> call(String tool, String arguments) {
    return CallFields.ofText(tool, arguments).map();
  }

  @Test
  void arguments_that_are_a_number_or_a_flag_are_text() {
    for (String scalar : List.of("5", "5.5", "true", "5 apples")) {
      assertThat(call("f", scalar))
          .isEqualTo(Map.of("type", "tool_call", "tool", "f", "args", scalar));
    }
    assertThat(CallFields.ofPlain("f", 5L).map()).containsEntry("args", "5");
  }

  @Test
  void a_command_is_read_although_more_text_follows_or_other_values_are_deep() {
    String deep = "[".repeat(999) + "]".repeat(999);
    for (String arguments : List.of("{%s}}", "{%s} x", "{%s} {}", "{%s,\"x\":" + deep + "}")) {
      assertThat(call("shell", arguments.formatted("\"command\":\"rm -rf /\"")))
          .as(arguments)
          .containsEntry("command", "rm -rf /");
    }
    assertThat(call("f", "[5] and more")).containsEntry("args", List.of(5L));
  }

  @Test
  void what_no_value_of_a_chart_can_be_is_kept_as_text() {
    String deep = "[".repeat(60) + "]".repeat(60);
    assertThat(call("f", "{\"a\":1e999,\"b\":\"x\\ud83d\",\"c\":" + deep + "}").toString())
        .contains("a=Infinity, b=x\uFFFD, c=" + "[".repeat(60));
  }

  @Test
  void a_patch_names_its_file_wherever_it_stands() {
    String patch = "*** Begin Patch\\n*** Update File: a.py\\n@@\\n*** End Patch";
    for (String name : List.of("input", "command", "patch")) {
      assertThat(call("apply_patch", "{\"" + name + "\":\"" + patch + "\"}"))
          .containsEntry("file", "a.py");
    }
    assertThat(call("apply_patch", patch.replace("\\n", "\n"))).containsEntry("file", "a.py");
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

  @Test
  void words_of_a_command_that_a_shell_would_split_are_quoted() {
    Map<String, String> lines =
        Map.of(
            "[\"git\",\"commit\",\"-m\",\"fix it; rm x\"]",
            "git commit -m 'fix it; rm x'",
            "[\"timeout\",\"9\",\"bash\",\"-lc\",\"cat a | sort\"]",
            "timeout 9 bash -lc 'cat a | sort'",
            "[\"echo\",\"it's\",\"\"]",
            "echo 'it'\\''s' ''",
            "[\"ls\",\"-l\",\"a/*.py\",\"$HOME\"]",
            "ls -l a/*.py $HOME");
    lines.forEach(
        (words, line) ->
            assertThat(call("shell", "{\"command\":" + words + "}"))
                .containsEntry("command", line));
  }

  @Test
  void one_word_and_lists_of_lines_are_left_as_they_are() {
    assertThat(call("shell", "{\"command\":[\"git push --force\"]}"))
        .containsEntry("command", "git push --force");
    assertThat(call("python", "{\"code\":[\"import os\",\"os.remove('a')\"]}"))
        .containsEntry("command", "import os os.remove('a')");
  }

  @Test
  void command_and_file_are_found_under_the_names_of_each_program() {
    for (String name : new String[] {"command_line", "commandLine", "CommandLine"}) {
      assertThat(call("t", "{\"" + name + "\":\"ls\"}").get("command")).isEqualTo("ls");
    }
    for (String name : new String[] {"target_file", "relative_path", "TargetFile"}) {
      assertThat(call("t", "{\"" + name + "\":\"a.py\"}").get("file")).isEqualTo("a.py");
    }
  }
}

package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What bash offers with the printed script. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CompletionTest {
  @TempDir private Path folder;

  private List<String> offered(String... words) throws Exception {
    Path script =
        Files.writeString(folder.resolve("completion"), CommandResult.run("", "completion").out());
    String question =
        "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_statute; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(script, "'" + String.join("' '", words) + "'", words.length - 1);
    Process bash = new ProcessBuilder("bash", "-c", question).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  @Test
  void commands_complete() throws Exception {
    assertThat(offered("statute", "val")).containsExactly("validate");
    assertThat(offered("statute", "guard", "in")).containsExactly("install");
  }

  @Test
  void options_of_a_command_complete() throws Exception {
    assertThat(offered("statute", "run", "--eve")).containsExactly("--events");
  }
}

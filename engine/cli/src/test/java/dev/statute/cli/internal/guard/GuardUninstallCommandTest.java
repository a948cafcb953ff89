package dev.statute.cli.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardUninstallCommandTest {
  @TempDir private Path project;

  private CommandResult guard(String command, String agent) {
    return CommandResult.once("", "guard", command, agent, "--project", project.toString());
  }

  @Test
  void a_file_that_was_not_there_is_removed_and_another_one_restored() throws IOException {
    Path cursor = Files.createDirectory(project.resolve(".cursor")).resolve("hooks.json");
    Files.writeString(cursor, "{}");
    Path claude = project.resolve(".claude/settings.json");
    guard("install", "cursor");
    guard("install", "claude-code");
    assertThat(guard("uninstall", "cursor").out()).isEqualTo("restored " + cursor + "\n");
    assertThat(guard("uninstall", "claude-code").out()).isEqualTo("removed " + claude + "\n");
    assertThat(cursor).hasContent("{}");
    assertThat(claude).doesNotExist();
  }

  @Test
  void a_file_that_cannot_be_edited_is_named_with_what_to_do() throws IOException {
    Path claude = project.resolve(".claude/settings.json");
    guard("install", "claude-code");
    Files.writeString(claude, "// mine\n" + Files.readString(claude));
    CommandResult result = guard("uninstall", "claude-code");
    assertThat(result.err())
        .startsWith(
            "statute guard uninstall: "
                + claude
                + ": the file is not plain JSON (line 1); comments would be lost; remove the hooks"
                + " of statute by hand, then call this again\n");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void an_installation_into_a_file_that_cannot_be_edited_says_what_to_do() throws IOException {
    Path claude = Files.createDirectory(project.resolve(".claude")).resolve("settings.json");
    Files.writeString(claude, "{\n  // mine\n}\n");
    CommandResult result = guard("install", "claude-code");
    assertThat(result.err())
        .startsWith(
            "statute guard install: "
                + claude
                + ": the file is not plain JSON (line 2); comments would be lost; change that,"
                + " then call this again\n");
    assertThat(claude).hasContent("{\n  // mine\n}\n");
  }
}

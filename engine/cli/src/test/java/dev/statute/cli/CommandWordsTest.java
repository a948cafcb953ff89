package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of the command line reach the command as they were written. */
class CommandWordsTest {
  @TempDir private Path folder;

  @Test
  void a_word_that_begins_with_at_is_not_replaced_by_the_contents_of_a_file() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.md"), "C201");
    CommandResult result = CommandResult.run("", "explain", "@" + file);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("there is no problem code '@" + file + "'");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_message_names_what_was_written() throws IOException {
    String missing = folder.resolve("order.yaml").toString();
    assertThat(CommandResult.run("", "test", missing).err())
        .contains("there is no file '" + missing + "'\n");
    Path chart = Files.writeString(folder.resolve("c.yaml"), "chart: c\nstates: { a: {} }\n");
    assertThat(CommandResult.run("", "run", chart.toString(), "--data", "name=").err())
        .contains("--data name has no value; an empty text is written --data 'name=\"\"'");
    CommandResult followed = CommandResult.run("", "follow", "a\0b");
    assertThat(followed.err()).contains("is no path");
    assertThat(followed.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_pipe_is_refused_by_what_reads_a_file_more_than_once() throws IOException {
    String chart =
        Files.writeString(folder.resolve("c.yaml"), "chart: c\nstates: { a: {} }\n").toString();
    String pipe = "/dev/null";
    String message = "'/dev/null' is no plain file";
    refuse(message, "run", pipe);
    refuse(message, "validate", chart, pipe);
    refuse(message, "test", pipe);
    refuse(message, "diff", chart, pipe);
    refuse(message, "import", pipe);
    refuse(message, "explain", chart, "--log", pipe, "--seq", "1");
    assertThat(CommandResult.run("", "run", chart, "--events", pipe).code()).isZero();
  }

  @Test
  void an_unknown_option_is_named_before_an_argument_that_is_missing() {
    CommandResult result = CommandResult.run("", "run", "--evnts=day.jsonl");
    assertThat(result.err())
        .startsWith(
            "Unknown option: '--evnts=day.jsonl'\nPossible solutions: --events\n"
                + "statute run: CHART is missing\n");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(CommandResult.run("", "run").err()).startsWith("statute run: CHART is missing\n");
  }

  @Test
  void values_that_cannot_be_meant_are_refused() throws IOException {
    Path chart = Files.writeString(folder.resolve("c.yaml"), "chart: c\nstates: { a: {} }\n");
    Path store = folder.resolve("s.db");
    CommandResult.once("", "store", "init", store.toString());
    refuse("--max-body takes a number of at least 1, not 0", "serve", "--max-body", "0");
    refuse("' is no folder", "guard", "install", "codex", "--project", chart.toString());
    refuse("' is no folder", "guard", "install", "codex", "--project", folder + "/typo");
    assertThat(folder.resolve("typo")).doesNotExist();
    String[] worker = {"worker", chart.toString(), "--store", store.toString(), "--until-idle"};
    refuse("not '0s': it is longer than 0", with(worker, "--lease", "0s"));
    refuse("no.json cannot be read", with(worker, "--resources", "no.json"));
    refuse("--tool-time names 'x', which has no --handler", with(worker, "--tool-time", "x=1s"));
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  private static void refuse(String message, String... words) {
    CommandResult result = CommandResult.once("", words);
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }
}

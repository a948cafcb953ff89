package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}

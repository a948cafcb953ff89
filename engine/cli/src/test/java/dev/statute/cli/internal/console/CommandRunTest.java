package dev.statute.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandRunTest {
  /** More than a pipe holds. */
  private static final String LARGE = "x".repeat(1 << 20);

  private static CommandRun run(String command, int seconds)
      throws IOException, InterruptedException {
    return CommandRun.of(new ProcessBuilder("/bin/sh", "-c", command), LARGE, seconds, 100);
  }

  @Test
  void a_command_that_does_not_read_its_input_is_killed_after_its_time() throws Exception {
    assertThat(run("sleep 60", 0)).isEqualTo(new CommandRun(false, 0, ""));
  }

  @Test
  void a_command_that_ends_without_reading_its_input_has_its_exit_code() throws Exception {
    assertThat(run("echo no; exit 4", 20)).isEqualTo(new CommandRun(true, 4, "no"));
  }

  @Test
  void a_large_input_arrives_whole() throws Exception {
    assertThat(run("wc -c | tr -d ' '", 20)).isEqualTo(new CommandRun(true, 0, "1048576"));
  }
}

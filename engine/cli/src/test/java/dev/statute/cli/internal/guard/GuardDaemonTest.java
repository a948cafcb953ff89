package dev.statute.cli.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Daemons that cannot be started. */
class GuardDaemonTest {
  private static final Duration LONG = Duration.ofDays(1);

  @TempDir private Path folder;
  @TempDir private Path tokens;

  private Statute watched(String chart) throws IOException {
    return Statute.load(Files.writeString(folder.resolve("a.yaml"), chart)).watch(LONG);
  }

  /** Charts can be watched again only after they were closed. */
  private static void assertClosed(Statute statute) {
    statute.watch(LONG).close();
  }

  @Test
  void a_server_that_does_not_start_leaves_neither_a_token_nor_open_charts() throws IOException {
    Statute statute =
        watched(
            """
            chart: a
            settings: { resource_limits: { memori: 1 } }
            states: { b: { entry: [ { emit: { told: { limits: settings.resource_limits } } } ] } }
            """);
    assertThatThrownBy(() -> GuardDaemon.start(statute, tokens, halt -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memori");
    assertThat(tokens).isEmptyDirectory();
    assertClosed(statute);
  }

  @Test
  void a_token_that_cannot_be_written_closes_the_charts() throws IOException {
    Statute statute = watched("chart: a\nstates: { b: {} }\n");
    assertThatThrownBy(() -> GuardDaemon.start(statute, tokens.resolve("none"), halt -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the daemon cannot be started: ");
    assertClosed(statute);
  }
}

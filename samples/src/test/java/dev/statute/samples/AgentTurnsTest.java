package dev.statute.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs {@code samples/agent-turns} as a user does, with its workers in processes of their own. */
@Tag("long")
class AgentTurnsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("statute.root", "..")).toAbsolutePath();

  @Test
  void a_turn_outlives_the_worker_that_began_it_and_is_delivered_once() throws Exception {
    File root = ROOT.toFile();
    Process sample =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "samples/agent-turns/AgentTurns.java")
            .directory(root)
            .redirectErrorStream(true)
            .start();
    String said = new String(sample.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(sample.waitFor()).as(said).isZero();
    assertThat(said)
        .contains(
            "anna is killed, with 2 tools called and no result in",
            "flights-1 reports again: DUPLICATE",
            "ben   delivers: DONE",
            "ben   delivers again: DUPLICATE",
            "task events: 1",
            "deliverable: success {flight=SK 4167}")
        .endsWith("delivered exactly once\n");
  }
}

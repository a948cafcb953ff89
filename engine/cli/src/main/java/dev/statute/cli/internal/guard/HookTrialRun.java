package dev.statute.cli.internal.guard;

import dev.statute.guard.HookTrial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Finished run of a hook's command.
 *
 * @param ended false if it was killed after 20 s
 * @param exitCode of the command; 0 if it was killed
 * @param output text of both its streams
 */
record HookTrialRun(boolean ended, int exitCode, String output) {
  private static final long SECONDS = 20;

  /** Variables that name a daemon. */
  private static final String VARIABLES = "STATUTE_GUARD_";

  /**
   * Runs the command of a trial in the working folder.
   *
   * @param daemon variables that name the daemon, in place of those of this process
   * @throws IOException if the command cannot be started
   */
  static HookTrialRun of(HookTrial trial, Map<String, String> daemon)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile("statute-trial-", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(trial.command())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith(VARIABLES));
      builder.environment().putAll(daemon);
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(trial.payload().getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // the command ended without reading its input, which its exit code tells
      }
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8).strip();
      return new HookTrialRun(ended, ended ? process.exitValue() : 0, text);
    } finally {
      Files.deleteIfExists(said);
    }
  }

  /** Returns how the command ended, as the end of a sentence. */
  String summary() {
    String how = ended ? "it ended with exit code " + exitCode : "it did not end within 20 s";
    return how + (output.isEmpty() ? " and said nothing" : " and said: " + output);
  }
}

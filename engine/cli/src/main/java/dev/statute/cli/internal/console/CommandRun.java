package dev.statute.cli.internal.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Finished run of a command.
 *
 * @param ended false if it was killed after its time
 * @param exitCode of the command; 0 if it was killed
 * @param output text of both its streams
 */
public record CommandRun(boolean ended, int exitCode, String output) {
  /**
   * Runs a command.
   *
   * @param input text on its standard input, which it need not read
   * @param seconds time after which it is killed with its descendants
   * @param maxOutput number of bytes of its output that are kept
   * @throws IOException if the command cannot be started
   */
  public static CommandRun of(ProcessBuilder command, String input, int seconds, int maxOutput)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("statute-command-", ".txt");
    try {
      Process process = command.redirectErrorStream(true).redirectOutput(file.toFile()).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // the command ended without reading its input, which its exit code tells
      }
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      try (InputStream text = Files.newInputStream(file)) {
        String output = new String(text.readNBytes(maxOutput), StandardCharsets.UTF_8).strip();
        return new CommandRun(ended, ended ? process.exitValue() : 0, output);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}

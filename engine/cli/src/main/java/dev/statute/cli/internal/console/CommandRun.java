package dev.statute.cli.internal.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
      writeInput(process, input);
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        processTree(process).forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
      }
      try (InputStream text = Files.newInputStream(file)) {
        String output = new String(text.readNBytes(maxOutput), StandardCharsets.UTF_8).strip();
        return new CommandRun(ended, ended ? process.exitValue() : 0, output);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Writes the input of a process on a thread of its own: a process that does not read it, or whose
   * output is not read meanwhile, would hold the caller up for ever.
   */
  public static void writeInput(Process process, String input) {
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                // the process need not read its input; its exit code says what became of it
              }
            },
            "statute-command-input");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Returns a process and its descendants, in the order in which they are to be ended: a shell that
   * outlives its program goes on to the next one.
   */
  public static List<ProcessHandle> processTree(Process process) {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }
}

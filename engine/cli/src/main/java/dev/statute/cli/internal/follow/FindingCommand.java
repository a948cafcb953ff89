package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.CommandRun;
import dev.statute.cli.internal.console.Console;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Command of the shell that runs for each finding, one after the other on a thread of its own, so
 * that a slow one delays no finding. The finding is on its standard input as a line of JSON and in
 * the environment; nothing of a log becomes part of the command. One that takes longer than a
 * minute is killed.
 */
final class FindingCommand implements Closeable {
  private static final int SECONDS = 60;
  private static final int MAX_OUTPUT = 2_000;

  private final String command;
  private final Console console;
  private final ExecutorService runs =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "statute-follow-exec");
            thread.setDaemon(true);
            return thread;
          });

  FindingCommand(String command, Console console) {
    this.command = command;
    this.console = console;
  }

  /** Runs the command when the earlier ones have ended. */
  void run(String json, Map<String, String> environment) {
    runs.execute(
        () -> {
          try {
            execute(json, environment);
          } catch (IOException e) {
            console.printNotice("--exec: " + e.getMessage());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void execute(String json, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", command);
    environment.forEach((name, value) -> shell.environment().put(name, value.replace('\0', ' ')));
    CommandRun run = CommandRun.of(shell, json + "\n", SECONDS, MAX_OUTPUT);
    if (!run.output().isEmpty()) {
      console.printNotice(run.output());
    }
    if (!run.ended()) {
      console.printNotice("--exec: the command took longer than " + SECONDS + " s and was killed");
    } else if (run.exitCode() != 0) {
      console.printNotice("--exec: the command ended with " + run.exitCode());
    }
  }

  /** Waits for the commands that have not ended. */
  @Override
  public void close() {
    runs.shutdown();
    try {
      if (!runs.awaitTermination(2L * SECONDS, TimeUnit.SECONDS)) {
        console.printNotice("--exec: not all commands have ended");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

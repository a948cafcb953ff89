package dev.statute.cli.internal.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.cli.internal.console.CommandRun;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Processes that an agent started, also those that left its group and whose parent has ended. They
 * are remembered while the agent runs; on Linux they are also told by a variable that they
 * inherited and no other process has. Thread-safe.
 */
final class AgentDescendants {
  private static final Path PROCESSES = Path.of("/proc");
  private static final long PERIOD_MILLIS = 250;

  private final Process agent;
  private final String variable;
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  /**
   * Begins to watch.
   *
   * @param variable {@code NAME=value} of the agent's environment, which no other process has;
   *     empty = none
   */
  AgentDescendants(Process agent, String variable) {
    this.agent = agent;
    this.variable = variable;
    Thread watch = new Thread(this::watch, "statute-descendants");
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    try {
      do {
        remember();
      } while (!agent.waitFor(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void remember() {
    known.removeIf(each -> !each.isAlive());
    List.copyOf(known).forEach(each -> each.descendants().forEach(known::add));
    known.addAll(CommandRun.processTree(agent));
  }

  /** Returns the processes that are alive, and the agent. */
  synchronized Set<ProcessHandle> all() {
    remember();
    if (!variable.isEmpty() && Files.isDirectory(PROCESSES)) {
      addMarked();
    }
    return new LinkedHashSet<>(known);
  }

  private void addMarked() {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        if (isMarked(process)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(known::add);
        }
      }
    } catch (IOException e) {
      // those that are remembered are ended
    }
  }

  private boolean isMarked(Path process) {
    try {
      String environment = new String(Files.readAllBytes(process.resolve("environ")), UTF_8);
      return ('\0' + environment).contains('\0' + variable + '\0');
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }
}

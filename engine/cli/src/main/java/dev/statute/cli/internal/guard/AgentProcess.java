package dev.statute.cli.internal.guard;

import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Process of an agent with all its descendants, also those that detached themselves. Without a
 * terminal it has a process group of its own, so that a signal reaches processes too whose parent
 * has ended; with a terminal it stays in the group that the terminal knows. Thread-safe.
 */
final class AgentProcess {
  private static final long KILL_MILLIS = 5_000;

  /** Variable whose value no process has but those of the agent: the file of the daemon's token. */
  private static final String MARK = "STATUTE_GUARD_ACCESS";

  private final Process process;
  private final AgentDescendants descendants;
  private final boolean isGroup;

  private AgentProcess(Process process, AgentDescendants descendants, boolean isGroup) {
    this.process = process;
    this.descendants = descendants;
    this.isGroup = isGroup;
  }

  /**
   * Starts a command with the streams of this process.
   *
   * @param environment variables that are added
   * @param terminal whether the command may use a terminal
   */
  static AgentProcess start(
      List<String> command, Map<String, String> environment, boolean terminal) {
    boolean group = !terminal && onPath("setsid");
    List<String> words = new ArrayList<>(command);
    if (group) {
      words.add(0, "setsid");
    }
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().putAll(environment);
    try {
      Process started = builder.start();
      String mark = environment.containsKey(MARK) ? MARK + "=" + environment.get(MARK) : "";
      return new AgentProcess(started, new AgentDescendants(started, mark), group);
    } catch (IOException e) {
      throw new UsageException("'" + command.get(0) + "' cannot be started: " + e.getMessage());
    }
  }

  private static boolean onPath(String program) {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(":")).anyMatch(dir -> Files.isExecutable(Path.of(dir, program)));
  }

  /** Returns the id of the process, which is that of its group too if it has one of its own. */
  long id() {
    return process.pid();
  }

  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  /** Sends TERM to all processes, and has KILL sent to those that are alive after 5 s. */
  void terminate() {
    Set<ProcessHandle> all = signalTerm();
    Thread killer = new Thread(() -> kill(all), "statute-kill");
    killer.setDaemon(true);
    killer.start();
  }

  /** Sends TERM to all processes, waits for at most 5 s, and sends KILL. */
  void end() {
    kill(signalTerm());
  }

  private Set<ProcessHandle> signalTerm() {
    Set<ProcessHandle> all = new LinkedHashSet<>();
    collect(all);
    signal("TERM");
    all.forEach(ProcessHandle::destroy);
    return all;
  }

  private void kill(Set<ProcessHandle> all) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(KILL_MILLIS);
    try {
      while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
        collect(all);
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    collect(all);
    signal("KILL");
    all.forEach(ProcessHandle::destroyForcibly);
  }

  private void collect(Set<ProcessHandle> all) {
    all.addAll(descendants.all());
  }

  private void signal(String name) {
    if (!isGroup) {
      return;
    }
    try {
      new ProcessBuilder(groupSignal(name, process.pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor(1, TimeUnit.SECONDS);
    } catch (IOException e) {
      // the processes are signalled one by one as well
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the command that signals a process group. The group follows {@code --}, since procps
   * 4.0.2 reads only the first digit of a negative number after the signal, and -1 means all
   * processes.
   *
   * @throws IllegalArgumentException if the number is no group of an agent: a signal to group 0 or
   *     1 reaches other processes too
   */
  static List<String> groupSignal(String name, long group) {
    if (group <= 1) {
      throw new IllegalArgumentException("no process group of an agent: " + group);
    }
    return List.of("kill", "-" + name, "--", "-" + group);
  }
}

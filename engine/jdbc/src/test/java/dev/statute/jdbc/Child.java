package dev.statute.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A program in a process of its own, and what it said: lines that begin with a word. */
final class Child implements AutoCloseable {
  private static final int REMEMBERED = 30;

  /** Without it a line was cut off by the end of the program. */
  private static final String END = " .";

  private final Map<String, Long> said = new ConcurrentHashMap<>();
  private final Deque<String> last = new ArrayDeque<>();
  private final CountDownLatch silent = new CountDownLatch(1);
  private final Consumer<String[]> heard;
  private final Process process;

  /**
   * @param heard is told the words of each line, on a thread of the child's
   */
  Child(Class<?> program, List<String> arguments, Consumer<String[]> heard) {
    this.heard = heard;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("-Dstatute.root=" + System.getProperty("statute.root", "../.."));
    command.add(program.getName());
    command.addAll(arguments);
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread reader = new Thread(this::read, "child");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (last) {
          last.add(line);
          while (last.size() > REMEMBERED) {
            last.remove();
          }
        }
        if (line.endsWith(END)) {
          String[] words = line.substring(0, line.length() - END.length()).split(" ", -1);
          heard.accept(words);
          said.merge(words[0], 1L, Long::sum);
        }
      }
    } catch (IOException e) {
      // it was killed
    } finally {
      silent.countDown();
    }
  }

  /** How many lines began with this word. */
  long said(String word) {
    return said.getOrDefault(word, 0L);
  }

  /** Until so many lines began with this word. */
  void await(String word, long many) {
    for (int n = 0; said(word) < many; n++) {
      if (n > 60_000) {
        throw new AssertionError("the child said " + said + ", and at last " + lastLines());
      }
      mustLive();
      pause();
    }
  }

  /** It has not ended by itself. */
  void mustLive() {
    if (!process.isAlive()) {
      throw new AssertionError("the child has ended, and said at last " + lastLines());
    }
  }

  private List<String> lastLines() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }

  /** Looks again in a moment: there is nobody to be told by in another process. */
  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops the process that says so, until it is let go on, and for so long at least. */
  static void stand(Duration atLeast) {
    long from = System.nanoTime();
    signal("STOP", ProcessHandle.current().pid());
    while (System.nanoTime() - from < atLeast.toNanos()) {
      pause();
    }
  }

  void signal(String name) {
    signal(name, process.pid());
  }

  private static void signal(String name, long process) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process)).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void awaitEnd() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS) || !silent.await(60, TimeUnit.SECONDS)) {
        throw new AssertionError("the child does not end");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** What a program says, all of a line or nothing. */
  static void say(String line) {
    synchronized (System.out) {
      System.out.println(line + END);
      System.out.flush();
    }
  }
}

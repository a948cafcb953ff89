package dev.statute.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A {@link Committer} in a process of its own, and what it said. */
final class Child implements AutoCloseable {
  final Map<String, Long> acked = new ConcurrentHashMap<>();
  final AtomicLong fenced = new AtomicLong();
  private final AtomicLong heard = new AtomicLong();
  private final List<String> other = new ArrayList<>();
  private final CountDownLatch silent = new CountDownLatch(1);
  private final Process process;

  Child(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Committer.class.getName());
    command.addAll(List.of(arguments));
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
        String[] words = line.split(" ", -1);
        if (words[0].equals("acked") && words.length == 3) {
          acked.put(words[1], Long.parseLong(words[2]));
          heard.incrementAndGet();
        } else if (words[0].equals("fenced")) {
          fenced.incrementAndGet();
        } else {
          synchronized (other) {
            other.add(line);
          }
        }
      }
    } catch (IOException e) {
      // it was killed
    } finally {
      silent.countDown();
    }
  }

  /** Until it has said of as many commits that they are acknowledged. */
  void awaitAcked(long many) {
    for (int n = 0; heard.get() < many; n++) {
      if (n > 60_000 || !process.isAlive()) {
        synchronized (other) {
          throw new AssertionError("the child said " + heard + " times acked, and " + other);
        }
      }
      pause();
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

  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
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
}

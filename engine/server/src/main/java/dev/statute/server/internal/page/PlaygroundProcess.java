package dev.statute.server.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.json.JsonText;
import dev.statute.server.internal.http.ApiProblem;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Process that plays the files of the playground, one request after another. A request that takes
 * too long, or more memory than the process has, ends the process and nothing else; the next
 * request starts a new one. Started on first use, ended when it was idle for some minutes.
 * Thread-safe.
 */
final class PlaygroundProcess implements AutoCloseable {
  private static final int MOST_WAITING = 16;
  private static final int MOST_REQUESTS = 300; // classes of compiled rules are never unloaded
  private static final int MOST_REPLY = 8 << 20;
  private static final int OUT_OF_MEMORY = 3; // exit code of ExitOnOutOfMemoryError
  private static final Duration END_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

  /** Files that load what every request needs, so that no request pays for it. */
  private static final String WARM_UP =
      JsonText.write(
          Map.of(
              "chart",
              "chart: a\npolicies: [rules]\nstates: { b: { on: { c: d } }, d: {} }\n",
              "rules",
              """
              package rules
              import dev.statute.policy.*
              rule "c" when $t : Transition( event == "c" ) then insert( new Deny($t, "no") ); end
              """,
              "test",
              "chart: chart.yaml\ntests: [ { name: c, steps: [ { event: c } ] } ]\n"));

  private final Duration timeout;
  private final List<String> options;
  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          0,
          1,
          5,
          TimeUnit.MINUTES,
          new LinkedBlockingQueue<>(MOST_WAITING),
          work -> {
            Thread thread = new Thread(work, "statute-playground");
            thread.setDaemon(true);
            return thread;
          });
  private volatile @Nullable ChildProcess child;

  PlaygroundProcess() {
    this(Duration.ofSeconds(10), List.of("-Xmx192m"));
  }

  /**
   * Creates a process holder.
   *
   * @param timeout most time of a request
   * @param options memory options of the process
   */
  PlaygroundProcess(Duration timeout, List<String> options) {
    this.timeout = timeout;
    this.options = List.copyOf(options);
  }

  /** Running process with its folder. Confined to one thread, but for {@link #end}. */
  private static final class ChildProcess {
    private final Process process;
    private final BufferedReader replies;
    private final OutputStream requests;
    private final Path folder;
    private int played;

    ChildProcess(List<String> options) throws IOException {
      folder = Files.createTempDirectory("statute-playground");
      ProcessBuilder builder = new ProcessBuilder(command(options));
      builder.directory(folder.toFile());
      builder.environment().clear();
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      process = builder.start();
      replies = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      requests = process.getOutputStream();
    }

    private static List<String> command(List<String> options) {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      Stream<String> fixed =
          Stream.of(
              "-Xss1m",
              "-XX:MaxMetaspaceSize=256m",
              "-XX:+ExitOnOutOfMemoryError",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-Xshare:auto",
              "-Djava.awt.headless=true",
              "-cp",
              classPath(),
              PlaygroundWorker.class.getName());
      return Stream.concat(Stream.concat(Stream.of(java), options.stream()), fixed).toList();
    }

    /** Class path of this process; its entries may be relative, and the folder is another one. */
    private static String classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> !entry.isEmpty())
          .map(entry -> Path.of(entry).toAbsolutePath().toString())
          .collect(Collectors.joining(File.pathSeparator));
    }

    /** Sends a request and waits for its reply; null if the process ended instead. */
    @Nullable String ask(String request) throws IOException {
      played++;
      requests.write((request + "\n").getBytes(UTF_8));
      requests.flush();
      StringBuilder reply = new StringBuilder();
      for (int c = replies.read(); c != '\n'; c = replies.read()) {
        if (c < 0 || reply.length() > MOST_REPLY) {
          return null;
        }
        reply.append((char) c);
      }
      return reply.toString();
    }

    /** Returns the exit code of the process; null if it goes on, as with a reply too long. */
    @Nullable Integer exitCode() throws InterruptedException {
      return process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          ? process.exitValue()
          : null;
    }

    void end() {
      process.destroyForcibly();
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
      } catch (IOException | UncheckedIOException e) {
        // the system clears its folder of temporary files
      }
    }
  }

  /** Starts the process before it is needed. */
  void warmUp() {
    if (executor.getActiveCount() == 0 && executor.getQueue().isEmpty()) {
      try {
        executor.execute(this::start);
      } catch (RejectedExecutionException e) {
        return; // the server stops
      }
    }
  }

  /**
   * Plays files.
   *
   * @param request JSON object on one line
   * @return reply of {@link PlaygroundWorker}; fails with an {@link ApiProblem} if time, memory or
   *     the queue is exhausted
   */
  CompletableFuture<String> play(String request) {
    try {
      return CompletableFuture.supplyAsync(() -> playNow(request), executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          ApiProblem.of(503, "playground", "the playground is busy; try again"));
    }
  }

  private String playNow(String request) {
    try {
      ChildProcess asked = running();
      String text = ask(asked, request, timeout);
      if (text != null) {
        return text;
      }
      Integer code = asked.exitCode();
      endChild();
      throw code == null || code == OUT_OF_MEMORY
          ? ApiProblem.of(422, "playground", "these files need more memory than the playground has")
          : ApiProblem.of(
              503,
              "playground",
              "the playground's process cannot be used: it ended with code " + code);
    } catch (TimeoutException e) {
      endChild();
      throw ApiProblem.of(
          422, "playground", "these files need more than " + timeout.toSeconds() + " s to play");
    } catch (IOException | ExecutionException e) {
      endChild();
      throw ApiProblem.of(503, "playground", "the playground's process cannot be used: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiProblem.of(503, "playground", "the server stops");
    }
  }

  private static @Nullable String ask(ChildProcess running, String request, Duration most)
      throws TimeoutException, InterruptedException, ExecutionException {
    CompletableFuture<@Nullable String> reply = new CompletableFuture<>();
    Thread reader = new Thread(() -> complete(reply, running, request), "statute-playground-io");
    reader.setDaemon(true);
    reader.start();
    return reply.get(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void start() {
    try {
      var unused = running();
    } catch (IOException | TimeoutException | ExecutionException e) {
      endChild(); // the next request tries again and reports it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void complete(
      CompletableFuture<@Nullable String> reply, ChildProcess running, String request) {
    try {
      reply.complete(running.ask(request));
    } catch (IOException e) {
      reply.complete(null); // the process ended while it was given the request
    }
  }

  /** Returns the process, started if need be; called by the one thread of the executor. */
  private ChildProcess running()
      throws IOException, TimeoutException, InterruptedException, ExecutionException {
    ChildProcess known = child;
    if (known != null && known.played < MOST_REQUESTS && known.process.isAlive()) {
      return known;
    }
    endChild();
    ChildProcess made = new ChildProcess(options);
    synchronized (this) {
      child = made;
    }
    var unused = ask(made, WARM_UP, START_TIMEOUT);
    return made;
  }

  private synchronized void endChild() {
    if (child != null) {
      child.end();
      child = null;
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
    endChild();
  }
}

package dev.statute.bench.hook;

import dev.statute.Statute;
import dev.statute.server.AccessRole;
import dev.statute.server.AccessToken;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Table of the time between a hook's request and the daemon's reply, beside a route that does
 * nothing. Each session has a connection of its own and makes four requests per second, at times
 * spread over the quarter of a second.
 */
public final class HookTable {
  private static final String CHART = "statute/charts/supervised.yaml";
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final int SESSIONS = 100;
  private static final int SECONDS = Integer.getInteger("seconds", 20);

  private HookTable() {}

  /** Prints the table; the argument is the number of sessions at once. */
  public static void main(String[] args) throws Exception {
    int sessions = args.length == 0 ? SESSIONS : Integer.parseInt(args[0]);
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listen("127.0.0.1", 0)
            .tokens(List.of(new AccessToken(AccessRole.ACT, TOKEN)));
    try (Statute statute = Statute.loader().profile("unattended").fromClassPath(CHART);
        StatuteServer server = StatuteServer.start(statute, settings, UnaryOperator.identity())) {
      measure(server.uri(), sessions, true, 5, "warm"); // compiles the code
      System.out.printf("%d sessions, %d s per row%n", sessions, SECONDS);
      row("empty route", server.uri(), sessions, false);
      row("hook", server.uri(), sessions, true);
    }
  }

  /** Measures and prints a row; processor time is that of the daemon and of the agents. */
  private static void row(String name, URI server, int sessions, boolean hooks)
      throws InterruptedException, ExecutionException {
    long before = processorTime();
    long[] nanos = measure(server, sessions, hooks, SECONDS, "s");
    double micros = (processorTime() - before) / 1e3 / nanos.length;
    System.out.printf(
        "%-12s %d requests, p50 %.2f ms, p99 %.2f ms, max %.2f ms, processor time %.0f µs each%n",
        name, nanos.length, at(nanos, 0.5), at(nanos, 0.99), at(nanos, 1), micros);
  }

  private static long processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private static double at(long[] sorted, double part) {
    return sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e6;
  }

  /** Runs all sessions at once and returns the times in order. */
  private static long[] measure(URI server, int sessions, boolean hooks, int seconds, String name)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(sessions);
    try {
      long start = System.nanoTime();
      List<Future<long[]>> all = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        HookSession session = new HookSession(server, TOKEN, name + i, hooks);
        double phase = (double) i / sessions;
        all.add(threads.submit(() -> session.run(start, phase, seconds)));
      }
      List<long[]> times = new ArrayList<>();
      for (Future<long[]> each : all) {
        times.add(each.get());
      }
      return times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    } finally {
      threads.shutdownNow();
    }
  }
}

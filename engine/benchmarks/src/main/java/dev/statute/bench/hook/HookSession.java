package dev.statute.bench.hook;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Agent that proposes a call and reports its result by turns. For one thread. */
final class HookSession {
  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(250);
  private static final String OUTPUT = "a line of output that a tool would print\\n".repeat(50);

  private final URI server;
  private final String token;
  private final String name;
  private final boolean hooks;

  /**
   * Creates a session.
   *
   * @param hooks false to ask a route that does nothing instead
   */
  HookSession(URI server, String token, String name, boolean hooks) {
    this.server = server;
    this.token = token;
    this.name = name;
    this.hooks = hooks;
  }

  /**
   * Makes requests and returns their times in nanoseconds.
   *
   * @param start time of the first period, as {@link System#nanoTime} gives it
   * @param phase part of a period by which the session is behind
   */
  long[] run(long start, double phase, int seconds) throws IOException {
    int count = (int) (TimeUnit.SECONDS.toNanos(seconds) / PERIOD);
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long due = start + (long) ((i + 1 + phase) * PERIOD);
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      long sent = System.nanoTime(); // a timer that rings late is no work of the server
      request(i);
      times[i] = System.nanoTime() - sent;
    }
    return times;
  }

  private void request(int i) throws IOException {
    String path = hooks ? "/v1/hooks/claude-code" : "/health/live";
    HttpURLConnection connection =
        (HttpURLConnection) server.resolve(path).toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + token);
    if (hooks) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      try (OutputStream out = connection.getOutputStream()) {
        out.write(payload(i).getBytes(StandardCharsets.UTF_8));
      }
    }
    int status = connection.getResponseCode();
    if (status / 100 != 2) {
      throw new IOException("status " + status + " of " + path);
    }
    if (status == 200) {
      connection.getInputStream().readAllBytes(); // keeps the connection
    }
  }

  private String payload(int i) {
    String call =
        "\"session_id\":\"%s\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"sed -n %dp a\"}"
            .formatted(name, i / 2);
    return i % 2 == 0
        ? "{\"hook_event_name\":\"PreToolUse\"," + call + "}"
        : "{\"hook_event_name\":\"PostToolUse\","
            + call
            + ",\"tool_response\":{\"stdout\":\"line "
            + i
            + "\\n"
            + OUTPUT
            + "\",\"stderr\":\"\"}}";
  }
}

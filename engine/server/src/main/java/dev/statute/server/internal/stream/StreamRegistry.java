package dev.statute.server.internal.stream;

import dev.statute.runtime.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Open event streams of the server. One alarm sends a comment line to all of them every 15 seconds,
 * so that proxies keep idle connections and closed ones are noticed. Thread-safe.
 */
public final class StreamRegistry implements AutoCloseable {
  /** Time between two comment lines. */
  public static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
  private final Executor executor;
  private final Clock clock;
  private final Clock.Alarm alarm;
  private volatile boolean closed;

  /**
   * Creates a registry.
   *
   * @param executor runs pulls of events, which may block for a store access
   */
  public StreamRegistry(Executor executor, Clock clock) {
    this.executor = executor;
    this.clock = clock;
    alarm = clock.alarm(this::keepAlive);
    alarm.set(clock.now().plus(KEEP_ALIVE));
  }

  private void keepAlive() {
    streams.forEach(EventStream::keepAlive);
    if (!closed) {
      alarm.set(clock.now().plus(KEEP_ALIVE));
    }
  }

  /** Sends the events of a source as the body of a response, and completes it at the end. */
  public void send(Response response, Callback completion, StreamSource source) {
    EventStream[] self = new EventStream[1];
    EventStream stream =
        new EventStream(response, completion, source, executor, () -> streams.remove(self[0]));
    self[0] = stream;
    streams.add(stream);
    response.getRequest().addFailureListener(stream::abort);
    try {
      stream.begin();
    } catch (RuntimeException | Error e) {
      streams.remove(stream); // the response is an error
      throw e;
    }
    if (closed) {
      stream.stop();
    }
  }

  /** Number of open streams. */
  public int size() {
    return streams.size();
  }

  /** Ends all streams after the events that exist now; clients may resume elsewhere. */
  @Override
  public void close() {
    closed = true;
    alarm.clear();
    streams.forEach(EventStream::stop);
  }
}

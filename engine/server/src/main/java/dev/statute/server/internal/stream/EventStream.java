package dev.statute.server.internal.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Response of type {@code text/event-stream}. All writes are asynchronous: the next events are
 * pulled when the last ones were written, so that an idle or slow client holds no thread and no
 * queue. Thread-safe.
 */
final class EventStream extends IteratingCallback {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
  private static final int BATCH = 64;
  private static final byte[] BEGIN = "retry: 2000\n\n".getBytes(UTF_8);
  private static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);

  private final Response response;
  private final Callback completion;
  private final StreamSource source;
  private final Executor executor;
  private final Runnable onEnd;
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final AtomicBoolean commentDue = new AtomicBoolean();
  private volatile boolean stopping;
  private boolean begun;
  private boolean last;

  EventStream(
      Response response,
      Callback completion,
      StreamSource source,
      Executor executor,
      Runnable onEnd) {
    this.response = response;
    this.completion = completion;
    this.source = source;
    this.executor = executor;
    this.onEnd = onEnd;
  }

  void begin() {
    source.open(this::wake);
    wake();
  }

  /** Pulls events on another thread, unless that is about to happen. */
  void wake() {
    if (scheduled.compareAndSet(false, true)) {
      try {
        executor.execute(this::iterateNow);
      } catch (RejectedExecutionException e) {
        scheduled.set(false); // the server is closed, and the connection with it
      }
    }
  }

  private void iterateNow() {
    scheduled.set(false);
    iterate();
  }

  /** Sends a comment line if nothing else is being sent. */
  void keepAlive() {
    commentDue.set(true);
    wake();
  }

  /** Ends the response after the events that exist now. */
  void stop() {
    stopping = true;
    wake();
  }

  @Override
  protected Action process() {
    if (last) {
      return Action.SUCCEEDED;
    }
    boolean comment = commentDue.getAndSet(false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (!begun) {
      begun = true;
      out.writeBytes(BEGIN);
    }
    boolean stops = stopping;
    List<ServerEvent> events = next();
    events.forEach(event -> out.writeBytes(event.encode()));
    if (events.isEmpty() && (stops || source.isEnded())) {
      last = true;
    } else if (out.size() == 0 && comment) {
      out.writeBytes(COMMENT);
    }
    if (out.size() == 0 && !last) {
      return Action.IDLE;
    }
    ByteBuffer buffer =
        out.size() == 0 ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(out.toByteArray());
    response.write(last, buffer, this);
    return Action.SCHEDULED;
  }

  private List<ServerEvent> next() {
    try {
      return source.next(BATCH);
    } catch (RuntimeException | Error e) {
      LOG.warn("the next events of a stream cannot be read; it ends", e);
      throw e;
    }
  }

  @Override
  protected void onCompleteSuccess() {
    end();
    completion.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    end();
    completion.failed(cause);
  }

  private void end() {
    source.close();
    onEnd.run();
  }
}

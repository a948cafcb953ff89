package dev.statute.runtime.support;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscriber to numbered events. When it is rung it fetches the events after its last one, at its
 * own pace and on its own run of an executor: a slow one delays no other and costs no memory. Each
 * event is delivered once and in order. Thread-safe.
 */
public final class EventFollower<E> {
  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);

  /** Events per fetch. */
  private static final int PAGE_SIZE = 256;

  private final String stream;
  private final Source<E> source;
  private final ToLongFunction<E> number;
  private final Consumer<E> consumer;
  private final Executor executor;
  private final AtomicBoolean rung = new AtomicBoolean();
  private final AtomicBoolean awake = new AtomicBoolean();
  private volatile boolean closed;
  private long seen;

  /** Source of the events after a number, as far as they are kept. */
  public interface Source<E> {
    List<E> after(long number, int atMost);
  }

  /**
   * Creates a follower, which waits for its first ring.
   *
   * @param stream name of the stream in the log
   * @param seen number after which events are delivered
   */
  public EventFollower(
      String stream,
      Source<E> source,
      ToLongFunction<E> number,
      long seen,
      Consumer<E> consumer,
      Executor executor) {
    this.stream = stream;
    this.source = source;
    this.number = number;
    this.seen = seen;
    this.consumer = consumer;
    this.executor = executor;
  }

  /** Schedules a run; one run at a time. Without a thread for it, the next ring tries again. */
  public void ring() {
    rung.set(true);
    if (!closed && awake.compareAndSet(false, true)) {
      try {
        executor.execute(this::run);
      } catch (RejectedExecutionException e) {
        awake.set(false);
        LOG.debug("no thread for a subscriber to {}: it is full or closing", stream, e);
      } catch (Throwable e) {
        awake.set(false);
        LOG.warn("no thread for a subscriber to {}; it is notified with the next event", stream, e);
      }
    }
  }

  private void run() {
    while (rung.getAndSet(false) && !closed) {
      try {
        fetch();
      } catch (Throwable e) {
        LOG.warn("cannot read {} after {}; reading again at the next event", stream, seen, e);
      }
    }
    awake.set(false);
    if (rung.get() && !closed) {
      ring();
    }
  }

  private void fetch() {
    List<E> page;
    do {
      page = source.after(seen, PAGE_SIZE);
      for (E event : page) {
        if (closed) {
          return;
        }
        seen = number.applyAsLong(event);
        deliver(event);
      }
    } while (page.size() >= PAGE_SIZE);
  }

  private void deliver(E event) {
    try {
      consumer.accept(event);
    } catch (Throwable e) {
      ExceptionHandling.restoreInterrupt(e);
      LOG.warn("a subscriber to {} threw on event {}; it continues", stream, seen, e);
    }
  }

  /** Delivers no further event. */
  public void close() {
    closed = true;
  }
}

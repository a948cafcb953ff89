package dev.statute.runtime.internal.mailbox;

import dev.statute.runtime.internal.thread.StepThreadGuard;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mailbox of one instance. Its messages are handled strictly one by one, in order of arrival, on a
 * shared executor; an empty mailbox occupies no thread.
 *
 * <p>The flag {@code awake} is set while a run is queued at the executor, under way, or waiting for
 * a commit; the thread that sets it owns the run. A run clears it before its last look at the
 * queue, so a message that is added after the last poll is either seen by that look or finds the
 * flag clear and starts a run itself: no wake-up is lost (the actor mailbox of Akka and Vert.x).
 * After {@link #BATCH_SIZE} messages a run goes to the back of the executor's queue, so that one
 * busy instance does not starve the others.
 */
public final class InstanceMailbox<M> implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceMailbox.class);
  private static final int BATCH_SIZE = 32;
  private static final int CLOSED = Integer.MIN_VALUE;

  private final Queue<M> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Executor executor;
  private final int capacity;
  private final Handler<M> handler;

  /** Result of an offer. */
  public enum Offered {
    TAKEN,
    FULL,
    CLOSED
  }

  /** Handler of messages. Must not throw. */
  public interface Handler<M> {
    /** Handles a message; the next one may follow when the stage completes, null = at once. */
    @Nullable CompletionStage<?> handle(M message);

    /** Rejects a message because the executor takes no work: it is closed, full or broken. */
    void reject(M message);
  }

  public InstanceMailbox(Executor executor, int capacity, Handler<M> handler) {
    this.executor = executor;
    this.capacity = capacity;
    this.handler = handler;
  }

  /** Adds a message if the capacity is not reached. */
  public Offered offer(M message) {
    return enqueue(message, capacity);
  }

  /** Adds a message that must not be lost, beyond the capacity if necessary; false if closed. */
  public boolean offerUnbounded(M message) {
    return enqueue(message, Integer.MAX_VALUE) == Offered.TAKEN;
  }

  private Offered enqueue(M message, int limit) {
    for (int before = waiting.get(); ; before = waiting.get()) {
      if (before < 0) {
        return Offered.CLOSED;
      }
      if (before >= limit) {
        return Offered.FULL;
      }
      if (waiting.compareAndSet(before, before + 1)) {
        queue.add(message);
        wake();
        return Offered.TAKEN;
      }
    }
  }

  /**
   * Closes for good, unless a message is waiting: a closed mailbox never contains one. Call it only
   * while handling a message.
   */
  public boolean close() {
    return waiting.compareAndSet(0, CLOSED);
  }

  public boolean isClosed() {
    return waiting.get() < 0;
  }

  /** Returns the number of waiting messages. */
  public int size() {
    return Math.max(0, waiting.get());
  }

  /** Tests for a message that is being handled or waits. */
  public boolean isBusy() {
    return scheduled.get();
  }

  private void wake() {
    if (scheduled.compareAndSet(false, true)) {
      submit();
    }
  }

  private void submit() {
    try {
      executor.execute(this);
    } catch (Throwable e) { // an Error too: else the run would count as queued for ever
      LOG.debug("the executor takes no work", e);
      rejectAll();
    }
  }

  private void rejectAll() {
    for (M message = queue.poll(); message != null; message = queue.poll()) {
      waiting.decrementAndGet();
      reject(message);
    }
    yieldOrReschedule();
  }

  @Override
  public void run() {
    for (int i = 0; i < BATCH_SIZE; i++) {
      M message = queue.poll();
      if (message == null) {
        yieldOrReschedule();
        return;
      }
      waiting.decrementAndGet();
      CompletionStage<?> end = handle(message);
      if (end != null && !end.toCompletableFuture().isDone()) {
        end.whenComplete((done, error) -> submit());
        return;
      }
    }
    submit();
  }

  private @Nullable CompletionStage<?> handle(M message) {
    StepThreadGuard.enter();
    try {
      return handler.handle(message);
    } catch (Throwable e) {
      LOG.error("a message was lost because its handler threw; this is a fault of the engine", e);
      return null;
    } finally {
      StepThreadGuard.leave();
    }
  }

  private void reject(M message) {
    try {
      handler.reject(message);
    } catch (Throwable e) {
      LOG.error("the sender of a message did not learn that it was rejected", e);
    }
  }

  private void yieldOrReschedule() {
    scheduled.set(false);
    if (!queue.isEmpty()) {
      wake();
    }
  }
}

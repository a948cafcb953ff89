package dev.statute.cli.internal.follow;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Log that comes through a stream, such as a pipe. A thread of its own reads it, so that timers
 * fire while it is silent.
 */
final class PipeSource implements LogSource {
  private static final int QUEUE_SIZE = 64;

  /** Part of the stream; a failure or null is the end. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(byte @Nullable [] bytes, @Nullable IOException failure) {}

  private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(QUEUE_SIZE);
  private final Deque<Part> next = new ArrayDeque<>();
  private final LineSplitter splitter = new LineSplitter();
  private final FollowedLog log;
  private boolean isEnded;

  PipeSource(InputStream in, FollowedLog log) {
    this.log = log;
    Thread reader = new Thread(() -> readAll(in), "statute-follow-input");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(InputStream in) {
    try {
      byte[] buffer = new byte[1 << 16];
      try {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          parts.put(new Part(Arrays.copyOf(buffer, count), null));
        }
        parts.put(new Part(null, null));
      } catch (IOException e) {
        parts.put(new Part(null, e));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean read(Consumer<FollowedLog> whenRead) throws IOException {
    boolean any = false;
    parts.drainTo(next);
    while (!next.isEmpty() && !isEnded) {
      Part part = next.remove();
      byte[] bytes = part.bytes();
      IOException failure = part.failure();
      if (failure != null) {
        throw failure;
      }
      if (bytes == null) {
        isEnded = true;
      } else {
        any = true;
        splitter.add(bytes, bytes.length, log);
      }
      if (next.isEmpty()) {
        parts.drainTo(next);
      }
    }
    if (any && !isEnded) {
      log.pauseAfter(splitter);
    }
    whenRead.accept(log);
    return any;
  }

  @Override
  public void await(Duration atMost) throws InterruptedException {
    Part part = parts.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (part != null) {
      next.add(part);
    }
  }

  @Override
  public boolean isEnded() {
    return isEnded;
  }

  @Override
  public void finish() {
    log.finish(splitter.rest());
  }

  @Override
  public boolean hasUnread() {
    return false;
  }

  @Override
  public void close() {
    // the reader ends with the process
  }
}

package dev.statute.server.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous reading of a request's body to its end, also where it is too long to be accepted: a
 * connection that is closed while its client still sends is reset by TCP, and the client loses the
 * response that says why. Bytes after the limit are discarded, at most {@link #MOST_DISCARDED}; the
 * idle timeout of the connection bounds the time. Used by one thread at a time.
 */
final class BodyReader {
  /** Most discarded bytes; a client that sends more is cut off. */
  static final long MOST_DISCARDED = 128L << 20;

  /** Receiver of a body that was read to its end. */
  interface Receiver {
    /**
     * Accepts a body.
     *
     * @param error why there is none: it is longer than the limit, or it ended early; null = it is
     *     complete
     */
    void accept(byte[] body, @Nullable Throwable error);
  }

  private final Request request;
  private final int limit;
  private final Receiver receiver;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean isTooLong;
  private long discarded;

  private BodyReader(Request request, int limit, Receiver receiver) {
    this.request = request;
    this.limit = limit;
    this.receiver = receiver;
  }

  /** Reads a body of at most {@code limit} bytes. */
  static void read(Request request, int limit, Receiver receiver) {
    new BodyReader(request, limit, receiver).advance();
  }

  /**
   * Discards the rest of a body, then runs an action. A client that waits for {@code 100 Continue}
   * has sent none yet, so nothing is read.
   */
  static void discard(Request request, Runnable after) {
    if (request.getHeaders().contains(HttpHeader.EXPECT)) {
      after.run();
      return;
    }
    read(request, 0, (body, error) -> after.run());
  }

  private void advance() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, this::advance));
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        end(chunk.getFailure());
        return;
      }
      keep(chunk.getByteBuffer());
      chunk.release();
      if (chunk.isLast() || discarded > MOST_DISCARDED) {
        end(null);
        return;
      }
    }
  }

  private void keep(ByteBuffer bytes) {
    isTooLong |= bytes.remaining() > limit - kept.size();
    if (isTooLong) {
      discarded += bytes.remaining();
    } else {
      kept.writeBytes(BufferUtil.toArray(bytes));
    }
  }

  private void end(@Nullable Throwable failure) {
    Throwable error = isTooLong ? ApiProblem.tooLarge(limit) : failure;
    receiver.accept(error == null ? kept.toByteArray() : new byte[0], error);
  }
}

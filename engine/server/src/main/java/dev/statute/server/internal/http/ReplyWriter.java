package dev.statute.server.internal.http;

import dev.statute.server.internal.stream.StreamRegistry;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Writes replies, asynchronously, with the headers that all of them have. Thread-safe. */
public final class ReplyWriter {
  private static final HttpField NO_SNIFFING = new HttpField("X-Content-Type-Options", "nosniff");
  private static final HttpField NO_FRAME = new HttpField("X-Frame-Options", "DENY");
  private static final HttpField NO_REFERRER = new HttpField("Referrer-Policy", "no-referrer");

  private final StreamRegistry streams;

  public ReplyWriter(StreamRegistry streams) {
    this.streams = streams;
  }

  /** Adds the headers that forbid browsers to guess types, to frame, and to tell addresses. */
  static void restrict(HttpFields.Mutable headers) {
    headers.put(NO_SNIFFING);
    headers.put(NO_FRAME);
    headers.put(NO_REFERRER);
  }

  void write(Request request, Response response, Callback callback, ApiReply reply) {
    HttpFields.Mutable headers = response.getHeaders();
    restrict(headers);
    if (reply instanceof ApiReply.Events events) {
      response.setStatus(200);
      headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
      headers.put(HttpHeader.CACHE_CONTROL, "no-store");
      headers.put("X-Accel-Buffering", "no");
      if (isHead(request)) {
        response.write(true, BufferUtil.EMPTY_BUFFER, callback);
      } else {
        streams.send(response, callback, events.source());
      }
    } else if (reply instanceof ApiReply.Body body) {
      write(request, response, callback, body);
    } else {
      throw new IllegalArgumentException("not ready: " + reply);
    }
  }

  private static void write(
      Request request, Response response, Callback callback, ApiReply.Body body) {
    HttpFields.Mutable headers = response.getHeaders();
    response.setStatus(body.status());
    if (!body.contentType().isEmpty()) {
      headers.put(HttpHeader.CONTENT_TYPE, body.contentType());
    }
    headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    body.headers().forEach(headers::put);
    if (body.status() != 204) {
      headers.put(HttpHeader.CONTENT_LENGTH, body.content().length);
    }
    // the rest of a body that was refused unread would be taken for the next request
    if (!request.consumeAvailable()) {
      headers.put(HttpHeader.CONNECTION, "close");
    }
    response.write(
        true,
        isHead(request) ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(body.content()),
        callback);
  }

  private static boolean isHead(Request request) {
    return request.getMethod().equals("HEAD");
  }
}

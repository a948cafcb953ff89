package dev.statute.server.internal.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Converts errors of the HTTP layer, such as an unreadable request line, to problem+json. */
public final class ProtocolErrorHandler extends ErrorHandler {
  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    String detail = message == null ? HttpStatus.getMessage(code) : message;
    ApiReply.Body body = (ApiReply.Body) ApiProblem.of(code, "request", detail).reply();
    response.setStatus(code);
    ReplyWriter.restrict(response.getHeaders());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, body.contentType());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.content().length);
    response.write(true, ByteBuffer.wrap(body.content()), callback);
  }
}

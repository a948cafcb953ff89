package dev.statute.server.internal.http;

import dev.statute.server.internal.http.RouteTable.MatchedRoute;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jetty handler that checks a request, reads its body without a thread, and calls its route. The
 * body is complete before a thread of the server works on the request, so that a slow sender delays
 * no other client. Thread-safe.
 */
public final class RequestDispatcher extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);

  /** Reply to a browser that asks what a page of another origin may send. */
  private static final ApiReply.Body PREFLIGHT =
      ApiReply.empty(204)
          .withHeader("Access-Control-Allow-Methods", "GET, POST, DELETE")
          .withHeader(
              "Access-Control-Allow-Headers",
              "Authorization, Content-Type, Content-Encoding, Idempotency-Key, Last-Event-ID")
          .withHeader("Access-Control-Max-Age", "600");

  private final RouteTable routes;
  private final AccessControl access;
  private final ReplyWriter writer;
  private final Executor executor;
  private final int maxBody;

  /**
   * Creates a dispatcher.
   *
   * @param executor runs routes, which may block for a store access
   * @param maxBody most bytes of a request's body, unless its route accepts more
   */
  public RequestDispatcher(
      RouteTable routes, AccessControl access, ReplyWriter writer, Executor executor, int maxBody) {
    super(InvocationType.NON_BLOCKING);
    this.routes = routes;
    this.access = access;
    this.writer = writer;
    this.executor = executor;
    this.maxBody = maxBody;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    try {
      access.checkSource(request);
      access.share(request, response.getHeaders());
      if (access.isPreflight(request)) {
        writer.write(request, response, callback, PREFLIGHT);
        return true;
      }
      MatchedRoute matched = routes.find(request.getMethod(), request.getHttpURI().getPath());
      access.authorize(request, matched.route().role());
      int limit = matched.route().maxBody(maxBody);
      if (request.getLength() > limit) {
        throw ApiProblem.tooLarge(limit);
      }
      if (request.getLength() == 0 || hasNoBody(request)) {
        executor.execute(() -> call(matched, request, response, callback, new byte[0]));
      } else {
        BodyReader.read(
            request,
            limit,
            (body, error) -> {
              if (error == null) {
                executor.execute(() -> call(matched, request, response, callback, body));
              } else {
                refuse(request, response, callback, bodyFailure(error));
              }
            });
      }
    } catch (Throwable e) {
      BodyReader.discard(request, () -> refuse(request, response, callback, problem(e)));
    }
    return true;
  }

  private static boolean hasNoBody(Request request) {
    return request.getLength() < 0 && !request.getHeaders().contains("Transfer-Encoding");
  }

  private static ApiProblem bodyFailure(Throwable error) {
    return cause(error) instanceof IOException
        ? ApiProblem.of(400, "body", "the body ended early")
        : problem(error);
  }

  private void call(
      MatchedRoute matched, Request request, Response response, Callback callback, byte[] body) {
    try {
      ApiRequest asked = new ApiRequest(request, matched.parameters(), body);
      send(request, response, callback, matched.route().handler().handle(asked));
    } catch (Throwable e) {
      refuse(request, response, callback, problem(e));
    }
  }

  private void send(Request request, Response response, Callback callback, ApiReply reply) {
    if (reply instanceof ApiReply.Later later) {
      var unused =
          later
              .stage()
              .whenComplete(
                  (result, error) -> {
                    if (error == null) {
                      send(request, response, callback, result);
                    } else {
                      refuse(request, response, callback, problem(error));
                    }
                  });
    } else {
      writer.write(request, response, callback, reply);
    }
  }

  /**
   * Writes an error response. Those to programs that show them to no person are logged too, since
   * the calls of an agent then run unguarded or are refused.
   */
  private void refuse(Request request, Response response, Callback callback, ApiProblem problem) {
    String path = String.valueOf(request.getHttpURI().getPath());
    if (routes.isReported(path)) {
      LOG.warn(
          "{} {} got {} {}: {}",
          request.getMethod(),
          path,
          problem.status(),
          problem.code(),
          problem.getMessage());
    }
    writer.write(request, response, callback, problem.reply());
  }

  private static ApiProblem problem(Throwable error) {
    Throwable cause = cause(error);
    return cause instanceof ApiProblem problem ? problem : failure(cause);
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  private static ApiProblem failure(Throwable error) {
    if (error instanceof HttpException known) {
      return ApiProblem.of(
          known.getCode(), "request", String.valueOf(HttpStatus.getMessage(known.getCode())));
    }
    if (error instanceof StoreException store) {
      LOG.warn("the store answered {}", store.code(), store);
      return ApiProblem.of(503, store.code(), "the store: " + store.getMessage());
    }
    LOG.error("a route failed", error);
    String why = message(error);
    return ApiProblem.of(500, "internal", "the server failed" + (why == null ? "" : ": " + why));
  }

  private static @Nullable String message(Throwable error) {
    String message = error.getMessage();
    return message == null ? null : message.lines().findFirst().orElse(null);
  }
}

package dev.statute.server.internal.http;

/**
 * Code behind a route. It runs on a thread of the server that may block for a store access; a
 * result that takes longer is returned as {@link ApiReply.Later}. Thread-safe.
 */
@FunctionalInterface
public interface RouteHandler {
  /**
   * Answers a request.
   *
   * @throws ApiProblem for an error response
   */
  ApiReply handle(ApiRequest request) throws Exception;
}

package dev.statute.server.internal.http;

import org.eclipse.jetty.http.HttpStatus;

/** Standard phrases of HTTP status codes. */
final class HttpTitles {
  private HttpTitles() {}

  static String of(int status) {
    return HttpStatus.getMessage(status);
  }
}

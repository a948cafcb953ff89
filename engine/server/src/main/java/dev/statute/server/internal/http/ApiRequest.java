package dev.statute.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.json.JsonText;
import dev.statute.problem.Loaded;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** Request of a route, with its body read whole. Confined to one thread. */
public final class ApiRequest {
  private final Request request;
  private final Map<String, String> pathParameters;
  private final byte[] body;
  private @Nullable Fields query;

  ApiRequest(Request request, Map<String, String> pathParameters, byte[] body) {
    this.request = request;
    this.pathParameters = pathParameters;
    this.body = body;
  }

  /** Method in upper case, such as {@code GET}. */
  public String method() {
    return request.getMethod();
  }

  /** Returns the decoded value of {@code {name}} in the route's path. */
  public String path(String name) {
    return Objects.requireNonNull(pathParameters.get(name), name);
  }

  /** Returns a query parameter; null if it is absent. */
  public @Nullable String query(String name) {
    if (query == null) {
      query = Request.extractQueryParameters(request);
    }
    return query.getValue(name);
  }

  /**
   * Returns a query parameter that is true ({@code true}, {@code 1}, or no value) or false ({@code
   * false} or {@code 0}); null if it is absent.
   *
   * @throws ApiProblem 400 if it is neither
   */
  public @Nullable Boolean flag(String name) {
    String value = query(name);
    if (value == null) {
      return null;
    }
    return switch (value) {
      case "", "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw ApiProblem.of(
              400,
              "parameter",
              "the parameter '%s' is true or false, not '%s'".formatted(name, value));
    };
  }

  /**
   * Returns a query parameter that is a whole number.
   *
   * @throws ApiProblem 400 if it is none, or out of range
   */
  public long query(String name, long absent, long least, long most) {
    String value = query(name);
    return value == null ? absent : number("the parameter '" + name + "'", value, least, most);
  }

  /**
   * Returns the whole number in a text.
   *
   * @param what subject of the error message
   * @throws ApiProblem 400 if it is none, or out of range
   */
  public static long number(String what, String value, long least, long most) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw ApiProblem.of(
        400,
        "parameter",
        what + " is a whole number from " + least + " to " + most + ", not '" + value + "'");
  }

  /** Returns a header; null if it is absent. */
  public @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  /**
   * Returns the number of the last event that the client of a stream knows: {@code Last-Event-ID},
   * which browsers send when they reconnect, else the parameter {@code after}.
   *
   * @throws ApiProblem 400 if it is no whole number
   */
  public long lastEvent() {
    String last = header("Last-Event-ID");
    return last == null || last.isEmpty()
        ? query("after", 0, 0, Long.MAX_VALUE)
        : number("Last-Event-ID", last, 0, Long.MAX_VALUE);
  }

  /** Tests whether the media type of the body is this one; parameters are ignored. */
  public boolean hasContentType(String type) {
    String given = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    return given != null && mediaType(given).equalsIgnoreCase(type);
  }

  /** Tests whether the {@code Accept} header names this media type itself. */
  public boolean accepts(String type) {
    return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT).stream()
        .anyMatch(each -> mediaType(each).equalsIgnoreCase(type));
  }

  private static String mediaType(String header) {
    int end = header.indexOf(';');
    return (end < 0 ? header : header.substring(0, end)).trim();
  }

  /** Body as sent; not copied. */
  public byte[] body() {
    return body;
  }

  /** Body as UTF-8 text. */
  public String text() {
    return new String(body, UTF_8);
  }

  /**
   * Returns the body as a JSON object.
   *
   * @throws ApiProblem 400 with line and column if it is none
   */
  public Map<String, @Nullable Object> json() {
    Loaded<Map<String, @Nullable Object>> read = JsonText.document(text(), "body");
    Map<String, @Nullable Object> value = read.value();
    if (value == null) {
      throw ApiProblem.of(400, read.problems().get(0));
    }
    return value;
  }

  /** Returns the body as {@link #json}; an empty object if there is none. */
  public Map<String, @Nullable Object> optionalJson() {
    return body.length == 0 ? Map.of() : json();
  }
}

package dev.statute.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.json.JsonText;
import dev.statute.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Error response of a route, sent as {@code application/problem+json} (RFC 9457). Outcomes that
 * refuse an input are no errors; they are answers with status 200.
 */
public final class ApiProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient Map<String, @Nullable Object> details;
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  private ApiProblem(
      int status, String code, String message, Map<String, @Nullable Object> details) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /**
   * Creates an error response.
   *
   * @param code short word that programs compare, such as {@code no-instance}
   * @param message sentence for people
   */
  public static ApiProblem of(int status, String code, String message) {
    return new ApiProblem(status, code, message, Map.of());
  }

  /** Creates an error response with the message of an exception. */
  public static ApiProblem of(int status, String code, Throwable error) {
    return of(status, code, String.valueOf(error.getMessage()));
  }

  /** Creates the response where there is no instance of this id. */
  public static ApiProblem noInstance(String id) {
    return of(404, "no-instance", "there is no instance '" + id + "'");
  }

  /** Creates the response to a body that is longer than accepted. */
  public static ApiProblem tooLarge(int limit) {
    return of(413, "body", "the body is longer than " + limit + " bytes");
  }

  /** Creates a response for an error in the body of a request, with its place. */
  public static ApiProblem of(int status, Problem problem) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("place", problem.place().toString());
    details.put("line", (long) problem.place().line());
    details.put("column", (long) problem.place().column());
    details.put("fix", problem.fix());
    return new ApiProblem(status, problem.code(), problem.message(), details);
  }

  /** Adds a header to the response. */
  ApiProblem withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  /** Short word that programs compare. */
  public String code() {
    return code;
  }

  /** Converts the error to a response. */
  public ApiReply reply() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("type", "about:blank");
    all.put("title", HttpStatus.getMessage(status));
    all.put("status", (long) status);
    all.put("code", code);
    all.put("detail", getMessage());
    all.putAll(details);
    byte[] content = JsonText.write(all).getBytes(UTF_8);
    return new ApiReply.Body(status, "application/problem+json", content, headers);
  }
}

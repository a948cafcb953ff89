package dev.statute.server.internal.http;

import dev.statute.server.AccessRole;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All routes of the server. A path template has parameters in braces, which may be followed by a
 * fixed end as in {@code /v1/charts/{name}.svg}; a last segment {@code *} matches any rest. Routes
 * that are added first match first. Filled by one thread before the server starts; afterwards it
 * does not change.
 */
public final class RouteTable {
  private final List<HttpRoute> routes = new ArrayList<>();
  private final List<String> reported = new ArrayList<>();

  /** Result of a search: the route with its path parameters. */
  record MatchedRoute(HttpRoute route, Map<String, String> parameters) {}

  /** Adds a route for {@code GET}; {@code HEAD} follows it. */
  public HttpRoute get(String template, AccessRole role, String summary, RouteHandler handler) {
    return add("GET", template, role, summary, handler);
  }

  /** Adds a route for {@code POST}. */
  public HttpRoute post(String template, AccessRole role, String summary, RouteHandler handler) {
    return add("POST", template, role, summary, handler);
  }

  /** Adds a route for {@code DELETE}. */
  public HttpRoute delete(String template, AccessRole role, String summary, RouteHandler handler) {
    return add("DELETE", template, role, summary, handler);
  }

  private HttpRoute add(
      String method, String template, AccessRole role, String summary, RouteHandler handler) {
    if (routes.stream()
        .anyMatch(each -> each.method().equals(method) && each.template().equals(template))) {
      throw new IllegalStateException("two routes for " + method + " " + template);
    }
    HttpRoute route = new HttpRoute(method, template, role, summary, handler);
    routes.add(route);
    return route;
  }

  /** Has error responses logged whose path begins so, even if no route matches it. */
  public void report(String path) {
    reported.add(path);
  }

  /** All routes, in the order of their addition. */
  public List<HttpRoute> all() {
    return List.copyOf(routes);
  }

  /**
   * Finds the route of a request.
   *
   * @param path as in the request line, encoded
   * @throws ApiProblem 404 if there is no such path, 405 if there is one for other methods only
   */
  MatchedRoute find(String method, String path) {
    String[] segments = segments(path);
    String asked = method.equals("HEAD") ? "GET" : method;
    TreeSet<String> allowed = new TreeSet<>();
    for (HttpRoute route : routes) {
      Map<String, String> parameters = route.match(segments);
      if (parameters != null && route.method().equals(asked)) {
        return new MatchedRoute(route, parameters);
      }
      if (parameters != null) {
        allowed.add(route.method());
      }
    }
    if (allowed.isEmpty()) {
      throw ApiProblem.of(404, "no-route", "there is no '" + path + "'; /openapi.json lists all");
    }
    String methods = String.join(", ", allowed);
    throw ApiProblem.of(405, "method", "'" + path + "' takes " + methods + ", not " + method)
        .withHeader("Allow", allowed.contains("GET") ? methods + ", HEAD" : methods);
  }

  /** Returns whether error responses on a path, encoded or not, are logged. */
  boolean isReported(String path) {
    return reported.stream().anyMatch(path::startsWith);
  }

  private static String[] segments(String path) {
    String[] segments = path.substring(path.startsWith("/") ? 1 : 0).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      try {
        segments[i] = URLDecoder.decode(segments[i].replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        throw ApiProblem.of(400, "path", "the path '" + path + "' is not encoded correctly");
      }
    }
    return segments;
  }
}

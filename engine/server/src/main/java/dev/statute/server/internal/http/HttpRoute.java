package dev.statute.server.internal.http;

import dev.statute.server.AccessRole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entry of the route table. Descriptions are set while the table is filled; afterwards it does not
 * change.
 */
public final class HttpRoute {
  private final String method;
  private final String template;
  private final AccessRole role;
  private final String summary;
  private final RouteHandler handler;
  private final String[] segments;
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();
  private final Map<String, String> replies = new LinkedHashMap<>();
  private int minBody;

  /** Query parameter or header, for the API description. */
  public record Parameter(String name, String in, String type, String description) {}

  HttpRoute(String method, String template, AccessRole role, String summary, RouteHandler handler) {
    this.method = method;
    this.template = template;
    this.role = role;
    this.summary = summary;
    this.handler = handler;
    segments = template.substring(1).split("/", -1);
  }

  public String method() {
    return method;
  }

  /** Path with parameters in braces. */
  public String template() {
    return template;
  }

  public AccessRole role() {
    return role;
  }

  public String summary() {
    return summary;
  }

  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  /** Media types of the request's body. */
  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  /** Media types of the response, by status; JSON with status 200 unless described. */
  public Map<String, String> replies() {
    return replies.isEmpty() ? Map.of("200", "application/json") : new LinkedHashMap<>(replies);
  }

  RouteHandler handler() {
    return handler;
  }

  /** Describes a query parameter. */
  public HttpRoute query(String name, String type, String description) {
    parameters.add(new Parameter(name, "query", type, description));
    return this;
  }

  /** Describes a request header. */
  public HttpRoute header(String name, String description) {
    parameters.add(new Parameter(name, "header", "string", description));
    return this;
  }

  /** Describes the body of a request. */
  public HttpRoute body(String... mediaTypes) {
    bodies.addAll(List.of(mediaTypes));
    return this;
  }

  /** Accepts bodies of this many bytes even if the server's limit is lower. */
  public HttpRoute minBody(int bytes) {
    minBody = bytes;
    return this;
  }

  /** Returns the most bytes of a body where the server's limit is this one. */
  int maxBody(int limit) {
    return Math.max(limit, minBody);
  }

  /** Describes a response; an empty media type stands for no body. */
  public HttpRoute reply(int status, String mediaType) {
    replies.put(String.valueOf(status), mediaType);
    return this;
  }

  /** Names of the path parameters, in order. */
  public List<String> pathParameters() {
    return Arrays.stream(segments).filter(HttpRoute::isParameter).map(HttpRoute::name).toList();
  }

  private static boolean leavesFolder(String segment) {
    return segment.equals("..")
        || segment.indexOf('/') >= 0
        || segment.indexOf('\\') >= 0
        || segment.indexOf('\0') >= 0;
  }

  private static boolean isParameter(String segment) {
    return segment.indexOf('{') >= 0;
  }

  private static String name(String segment) {
    return segment.substring(segment.indexOf('{') + 1, segment.indexOf('}'));
  }

  /** Returns the decoded path parameters, or null if the path is another one. */
  @Nullable Map<String, String> match(String[] path) {
    boolean rest = template.endsWith("*");
    if (rest ? path.length < segments.length : path.length != segments.length) {
      return null;
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      if (rest && i == segments.length - 1) {
        List<String> all = Arrays.asList(path).subList(i, path.length);
        if (all.stream().anyMatch(HttpRoute::leavesFolder)) {
          return null;
        }
        values.put("*", String.join("/", all));
      } else if (!isParameter(segment)) {
        if (!segment.equals(path[i])) {
          return null;
        }
      } else {
        String suffix = segment.substring(segment.indexOf('}') + 1);
        if (!path[i].endsWith(suffix) || path[i].length() == suffix.length()) {
          return null;
        }
        values.put(name(segment), path[i].substring(0, path[i].length() - suffix.length()));
      }
    }
    return values;
  }
}

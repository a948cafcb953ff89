package dev.statute.server.internal.health;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.http.HttpRoute;
import dev.statute.server.internal.http.RouteTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Description of all routes in OpenAPI 3.1, made from the route table. */
final class ApiDescription {
  private static final String PROBLEM = "application/problem+json";

  private ApiDescription() {}

  static Map<String, Object> of(RouteTable routes) {
    Map<String, Object> paths = new LinkedHashMap<>();
    for (HttpRoute route : routes.all()) {
      @SuppressWarnings("unchecked")
      Map<String, Object> path =
          (Map<String, Object>)
              paths.computeIfAbsent(path(route), same -> new LinkedHashMap<String, Object>());
      path.put(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    String version = ApiDescription.class.getPackage().getImplementationVersion();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("openapi", "3.1.0");
    all.put("info", Map.of("title", "Statute", "version", version == null ? "0.1" : version));
    all.put("paths", paths);
    Map<String, Object> components = new LinkedHashMap<>();
    components.put("schemas", Map.of("Problem", problemSchema()));
    components.put("securitySchemes", Map.of("token", Map.of("type", "http", "scheme", "bearer")));
    all.put("components", components);
    return all;
  }

  private static String path(HttpRoute route) {
    return route.template().replace("*", "{path}");
  }

  private static Map<String, Object> operation(HttpRoute route) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("summary", route.summary());
    List<Object> parameters = new ArrayList<>();
    route.pathParameters().forEach(name -> parameters.add(pathParameter(name)));
    if (route.template().endsWith("*")) {
      parameters.add(pathParameter("path"));
    }
    route.parameters().forEach(each -> parameters.add(parameter(each)));
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    if (!route.bodies().isEmpty()) {
      operation.put("requestBody", Map.of("content", content(route.bodies())));
    }
    operation.put("responses", responses(route));
    operation.put(
        "security", route.role() == AccessRole.PUBLIC ? List.of() : List.of(security(route)));
    return operation;
  }

  private static Map<String, Object> security(HttpRoute route) {
    return Map.of("token", List.of(route.role().name().toLowerCase(Locale.ROOT)));
  }

  private static Map<String, Object> pathParameter(String name) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("in", "path");
    json.put("required", true);
    json.put("schema", Map.of("type", "string"));
    return json;
  }

  private static Map<String, Object> parameter(HttpRoute.Parameter parameter) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", parameter.name());
    json.put("in", parameter.in());
    json.put("description", parameter.description());
    json.put("schema", Map.of("type", parameter.type()));
    return json;
  }

  private static Map<String, Object> content(List<String> mediaTypes) {
    Map<String, Object> content = new LinkedHashMap<>();
    mediaTypes.forEach(type -> content.put(type, Map.of()));
    return content;
  }

  private static Map<String, Object> responses(HttpRoute route) {
    Map<String, Object> responses = new LinkedHashMap<>();
    route
        .replies()
        .forEach(
            (status, type) -> {
              Map<String, Object> response = new LinkedHashMap<>();
              response.put("description", route.summary());
              if (!type.isEmpty()) {
                response.put("content", content(List.of(type)));
              }
              responses.put(status, response);
            });
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("description", "Error, as described in RFC 9457");
    problem.put(
        "content",
        Map.of(PROBLEM, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
    responses.put("default", problem);
    return responses;
  }

  private static Map<String, Object> problemSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("type", Map.of("type", "string"));
    properties.put("title", Map.of("type", "string"));
    properties.put("status", Map.of("type", "integer"));
    properties.put("code", Map.of("type", "string"));
    properties.put("detail", Map.of("type", "string"));
    properties.put("line", Map.of("type", "integer"));
    properties.put("column", Map.of("type", "integer"));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("required", List.of("type", "title", "status", "code", "detail"));
    schema.put("properties", properties);
    return schema;
  }
}

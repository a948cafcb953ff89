package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Description of the routes, held against the server. */
class ApiDescriptionTest {
  private static final Set<String> STREAMS = Set.of("/v1/stream");

  @Test
  void every_described_operation_exists_and_answers_as_described() {
    try (ServerFixture server = ServerFixture.start()) {
      Map<String, ?> description = json(server.get("/openapi.json"));
      assertThat(description.get("openapi")).isEqualTo("3.1.0");
      Map<?, ?> paths = (Map<?, ?>) description.get("paths");
      assertThat(paths.keySet().stream().map(String::valueOf).toList())
          .contains(
              "/v1/charts",
              "/v1/instances/{id}/inputs",
              "/v1/instances/{id}/steps/{seq}/why",
              "/v1/agents/{agent}/requests",
              "/health/ready");
      paths.forEach(
          (path, operations) ->
              ((Map<?, ?>) operations)
                  .forEach(
                      (method, operation) ->
                          check(server, "" + method, "" + path, (Map<?, ?>) operation)));
    }
  }

  private static void check(ServerFixture server, String method, String path, Map<?, ?> operation) {
    if (STREAMS.contains(path)) {
      return; // has no end
    }
    String real = path.replaceAll("\\{[a-z]+\\}", "1");
    HttpResponse<String> answer = server.send(method.toUpperCase(Locale.ROOT), real, "");
    String type = answer.headers().firstValue("Content-Type").orElse("");
    Map<?, ?> replies = (Map<?, ?>) operation.get("responses");
    if (type.equals("application/problem+json")) {
      assertThat(json(answer).get("code")).as(method + " " + path).isNotIn("no-route", "method");
      assertThat(answer.statusCode()).as(method + " " + path + answer.body()).isNotEqualTo(500);
    } else {
      assertThat(replies.containsKey("" + answer.statusCode()))
          .as(method + " " + path + " answers " + answer.statusCode())
          .isTrue();
    }
  }
}

package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hooks whose payload cannot be judged: the status is an error, so that their script sees it. */
class HookRoutesTest {
  private static final String CALL =
      "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Bash\","
          + "\"tool_input\":{\"command\":\"ls\"}}";
  private static final String HOOKS = "/v1/hooks/claude-code";

  private static void assertProblem(
      HttpResponse<String> response, int status, String code, String detail) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(json(response).get("code")).isEqualTo(code);
    assertThat(String.valueOf(json(response).get("detail"))).contains(detail);
  }

  @Test
  void a_payload_that_cannot_be_read_is_an_error_with_the_reason() {
    try (ServerFixture server = ServerFixture.start()) {
      assertProblem(server.post(HOOKS, CALL.substring(0, 60)), 400, "payload", "is not JSON (line");
      assertProblem(server.post(HOOKS, "[1]"), 400, "payload", "is not a JSON object");
      assertProblem(server.post(HOOKS, "{}"), 400, "payload", "has no 'session_id'");
      assertProblem(server.post(HOOKS, ""), 400, "payload", "");
      assertProblem(server.post("/v1/hooks/emacs", CALL), 404, "vendor", "no hooks of 'emacs'");
      assertProblem(server.post(HOOKS + "?chart=none", CALL), 404, "chart", "no chart 'none'");
      assertThat(server.get(HOOKS).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void a_payload_of_ten_megabytes_is_an_error() {
    try (ServerFixture server = ServerFixture.start()) {
      String long10 = CALL.replace("ls", "x".repeat(10_000_000));
      assertProblem(server.post(HOOKS, long10), 413, "body", "longer than 1048576 bytes");
    }
  }

  @Test
  void a_wrong_token_or_page_is_an_error() {
    List<AccessToken> tokens = List.of(new AccessToken(AccessRole.READ, "reader-0123456789"));
    try (ServerFixture server = ServerFixture.start(ServerSettings.DEFAULT.tokens(tokens))) {
      assertProblem(server.post(HOOKS, CALL), 401, "token", "a token is needed");
      assertProblem(
          server.post(HOOKS, CALL, "Authorization", "Bearer wrong"), 401, "token", "not known");
      assertProblem(
          server.post(HOOKS, CALL, "Authorization", "Bearer reader-0123456789"),
          403,
          "role",
          "act");
      assertProblem(
          server.post(HOOKS, CALL, "Origin", "http://evil.example"), 403, "origin", "evil.example");
    }
  }
}

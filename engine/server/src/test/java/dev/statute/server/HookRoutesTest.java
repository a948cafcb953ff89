package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks whose payload cannot be judged: the status is an error, so that their script sees it. */
class HookRoutesTest {
  private static final String CALL =
      "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Bash\","
          + "\"tool_input\":{\"command\":\"ls\"}}";
  @TempDir private Path folder;

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
      assertProblem(server.post(HOOKS, "{}"), 400, "payload", "has no 'hook_event_name'");
      assertProblem(
          server.post(HOOKS, CALL.replace("\"s\"", "[1]")), 400, "payload", "a text, not [1]");
      assertProblem(server.post(HOOKS, ""), 400, "payload", "");
      assertProblem(server.post("/v1/hooks/emacs", CALL), 404, "vendor", "no hooks of 'emacs'");
      assertProblem(server.post(HOOKS + "?chart=none", CALL), 404, "chart", "no chart 'none'");
      assertThat(server.get(HOOKS).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void a_result_of_ten_megabytes_is_judged_and_one_of_seventy_is_an_error() {
    String result = CALL.replace("PreToolUse", "PostToolUse").replace("}}", "},\"tool_response\":");
    try (ServerFixture server = ServerFixture.start()) {
      String long10 = result + "\"" + "x".repeat(10_000_000) + "\"}";
      assertThat(server.post(HOOKS, long10).statusCode()).isEqualTo(204);
      String long70 = result + "\"" + "x".repeat(70_000_000) + "\"}";
      assertProblem(server.post(HOOKS, long70), 413, "body", "longer than 67108864 bytes");
    }
  }

  @Test
  void a_long_body_that_is_refused_is_read_to_its_end_so_that_the_reason_arrives() {
    try (ServerFixture server = ServerFixture.start()) {
      byte[] long70 = new byte[70_000_000];
      for (int i = 0; i < 5; i++) {
        assertProblem(server.postChunked(HOOKS, long70), 413, "body", "longer than 67108864");
        assertProblem(server.postChunked("/v1/hooks", long70), 404, "no-route", "/v1/hooks");
      }
    }
  }

  @Test
  void another_host_name_is_an_error() throws IOException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      String head = "POST " + HOOKS + " HTTP/1.1\r\nContent-Length: " + CALL.length() + "\r\n";
      assertThat(server.statusLine(head + "Host: evil.example\r\n\r\n" + CALL)).contains(" 421 ");
      assertThat(server.statusLine(head + "\r\n" + CALL)).contains(" 400 ");
      assertThat(server.statusLine(head + "Host: localhost\r\n\r\n" + CALL)).contains(" 204 ");
    }
  }

  @Test
  void a_program_that_speaks_HTTP_1_0_need_not_name_the_host() throws IOException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      String head = "POST " + HOOKS + " HTTP/1.0\r\nContent-Length: " + CALL.length() + "\r\n";
      assertThat(server.statusLine(head + "\r\n" + CALL)).contains(" 204 ");
      assertThat(server.statusLine(head + "Host: evil.example\r\n\r\n" + CALL)).contains(" 421 ");
    }
  }

  @Test
  void a_verdict_says_that_it_is_one() throws IOException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      assertThat(server.post(HOOKS, CALL).headers().firstValue("Statute-Verdict")).hasValue("none");
      assertThat(server.post(HOOKS, "{}").headers().firstValue("Statute-Verdict")).isEmpty();
    }
  }

  @Test
  void a_page_of_another_origin_begins_no_session() throws IOException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      for (String origin : List.of("http://evil.example", "null", "http://127.0.0.1:1")) {
        assertProblem(server.post(HOOKS, CALL, "Origin", origin), 403, "origin", origin);
      }
      assertProblem(
          server.post(HOOKS, CALL, "Sec-Fetch-Site", "cross-site"), 403, "origin", "other sites");
      assertThat(server.get("/v1/instances/claude-code:s").statusCode()).isEqualTo(404);
      assertThat(server.post(HOOKS, CALL, "Origin", server.server.uri().toString()).statusCode())
          .isEqualTo(204);
      assertThat(server.get("/v1/instances/claude-code:s").statusCode()).isEqualTo(200);
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

  @Test
  void a_call_that_no_store_can_hold_is_an_error() {
    try (ServerFixture server = ServerFixture.withStore(() -> true)) {
      assertProblem(server.post(HOOKS, CALL), 503, "store", "the file is gone");
      String result = CALL.replace("PreToolUse", "PostToolUse");
      assertProblem(server.post(HOOKS, result), 503, "store", "the file is gone");
    }
  }

  @Test
  void an_agent_that_is_killed_while_it_sends_begins_no_session() throws IOException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      String head = "POST " + HOOKS + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
      for (int i = 0; i < 20; i++) {
        assertThat(server.statusLine(head + (CALL.length() + 1) + "\r\n\r\n" + CALL, true))
            .contains(" 400 ");
      }
      assertThat(server.get("/v1/instances/claude-code:s").statusCode()).isEqualTo(404);
      assertThat(server.post(HOOKS, CALL).statusCode()).isEqualTo(204);
    }
  }
}

package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Hosts, origins, tokens and limits. */
class AccessTest {
  private static final String READ = "reader-0123456789";
  private static final String ACT = "actor-0123456789";
  private static final String ADMIN = "admin-0123456789";

  @Test
  void a_token_has_a_role() {
    List<AccessToken> tokens =
        List.of(
            new AccessToken(AccessRole.READ, READ),
            new AccessToken(AccessRole.ACT, ACT),
            new AccessToken(AccessRole.ADMIN, ADMIN));
    try (ServerFixture server = ServerFixture.start(ServerSettings.DEFAULT.tokens(tokens))) {
      HttpResponse<String> nobody = server.get("/v1/charts");
      assertThat(nobody.statusCode()).isEqualTo(401);
      assertThat(nobody.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
      assertThat(server.get("/v1/charts", bearer("wrong")).statusCode()).isEqualTo(401);
      assertThat(server.get("/v1/charts", "Authorization", READ).statusCode()).isEqualTo(401);
      assertThat(server.get("/v1/charts", bearer(READ)).statusCode()).isEqualTo(200);
      String begin = "{\"chart\":\"door\",\"id\":\"a\"}";
      assertThat(server.post("/v1/instances", begin, bearer(READ)).statusCode()).isEqualTo(403);
      assertThat(server.post("/v1/instances", begin, bearer(ACT)).statusCode()).isEqualTo(201);
      assertThat(server.send("DELETE", "/v1/instances/a", "", bearer(ACT)).statusCode())
          .isEqualTo(403);
      assertThat(server.send("DELETE", "/v1/instances/a", "", bearer(ADMIN)).statusCode())
          .isEqualTo(204);
    }
  }

  private static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  @Test
  void other_machines_need_a_token() {
    assertThatThrownBy(
            () -> ServerFixture.start(ServerSettings.DEFAULT.listen("0.0.0.0", 0)).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--token-file");
  }

  @Test
  void pages_of_other_sites_are_refused() {
    ServerSettings settings =
        ServerSettings.DEFAULT.origins(List.of(URI.create("https://board.example")));
    try (ServerFixture server = ServerFixture.start(settings)) {
      assertThat(server.get("/v1/charts", "Origin", "http://evil.example").statusCode())
          .isEqualTo(403);
      assertThat(server.get("/v1/charts", "Origin", "null").statusCode()).isEqualTo(403);
      assertThat(server.get("/v1/charts", "Sec-Fetch-Site", "cross-site").statusCode())
          .isEqualTo(403);
      assertThat(server.get("/v1/charts", "Origin", "https://board.example").statusCode())
          .isEqualTo(200);
      assertThat(server.get("/v1/charts", "Origin", server.server.uri().toString()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void a_page_of_an_allowed_origin_may_read_responses_and_errors() {
    String page = "https://board.example";
    ServerSettings settings =
        ServerSettings.DEFAULT
            .tokens(List.of(new AccessToken(AccessRole.READ, READ)))
            .origins(List.of(URI.create(page + ":443/")));
    try (ServerFixture server = ServerFixture.start(settings)) {
      HttpResponse<String> asked = preflight(server, page);
      assertThat(asked.statusCode()).isEqualTo(204);
      assertThat(asked.headers().firstValue("Access-Control-Allow-Origin")).hasValue(page);
      assertThat(asked.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
          .contains("Authorization", "Content-Type", "Last-Event-ID");
      assertThat(asked.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
          .contains("POST");
      String[] token = bearer(READ);
      HttpResponse<String> read = server.get("/v1/charts", "Origin", page, token[0], token[1]);
      HttpResponse<String> refused = server.get("/v1/charts", "Origin", page);
      assertThat(List.of(read.statusCode(), refused.statusCode())).containsExactly(200, 401);
      for (HttpResponse<String> each : List.of(read, refused)) {
        assertThat(each.headers().firstValue("Access-Control-Allow-Origin")).hasValue(page);
        assertThat(each.headers().firstValue("Vary")).hasValue("Origin");
      }
    }
  }

  @Test
  void pages_of_other_origins_learn_and_send_nothing() {
    ServerSettings settings =
        ServerSettings.DEFAULT.origins(List.of(URI.create("https://board.example")));
    try (ServerFixture server = ServerFixture.start(settings)) {
      for (String page :
          List.of("https://evil.example", "http://board.example", "https://board.example.evil")) {
        HttpResponse<String> asked = preflight(server, page);
        assertThat(asked.statusCode()).as(page).isEqualTo(403);
        assertThat(asked.headers().map().keySet())
            .as(page)
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
      }
      assertThat(preflight(server, server.server.uri().toString()).statusCode()).isEqualTo(405);
      HttpResponse<String> none = server.get("/v1/charts");
      assertThat(none.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  private static HttpResponse<String> preflight(ServerFixture server, String page) {
    return server.send(
        "OPTIONS", "/v1/instances", "", "Origin", page, "Access-Control-Request-Method", "POST");
  }

  @Test
  void another_host_name_is_refused() throws IOException {
    try (ServerFixture server = ServerFixture.start()) {
      assertThat(server.statusLine("GET /v1/charts HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
          .contains(" 421 ");
      assertThat(server.statusLine("GET /v1/charts HTTP/1.1\r\nHost: localhost\r\n\r\n"))
          .contains(" 200 ");
      assertThat(server.statusLine("GET /v1/charts HTTP/1.1\r\n\r\n")).contains(" 400 ");
    }
  }

  @Test
  void a_query_that_is_not_encoded_correctly_is_a_bad_request() throws IOException {
    try (ServerFixture server = ServerFixture.start()) {
      for (String text : List.of("%zz", "%", "%F", "%C3%28", "%FF")) {
        String request = "GET /v1/instances?text=" + text + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assertThat(server.statusLine(request)).as(text).contains(" 400 ");
      }
      String encoded = "GET /v1/instances?text=%C3%A4 HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(server.statusLine(encoded)).contains(" 200 ");
    }
  }

  @Test
  void a_long_body_is_refused_with_and_without_its_length() {
    try (ServerFixture server = ServerFixture.start(ServerSettings.DEFAULT.maxBody(1_000))) {
      server.begin("a");
      assertThat(server.input("a", "x".repeat(10_000_000)).statusCode()).isEqualTo(413);
      assertThat(server.input("a", "x".repeat(1_001)).statusCode()).isEqualTo(413);
      assertThat(server.input("a", " ".repeat(980) + "{\"event\":\"open\"}").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void an_unknown_path_and_a_wrong_method_are_told_apart() {
    try (ServerFixture server = ServerFixture.start()) {
      assertThat(server.get("/v1/nothing").statusCode()).isEqualTo(404);
      assertThat(json(server.get("/v1/nothing")).get("code")).isEqualTo("no-route");
      HttpResponse<String> refused = server.send("DELETE", "/v1/charts", "");
      assertThat(refused.statusCode()).isEqualTo(405);
      assertThat(refused.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }
}

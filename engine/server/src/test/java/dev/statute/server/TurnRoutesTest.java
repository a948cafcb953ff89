package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests to agents over HTTP. */
class TurnRoutesTest {
  @Test
  void an_origin_that_cannot_be_read_is_an_error_of_the_request() {
    try (ServerFixture server = ServerFixture.start()) {
      for (String nested :
          List.of("{\"depth\":9999999999}", "{\"depth\":1.5}", "{\"trace\":7}", "7")) {
        HttpResponse<String> refused =
            server.post("/v1/agents/ann/requests", "{\"nested\":" + nested + "}");
        assertThat(refused.statusCode()).as(nested).isEqualTo(400);
        assertThat(json(refused).toString()).as(nested).contains("body");
      }
    }
  }
}

package dev.statute.cli.internal.guard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.statute.guard.HookTrial;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingDaemonTest {
  private static final HookTrial TRIAL = new HookTrial(List.of(), "", "codex:doctor-1");

  /** Returns the fault of a server that answers everything with status 200 and this body. */
  private static String fault(String body) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length());
          exchange.getResponseBody().write(body.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      return new StandingDaemon(Map.of("STATUTE_GUARD_URL", url)).fault(TRIAL);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void a_server_that_has_a_page_for_each_address_is_no_guard() throws Exception {
    assertThat(fault("<!doctype html>")).isEqualTo("what answers there is not a guard");
    assertThat(fault("{\"id\":\"codex:doctor-1\"}")).isNull();
  }
}

package dev.statute.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.JsonText;
import dev.statute.runtime.Clock;
import dev.statute.runtime.ManualClock;
import dev.statute.store.MemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Server-sent events. */
@Timeout(120)
class EventStreamTest {
  private static final String OPEN = "{\"event\":\"open\"}\n{\"event\":\"close\"}\n";

  /** Stream that a client reads event by event. */
  private static final class ReadStream implements AutoCloseable {
    private final BufferedReader lines;

    ReadStream(ServerFixture server, String path, String... headers) throws Exception {
      HttpResponse<InputStream> response =
          server
              .client()
              .send(server.request("GET", path, "", headers), BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Returns the next line that is not empty, or null at the end. */
    String line() throws IOException {
      String line = lines.readLine();
      while (line != null && (line.isEmpty() || line.startsWith("retry"))) {
        line = lines.readLine();
      }
      return line;
    }

    /** Returns the id of the next event, or -1 at the end. */
    long id() throws IOException {
      String line = line();
      while (line != null && !line.startsWith("id: ")) {
        line = line();
      }
      return line == null ? -1 : Long.parseLong(line.substring(4));
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static void openAndClose(ServerFixture server, String id, int times) {
    server.input(id, OPEN.repeat(times), "Content-Type", "application/x-ndjson");
  }

  @Test
  void a_client_that_reconnects_100_times_gets_every_event_once() throws Exception {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      List<Long> seen = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        openAndClose(server, "a", 1);
        String last = seen.isEmpty() ? "0" : String.valueOf(seen.get(seen.size() - 1));
        try (ReadStream stream =
            new ReadStream(server, "/v1/instances/a/stream", "Last-Event-ID", last)) {
          // leaves one event unread every other time
          for (int n = 0; n < (i % 2 == 0 ? 1 : 3); n++) {
            seen.add(stream.id());
          }
        }
      }
      assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 200).boxed().toList());
    }
  }

  @Test
  void a_stream_ends_with_its_instance_and_is_not_resumed() throws Exception {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream")) {
        server.input("a", "{\"event\":\"open\"}");
        assertThat(stream.id()).isEqualTo(1);
        server.input("a", "{\"event\":\"destroy\"}");
        assertThat(stream.id()).isEqualTo(2);
        assertThat(stream.id()).isEqualTo(3);
        assertThat(stream.id()).isEqualTo(-1);
      }
      assertThat(server.get("/v1/instances/a/stream?after=3").statusCode()).isEqualTo(204);
      try (ReadStream stays = new ReadStream(server, "/v1/instances/a/stream?after=3&stay=true")) {
        server.begin("a");
        server.input("a", "{\"event\":\"open\"}");
        assertThat(stays.id()).isEqualTo(4);
      }
    }
  }

  @Test
  void events_that_are_no_longer_kept_are_reported_as_missed() throws Exception {
    try (ServerFixture server =
        ServerFixture.start(ServerSettings.DEFAULT, new MemoryStore(4), Clock.system())) {
      server.begin("a");
      openAndClose(server, "a", 5);
      try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream?after=2")) {
        assertThat(stream.line()).isEqualTo("id: 6");
        assertThat(stream.line()).isEqualTo("event: missed");
        assertThat(stream.line()).isEqualTo("data: {\"from\":3,\"to\":6}");
        assertThat(stream.id()).isEqualTo(7);
      }
    }
  }

  @Test
  void a_client_of_another_store_is_told_where_ids_go_on_and_gets_new_events_at_once()
      throws Exception {
    try (ServerFixture server =
        ServerFixture.start(ServerSettings.DEFAULT, new MemoryStore(), new ManualClock())) {
      server.begin("a");
      openAndClose(server, "a", 1);
      try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream?after=57")) {
        assertThat(stream.line()).isEqualTo("id: 2");
        assertThat(stream.line()).isEqualTo("event: missed");
        assertThat(stream.line()).isEqualTo("data: {\"from\":3,\"to\":2}");
        openAndClose(server, "a", 1); // no comment line is due on this clock
        assertThat(stream.id()).isEqualTo(3);
      }
      server.input("a", "{\"event\":\"destroy\"}");
      try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream?after=57")) {
        assertThat(stream.id()).isEqualTo(6);
        assertThat(stream.id()).isEqualTo(-1);
      }
    }
  }

  @Test
  void a_request_for_the_head_of_a_stream_ends_at_once() throws IOException {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      for (String path : List.of("/v1/stream", "/v1/instances/a/stream")) {
        try (Socket socket =
            new Socket(server.server.uri().getHost(), server.server.uri().getPort())) {
          socket.setSoTimeout(20_000);
          String requests =
              "HEAD %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path)
                  + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
          socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
          String answers =
              new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          assertThat(answers).contains("Content-Type: text/event-stream", "\"streams\":0");
        }
      }
    }
  }

  @Test
  void an_idle_stream_gets_a_comment_every_15_seconds() throws Exception {
    ManualClock clock = new ManualClock();
    try (ServerFixture server =
        ServerFixture.start(ServerSettings.DEFAULT, new MemoryStore(), clock)) {
      server.begin("a");
      server.input("a", "{\"event\":\"open\"}");
      try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream")) {
        assertThat(stream.id()).isEqualTo(1);
        assertThat(stream.line()).startsWith("event:");
        assertThat(stream.line()).startsWith("data:");
        clock.advance(Duration.ofSeconds(15));
        assertThat(stream.line()).isEqualTo(":");
      }
    }
  }

  @Test
  void the_common_stream_has_all_instances_and_resumes() throws Exception {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      server.begin("b");
      String resume;
      try (ReadStream stream = new ReadStream(server, "/v1/stream?chart=door")) {
        server.input("a", "{\"event\":\"open\"}");
        resume = stream.line().substring(4);
        assertThat(stream.line()).isEqualTo("event: state_changed");
        Map<String, Object> common =
            new LinkedHashMap<>(JsonText.object(stream.line().substring(6)));
        try (ReadStream own = new ReadStream(server, "/v1/instances/a/stream")) {
          own.line();
          own.line();
          Map<String, Object> event = new LinkedHashMap<>(JsonText.object(own.line().substring(6)));
          assertThat(event.keySet()).containsExactly("from_state", "to_state", "reason", "cause");
          assertThat(event).containsEntry("to_state", "open");
          assertThat(common).containsAllEntriesOf(event).containsEntry("instance", "a");
          assertThat(common).hasSize(7).containsKeys("chart", "at");
        }
      }
      server.input("b", "{\"event\":\"open\"}");
      try (ReadStream stream = new ReadStream(server, "/v1/stream", "Last-Event-ID", resume)) {
        stream.line();
        stream.line();
        assertThat(stream.line()).contains("\"instance\":\"b\"");
      }
      try (ReadStream stream = new ReadStream(server, "/v1/stream", "Last-Event-ID", "old-7")) {
        stream.line();
        assertThat(stream.line()).isEqualTo("event: missed");
      }
    }
  }

  @Test
  void clients_that_read_and_send_nothing_delay_no_other() throws Exception {
    List<Socket> lazy = new ArrayList<>();
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      openAndClose(server, "a", 200);
      try {
        for (int i = 0; i < 200; i++) {
          lazy.add(lazyClient(server, i));
        }
        // 200 connections that hold a thread each would leave none for this
        for (int i = 0; i < 20; i++) {
          assertThat(server.get("/v1/charts").statusCode()).isEqualTo(200);
        }
        openAndClose(server, "a", 1);
        try (ReadStream stream = new ReadStream(server, "/v1/instances/a/stream?after=401")) {
          assertThat(stream.id()).isEqualTo(402);
        }
      } finally {
        for (Socket each : lazy) {
          each.close();
        }
      }
    }
  }

  /** Opens a stream and never reads, or sends the beginning of a body and no more. */
  private static Socket lazyClient(ServerFixture server, int number) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(1_024);
    socket.connect(
        new InetSocketAddress(server.server.uri().getHost(), server.server.uri().getPort()));
    String request =
        number % 2 == 0
            ? "GET /v1/instances/a/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
            : "POST /v1/instances/a/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }
}

package dev.statute.server;

import dev.statute.Statute;
import dev.statute.json.JsonText;
import dev.statute.runtime.Clock;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Server on a free port with the chart {@code door}, and a client of it. */
final class ServerFixture implements AutoCloseable {
  final Statute statute;
  private final HttpClient client = HttpClient.newHttpClient();
  final StatuteServer server;

  private ServerFixture(Statute statute, StatuteServer server) {
    this.statute = statute;
    this.server = server;
  }

  static ServerFixture start() {
    return start(ServerSettings.DEFAULT, new MemoryStore(), Clock.system());
  }

  static ServerFixture start(ServerSettings settings) {
    return start(settings, new MemoryStore(), Clock.system());
  }

  /** Starts a server whose chart accepts all that hooks of agents propose. */
  static ServerFixture ofAgents(ServerSettings settings, Path folder) throws IOException {
    String chart = "chart: agent\nstates: { free: { on: { propose: {} } } }\n";
    Path file = Files.writeString(folder.resolve("agent.yaml"), chart);
    return start(file, settings, new MemoryStore(), Clock.system());
  }

  /** Starts a server whose store reads and writes no instance while it is gone. */
  static ServerFixture withStore(BooleanSupplier isGone) {
    MemoryStore memory = new MemoryStore();
    InvocationHandler gone =
        (proxy, method, arguments) -> {
          if (isGone.getAsBoolean()
              && Set.of("claim", "load", "commit").contains(method.getName())) {
            throw new StoreException("unreachable", "the file is gone", null);
          }
          return method.invoke(memory, arguments);
        };
    InstanceStore store =
        (InstanceStore)
            Proxy.newProxyInstance(
                InstanceStore.class.getClassLoader(), new Class<?>[] {InstanceStore.class}, gone);
    return start(ServerSettings.DEFAULT, store, Clock.system());
  }

  static ServerFixture start(ServerSettings settings, InstanceStore store, Clock clock) {
    return start(door(), settings, store, clock);
  }

  static ServerFixture start(
      Path chart, ServerSettings settings, InstanceStore store, Clock clock) {
    Statute statute = Statute.load(chart);
    try {
      StatuteServer server =
          StatuteServer.start(
              statute,
              settings.listen(settings.host(), 0),
              engine -> engine.store(store).poll(Duration.ofMillis(200)),
              clock);
      return new ServerFixture(statute, server);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path door() {
    try {
      return Path.of(ServerFixture.class.getResource("door.yaml").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  /** Sends a body without saying its length. */
  HttpResponse<String> postChunked(String path, byte[] body) {
    return send(
        HttpRequest.newBuilder(server.uri().resolve(path))
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
            .build());
  }

  HttpResponse<String> send(String method, String path, String body, String... headers) {
    return send(request(method, path, body, headers));
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpRequest request(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.uri() + path))
            .timeout(Duration.ofSeconds(60))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    return (headers.length == 0 ? request : request.headers(headers)).build();
  }

  /** Sends a request as it is and returns the first line of the response. */
  String statusLine(String request) throws IOException {
    return statusLine(request, false);
  }

  /**
   * Sends a request as it is and returns the first line of the response.
   *
   * @param end whether nothing follows the request, as of a process that ended
   */
  String statusLine(String request, boolean end) throws IOException {
    try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      if (end) {
        socket.shutdownOutput();
      }
      StringBuilder line = new StringBuilder();
      for (int c = socket.getInputStream().read(); c >= 0 && c != '\n'; ) {
        line.append((char) c);
        c = socket.getInputStream().read();
      }
      return line.toString();
    }
  }

  HttpClient client() {
    return client;
  }

  /** Begins an instance that must not exist. */
  void begin(String id) {
    HttpResponse<String> begun =
        post("/v1/instances", "{\"chart\":\"door\",\"id\":\"" + id + "\"}");
    if (begun.statusCode() != 201) {
      throw new IllegalStateException(begun.body());
    }
  }

  HttpResponse<String> input(String id, String line, String... headers) {
    return post("/v1/instances/" + id + "/inputs", line, headers);
  }

  static Map<String, ?> json(HttpResponse<String> response) {
    return JsonText.object(response.body());
  }

  /** Lines of a body, each an object. */
  static List<Map<String, ?>> lines(HttpResponse<String> response) {
    return response.body().lines().<Map<String, ?>>map(JsonText::object).toList();
  }

  @Override
  public void close() {
    server.close();
    statute.close();
  }
}

package dev.statute.cli.internal.top;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Instances and agents of a running server, by its routes. */
final class ServerTopSource implements TopSource {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_ROWS = 500;

  private final String address;
  private final @Nullable String token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * Creates a source.
   *
   * @param tokenFile file with a token, alone or after its role; null = none
   */
  ServerTopSource(String address, @Nullable Path tokenFile) {
    this.address = address.replaceFirst("/$", "");
    token = tokenFile == null ? null : token(tokenFile);
  }

  private static String token(Path file) {
    try {
      String[] words = Files.readString(file).strip().split("\\s+");
      return words[Math.min(1, words.length - 1)];
    } catch (IOException e) {
      throw new UsageException("the token file '" + file + "' cannot be read");
    }
  }

  @Override
  public String name() {
    return address;
  }

  @Override
  public List<TopRow> rows() {
    List<TopRow> rows = new ArrayList<>();
    for (Object each : list(get("/v1/instances?limit=" + MAX_ROWS), "instances")) {
      Map<?, ?> one = (Map<?, ?>) each;
      Object stuck = one.get("stuck");
      Object finding = stuck == null ? one.get("finding") : stuck;
      rows.add(
          new TopRow(
              false,
              text(one, "id"),
              text(one, "chart"),
              join(one.get("configuration")),
              text(one, "status"),
              waits(one.get("waits")),
              finding instanceof Map<?, ?> why ? finding(why) : ""));
    }
    for (Object each : list(get("/v1/agents"), "agents")) {
      Map<?, ?> one = (Map<?, ?>) each;
      rows.add(
          new TopRow(
              true,
              text(one, "agent"),
              text(one, "chart"),
              text(one, "state"),
              text(one, "status"),
              Long.valueOf(0).equals(one.get("waiting")) ? "" : text(one, "waiting") + " calls",
              ""));
    }
    return rows;
  }

  private static String finding(Map<?, ?> why) {
    Object pattern = why.get("pattern") == null ? why.get("by") : why.get("pattern");
    return pattern + ": " + text(why, "reason");
  }

  private static String waits(@Nullable Object waits) {
    StringJoiner all = new StringJoiner(", ");
    for (Object each : waits instanceof List<?> list ? list : List.of()) {
      all.add(
          each instanceof Map<?, ?> one ? join(List.copyOf(one.values())) : String.valueOf(each));
    }
    return waits instanceof String word ? word : all.toString();
  }

  private static String join(@Nullable Object texts) {
    StringJoiner all = new StringJoiner(" ");
    for (Object each : texts instanceof List<?> list ? list : List.of()) {
      all.add(String.valueOf(each));
    }
    return all.toString();
  }

  @Override
  public List<String> describe(TopRow row) {
    String id = URLEncoder.encode(row.id(), StandardCharsets.UTF_8).replace("+", "%20");
    List<String> lines = new ArrayList<>();
    if (row.agent()) {
      get("/v1/agents/" + id).forEach((key, value) -> lines.add(line(key, value)));
      return lines;
    }
    get("/v1/instances/" + id).forEach((key, value) -> lines.add(line(key, value)));
    get("/v1/instances/" + id + "/phases").forEach((key, value) -> lines.add(line(key, value)));
    return lines;
  }

  private static String line(String key, @Nullable Object value) {
    return key + ": " + (value instanceof String text ? text : JsonText.write(value));
  }

  private static String text(Map<?, ?> map, String key) {
    Object value = map.get(key);
    return value == null ? "" : String.valueOf(value);
  }

  private static List<?> list(Map<String, ?> answer, String key) {
    return answer.get(key) instanceof List<?> list ? list : List.of();
  }

  private Map<String, ?> get(String path) {
    HttpResponse<String> reply;
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address + path)).timeout(PATIENCE);
      if (token != null) {
        request.header("Authorization", "Bearer " + token);
      }
      reply = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UsageException(
          "no server answers at " + address + "; start one with 'statute serve', or name a store");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted");
    } catch (IllegalArgumentException e) {
      throw new UsageException("'" + address + "' is no address of a server");
    }
    if (reply.statusCode() == 409 && path.equals("/v1/agents")) {
      return Map.of(); // its store keeps no agents
    }
    if (reply.statusCode() != 200) {
      throw new UsageException(
          address + path + " answers with status " + reply.statusCode() + ": " + reply.body());
    }
    return JsonText.object(reply.body());
  }

  @Override
  public void close() {}
}

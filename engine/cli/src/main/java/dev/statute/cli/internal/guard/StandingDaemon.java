package dev.statute.cli.internal.guard;

import dev.statute.guard.HookTrial;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Daemon that hooks call outside {@code guard exec}, by the variables of the environment or at the
 * default address. Thread-safe.
 */
final class StandingDaemon {
  private static final String DEFAULT = "http://127.0.0.1:8077";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<String, String> environment = new LinkedHashMap<>();
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  StandingDaemon(Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("STATUTE_GUARD_")) {
            this.environment.put(name, value);
          }
        });
  }

  /** Returns the variables that name the daemon. */
  Map<String, String> environment() {
    return environment;
  }

  String address() {
    return environment.getOrDefault("STATUTE_GUARD_URL", DEFAULT).replaceFirst("/$", "");
  }

  /** Returns whether the environment names a daemon. */
  boolean isNamed() {
    return environment.containsKey("STATUTE_GUARD_URL");
  }

  /** Returns whether anything answers at the address. */
  boolean answers() throws InterruptedException {
    try {
      request("/health/live", null);
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Looks up the instance of a trial and closes it.
   *
   * @return what is wrong; null if the instance is there
   */
  @Nullable String fault(HookTrial trial) throws InterruptedException {
    String path = "/v1/instances/" + URLEncoder.encode(trial.instance(), StandardCharsets.UTF_8);
    try {
      HttpResponse<String> reply = request(path, null);
      int status = reply.statusCode();
      if (status == 200 && !reply.body().contains('"' + trial.instance() + '"')) {
        return "what answers there is not a guard";
      }
      if (status == 200) {
        request(path + "/inputs", "{\"event\":\"close\"}");
        return null;
      }
      return switch (status) {
        case 401, 403 -> "it refuses the token of STATUTE_GUARD_ACCESS (status " + status + ")";
        case 404 -> "the call did not arrive";
        default -> "it answers with status " + status;
      };
    } catch (NoSuchFileException | AccessDeniedException e) {
      return "the file " + e.getMessage() + " of STATUTE_GUARD_ACCESS cannot be read";
    } catch (IOException e) {
      return "it does not answer: " + e;
    }
  }

  private HttpResponse<String> request(String path, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address() + path)).timeout(PATIENCE);
    String tokenFile = environment.getOrDefault("STATUTE_GUARD_ACCESS", "");
    if (!tokenFile.isEmpty() && path.startsWith("/v1/")) {
      String token = Files.readString(Path.of(tokenFile)).strip();
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}

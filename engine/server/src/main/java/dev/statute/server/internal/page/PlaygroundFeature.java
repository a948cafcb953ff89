package dev.statute.server.internal.page;

import dev.statute.json.JsonText;
import dev.statute.server.AccessRole;
import dev.statute.server.ServerSettings;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.BodyFields;
import dev.statute.server.internal.http.LocalNames;
import dev.statute.server.internal.http.RouteTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Playground: a chart, rules and a test in the browser. Everything is played in a process of its
 * own, whose time and memory are limited, since the files come from the network. Off where callers
 * come from other machines, unless it is switched on. Thread-safe.
 */
public final class PlaygroundFeature implements ServerFeature {
  private static final int MOST_TEXT = 256 * 1024;
  private static final int MOST_LINES = 500;

  private final PageFiles files = new PageFiles();
  private final PlaygroundProcess process = new PlaygroundProcess();

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    ServerSettings settings = context.settings();
    if (!settings.playground() && !LocalNames.isLoopback(settings)) {
      return;
    }
    routes
        .get("/play", AccessRole.PUBLIC, "Returns the playground's page", this::page)
        .reply(200, "text/html");
    routes
        .post(
            "/v1/playground",
            AccessRole.ADMIN,
            "Checks and plays a chart with its rules and test; keeps nothing",
            this::play)
        .body("application/json");
  }

  private ApiReply page(ApiRequest request) {
    if (request.method().equals("GET")) {
      process.warmUp();
    }
    return files.reply(request, "play.html");
  }

  private ApiReply play(ApiRequest request) {
    Map<String, @Nullable Object> body = request.json();
    long length = (long) length(body, "chart") + length(body, "rules") + length(body, "test");
    if (length > MOST_TEXT) {
      throw ApiProblem.of(413, "playground", "the files are longer than " + MOST_TEXT);
    }
    Object lines = body.get("lines");
    if (lines instanceof List<?> list && list.size() > MOST_LINES) {
      throw ApiProblem.of(413, "playground", "a simulation takes at most " + MOST_LINES + " lines");
    }
    if (lines != null && !(lines instanceof List<?>)) {
      throw ApiProblem.of(400, "body", "'lines' must be a list of input lines");
    }
    return new ApiReply.Later(process.play(JsonText.write(body)).thenApply(ApiReply::json));
  }

  private static int length(Map<String, @Nullable Object> body, String name) {
    String text = BodyFields.text(body, name);
    return text == null ? 0 : text.length();
  }

  @Override
  public void close() {
    process.close();
  }
}

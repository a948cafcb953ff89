package dev.statute.server.internal.hook;

import dev.statute.Statute;
import dev.statute.guard.HookException;
import dev.statute.guard.HookService;
import dev.statute.runtime.EngineBuilder;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * HttpRoute for hooks of agent programs: payload in, reply out. A session begins on the chart of
 * the parameter {@code chart}, else on {@code supervised}, else on the only chart. Thread-safe.
 */
public final class HookRoutes implements ServerFeature {
  private static final String DEFAULT_CHART = "supervised";

  /** Bytes of a payload that are always accepted, as results of tools are in it. */
  private static final int PAYLOAD = 64 << 20;

  private @Nullable HookService hooks;
  private @Nullable Statute statute;

  @Override
  public void configure(EngineBuilder engine) {
    hooks = HookService.on(engine);
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    statute = context.statute();
    routes.report("/v1/hooks/");
    routes
        .post(
            "/v1/hooks/{vendor}", AccessRole.ACT, "Answers a hook of an agent program", this::hook)
        .query("chart", "string", "chart of a new session; default: supervised, or the only chart")
        .body("application/json")
        .minBody(PAYLOAD)
        .reply(200, "application/json")
        .reply(204, "");
  }

  private ApiReply hook(ApiRequest request) {
    String vendor = request.path("vendor");
    if (!HookService.vendors().contains(vendor)) {
      throw ApiProblem.of(
          404,
          "vendor",
          "there are no hooks of '"
              + vendor
              + "'; there are "
              + String.join(", ", HookService.vendors()));
    }
    String chart = chart(request.query("chart"));
    try {
      return ApiReply.later(
          Objects.requireNonNull(hooks)
              .answer(chart, vendor, request.text())
              .handle(HookRoutes::reply));
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "payload", String.valueOf(e.getMessage()));
    }
  }

  private String chart(@Nullable String named) {
    Set<String> charts = new LinkedHashSet<>();
    Objects.requireNonNull(statute).charts().forEach(each -> charts.add(each.chart().name()));
    String wanted =
        named != null ? named : charts.size() == 1 ? charts.iterator().next() : DEFAULT_CHART;
    if (!charts.contains(wanted)) {
      throw ApiProblem.of(
          404, "chart", "there is no chart '" + wanted + "'; name one with the parameter 'chart'");
    }
    return wanted;
  }

  private static ApiReply reply(@Nullable String body, @Nullable Throwable error) {
    if (body != null) {
      return body.isEmpty() ? ApiReply.empty(204) : ApiReply.json(body);
    }
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof HookException refused) {
      throw ApiProblem.of(503, refused.code(), String.valueOf(refused.getMessage()));
    }
    throw new CompletionException(cause);
  }
}

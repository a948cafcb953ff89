package dev.statute.server.internal.hook;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * HttpRoute for hooks of agent programs: payload in, reply out. A session begins on the chart of
 * the parameter {@code chart}, else on {@code supervised}, else on the only chart. Thread-safe.
 */
public final class HookRoutes implements ServerFeature {
  /** Bytes of a payload that are always accepted, as results of tools are in it. */
  private static final int PAYLOAD = 64 << 20;

  /** Media type of a reply, by which a hook tells it from one of another server. */
  private static final String REPLY = "application/vnd.statute.hook+json";

  /** Header of each verdict, also of one without a body, by which a hook tells it from others. */
  private static final String VERDICT = "Statute-Verdict";

  private @Nullable HookService hooks;

  @Override
  public void configure(EngineBuilder engine) {
    hooks = HookService.on(engine);
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    routes.report("/v1/hooks/");
    routes
        .post(
            "/v1/hooks/{vendor}",
            AccessRole.ACT,
            "Answers a hook of an agent program",
            request -> hook(context.statute(), request))
        .query("chart", "string", "chart of a new session; default: supervised, or the only chart")
        .body("application/json")
        .minBody(PAYLOAD)
        .reply(200, REPLY)
        .reply(204, "");
  }

  private ApiReply hook(Statute statute, ApiRequest request) {
    String vendor = request.path("vendor");
    boolean known = HookService.vendors().contains(vendor);
    String chart = known ? chart(statute, request.query("chart")) : "";
    try {
      return new ApiReply.Later(
          Objects.requireNonNull(hooks)
              .answer(chart, vendor, text(request.body()))
              .thenApply(HookRoutes::verdict)
              .exceptionally(HookRoutes::unanswered));
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(known ? 400 : 404, known ? "payload" : "vendor", e);
    }
  }

  private static ApiReply.Body verdict(String body) {
    return body.isEmpty()
        ? ApiReply.empty(204).withHeader(VERDICT, "none")
        : ApiReply.text(200, REPLY, body).withHeader(VERDICT, "body");
  }

  /** Returns a payload as text: UTF-8, or UTF-16 by its byte order mark, as programs on Windows. */
  private static String text(byte[] payload) {
    boolean marked =
        payload.length >= 2
            && (payload[0] == (byte) 0xFE || payload[0] == (byte) 0xFF)
            && payload[0] + payload[1] == (byte) 0xFE + (byte) 0xFF;
    return new String(payload, marked ? UTF_16 : UTF_8);
  }

  private static String chart(Statute statute, @Nullable String named) {
    List<String> charts =
        statute.charts().stream().map(each -> each.chart().name()).distinct().toList();
    String wanted = named != null ? named : charts.size() == 1 ? charts.get(0) : "supervised";
    if (!charts.contains(wanted)) {
      throw ApiProblem.of(
          404, "chart", "there is no chart '" + wanted + "'; name one with the parameter 'chart'");
    }
    return wanted;
  }

  private static ApiReply.Body unanswered(Throwable error) {
    if (error.getCause() instanceof HookException refused) {
      throw ApiProblem.of(503, refused.code(), refused);
    }
    throw new CompletionException(error.getCause());
  }
}

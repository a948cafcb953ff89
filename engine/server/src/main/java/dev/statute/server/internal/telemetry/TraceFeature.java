package dev.statute.server.internal.telemetry;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.telemetry.TraceIngestion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.zip.GZIPInputStream;

/** HttpRoute for the spans of OTLP exporters, which become records on the chart observer. */
public final class TraceFeature implements ServerFeature {
  private static final String CHART = "observer";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";

  /** Longest body in relation to the longest compressed one. */
  private static final int MAX_RATIO = 16;

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    TraceIngestion ingestion = new TraceIngestion(context.engine(), CHART);
    int most =
        (int) Math.min(Integer.MAX_VALUE - 1, (long) context.settings().maxBody() * MAX_RATIO);
    routes
        .post(
            "/v1/traces",
            AccessRole.ACT,
            "Takes spans of agents by OTLP",
            request -> accept(ingestion, request, most))
        .body(PROTOBUF, JSON)
        .reply(200, PROTOBUF);
  }

  private static ApiReply accept(TraceIngestion ingestion, ApiRequest request, int most) {
    boolean json = request.hasContentType(JSON);
    if (!json && !request.hasContentType(PROTOBUF)) {
      throw ApiProblem.of(415, "media-type", "spans come as " + PROTOBUF + " or " + JSON);
    }
    byte[] body = content(request, most);
    CompletableFuture<TraceIngestion.Result> result;
    try {
      result = json ? ingestion.acceptJson(body) : ingestion.acceptProtobuf(body);
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "traces", e);
    }
    return new ApiReply.Later(
        result.thenApply(done -> reply(done, json)).exceptionally(TraceFeature::refused));
  }

  private static ApiReply.Body refused(Throwable error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    if (cause instanceof IllegalArgumentException) {
      throw ApiProblem.of(409, "no-chart", cause);
    }
    throw new CompletionException(cause);
  }

  private static ApiReply.Body reply(TraceIngestion.Result done, boolean json) {
    if (done.overloaded()) {
      throw ApiProblem.of(503, "overloaded", done.message());
    }
    return ApiReply.bytes(200, json ? JSON : PROTOBUF, json ? done.toJson() : done.toProtobuf());
  }

  private static byte[] content(ApiRequest request, int most) {
    String encoding = request.header("Content-Encoding");
    if (encoding == null || encoding.equalsIgnoreCase("identity")) {
      return request.body();
    }
    if (!encoding.equalsIgnoreCase("gzip")) {
      throw ApiProblem.of(415, "encoding", "spans are compressed by gzip, not by " + encoding);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(request.body()))) {
      byte[] content = in.readNBytes(most + 1);
      if (content.length > most) {
        throw ApiProblem.tooLarge(most);
      }
      return content;
    } catch (IOException e) {
      throw ApiProblem.of(400, "encoding", "the body is not compressed by gzip");
    }
  }
}

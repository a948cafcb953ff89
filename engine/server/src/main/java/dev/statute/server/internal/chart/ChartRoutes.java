package dev.statute.server.internal.chart;

import dev.statute.ReloadResult;
import dev.statute.Statute;
import dev.statute.problem.Source;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.step.Chart;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Routes of the charts that the server has. Thread-safe. */
public final class ChartRoutes implements ServerFeature {
  private static final int MOST_PICTURES = 64;

  private final ChartPictures pictures = new ChartPictures(MOST_PICTURES);
  private volatile @Nullable ReloadResult lastReload;

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    Statute statute = context.statute();
    statute.onReload(result -> lastReload = result);
    routes.get("/v1/charts", AccessRole.READ, "Lists the charts", request -> list(statute));
    routes
        .get(
            "/v1/charts/{name}.svg",
            AccessRole.READ,
            "Returns the picture of a chart",
            request -> picture(statute, request))
        .reply(200, "image/svg+xml");
    routes.get(
        "/v1/charts/{name}",
        AccessRole.READ,
        "Returns a chart, as JSON or as its YAML source",
        request -> chart(statute, request));
  }

  private ApiReply list(Statute statute) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put(
        "charts", statute.charts().stream().map(each -> ChartJson.summary(each.chart())).toList());
    ReloadResult reload = lastReload;
    json.put("reload", reload == null ? null : ChartJson.reload(reload));
    return ApiReply.json(200, json);
  }

  private ApiReply picture(Statute statute, ApiRequest request) {
    Chart chart = find(statute, request);
    return ApiReply.text(200, "image/svg+xml", pictures.svg(chart))
        .withHeader("ETag", "\"" + chart.hash() + "\"");
  }

  private static ApiReply chart(Statute statute, ApiRequest request) {
    Chart chart = find(statute, request);
    if (request.accepts("application/yaml") || request.accepts("text/yaml")) {
      Source source = chart.definition().name().source();
      if (source == null) {
        throw ApiProblem.of(406, "no-source", "the chart was not read from YAML");
      }
      return ApiReply.text(200, "application/yaml; charset=utf-8", source.content());
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>(ChartJson.summary(chart));
    json.putAll(ChartJson.details(chart));
    return ApiReply.json(200, json);
  }

  private static Chart find(Statute statute, ApiRequest request) {
    try {
      return statute.chart(request.path("name")).chart();
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(404, "no-chart", e);
    }
  }
}

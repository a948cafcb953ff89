package dev.statute.server.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TraceRouteTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root", "../.."), "charts");

  private final HttpClient client = HttpClient.newHttpClient();
  private Statute statute;
  private StatuteServer server;

  @BeforeEach
  void start() throws IOException {
    statute = Statute.load(CHARTS.resolve("observer.yaml"));
    server =
        StatuteServer.start(
            statute, ServerSettings.DEFAULT.listen("127.0.0.1", 0), engine -> engine);
  }

  @AfterEach
  void stop() {
    server.close();
    statute.close();
  }

  private void export(String compression) {
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(server.uri() + "/v1/traces")
            .setCompression(compression)
            .build();
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build()) {
      Tracer tracer = provider.get("agent");
      Span agent = tracer.spanBuilder("invoke_agent coder").startSpan();
      agent.setAttribute("gen_ai.operation.name", "invoke_agent");
      agent.setAttribute("gen_ai.conversation.id", "c-" + compression);
      agent.setAttribute("gen_ai.agent.name", "coder");
      for (int i = 0; i < 4; i++) {
        Span tool =
            tracer
                .spanBuilder("execute_tool edit")
                .setParent(Context.root().with(agent))
                .startSpan();
        tool.setAttribute("gen_ai.operation.name", "execute_tool");
        tool.setAttribute("gen_ai.tool.name", "edit");
        tool.setAttribute("gen_ai.tool.call.arguments", "{\"file\":\"a.go\"}");
        tool.setAttribute(AttributeKey.stringKey("error.type"), "not_found");
        tool.setStatus(StatusCode.ERROR, "not found");
        tool.end();
      }
      agent.end();
      assertThat(provider.forceFlush().join(20, TimeUnit.SECONDS).isSuccess()).isTrue();
    }
  }

  @Test
  void spans_of_the_sdk_become_records_of_their_conversation() {
    export("none");
    export("gzip");
    for (String id : new String[] {"c-none", "c-gzip"}) {
      assertThat(server.engine().instance(id).progress())
          .containsEntry("calls", 4L)
          .containsEntry("failures", 4L)
          .containsEntry("consecutiveErrors", 4L);
      assertThat(server.engine().instance(id).stuck().isStuck()).isTrue();
    }
  }

  private HttpResponse<String> post(String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(server.uri().resolve("/v1/traces"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String span(String id, int start, String name, String attributes) {
    return """
    {"traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"%s","name":"%s",
     "startTimeUnixNano":"%d","attributes":[%s]}\
    """
        .formatted(id, name, start, attributes);
  }

  private static String request(String... spans) {
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + String.join(",", spans) + "]}]}]}";
  }

  @Test
  void spans_in_json_are_counted_once_and_one_without_a_tool_is_a_partial_success()
      throws Exception {
    String body =
        request(
            span("02", 2, "execute_tool look", ""),
            span("01", 1, "execute_tool edit", ""),
            span("03", 3, "GET /", ""),
            span(
                "04",
                4,
                "tool",
                "{\"key\":\"gen_ai.operation.name\","
                    + "\"value\":{\"stringValue\":\"execute_tool\"}}"));
    HttpResponse<String> first = post(body);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body())
        .isEqualTo(
            "{\"partialSuccess\":{\"errorMessage\":\"span 04 names no tool\","
                + "\"rejectedSpans\":\"1\"}}");
    assertThat(post(body).statusCode()).isEqualTo(200);
    assertThat(server.engine().instance("trace:5b8efff798038103d269b633813fc60c").progress())
        .containsEntry("calls", 2L);
  }

  @Test
  void other_bodies_are_refused_with_their_reason() throws Exception {
    assertThat(post("{\"resourceSpans\":7}").statusCode()).isEqualTo(400);
    assertThat(post("[]").statusCode()).isEqualTo(400);
    assertThat(post("{}").body()).isEqualTo("{}");
  }
}

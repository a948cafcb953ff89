package dev.statute.server.internal.turn;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.BodyFields;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.turns.Ack;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Routes of agents. Thread-safe. */
final class TurnRoutes {
  private static final int PAGE = 1_000;

  private final TurnFeature feature;

  TurnRoutes(TurnFeature feature) {
    this.feature = feature;
  }

  void addTo(RouteTable routes) {
    routes
        .get("/v1/agents", AccessRole.READ, "Lists agents", this::list)
        .query("after", "string", "name of the last agent that is known");
    routes.get("/v1/agents/{agent}", AccessRole.READ, "Shows an agent with its turns", this::show);
    routes
        .post("/v1/agents/{agent}/requests", AccessRole.ACT, "Requests a turn", this::request)
        .header("Idempotency-Key", "key of the request; the same key is the same request")
        .body("application/json")
        .reply(202, "application/json")
        .reply(200, "application/json");
    routes.get(
        "/v1/agents/{agent}/requests",
        AccessRole.READ,
        "Shows an agent with its turns",
        this::show);
    routes
        .post("/v1/agents/{agent}/stop", AccessRole.ACT, "Ends the active turn", this::stop)
        .header("Idempotency-Key", "key of the stop")
        .body("application/json");
    routes
        .post("/v1/agents/{agent}/reports", AccessRole.ACT, "Reports a tool's result", this::report)
        .body("application/json");
    routes
        .get("/v1/agents/{agent}/stream", AccessRole.READ, "Follows an agent", this::stream)
        .query("after", "integer", "number of the last event that is known")
        .header("Last-Event-ID", "number of the last event that is known; precedes 'after'")
        .reply(200, "text/event-stream");
  }

  private ApiReply list(ApiRequest request) {
    String after = request.query("after");
    List<Head> heads = feature.dependencies().store().heads(after == null ? "" : after, PAGE);
    List<Object> all = new ArrayList<>();
    heads.forEach(head -> all.add(AgentJson.head(head)));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("next", heads.size() < PAGE ? null : heads.get(heads.size() - 1).agent());
    json.put("agents", all);
    return ApiReply.json(200, json);
  }

  private ApiReply show(ApiRequest request) {
    String agent = request.path("agent");
    return new ApiReply.Later(
        AgentJson.read(feature.dependencies().store(), agent)
            .thenApply(
                json -> ApiReply.json(200, json.orElseThrow(() -> TurnRoutes.noAgent(agent)))));
  }

  private ApiReply request(ApiRequest request) {
    Map<String, @Nullable Object> body = request.json();
    String agent = request.path("agent");
    String header = request.header("Idempotency-Key");
    String given = BodyFields.text(body, "key");
    String key = given != null ? given : header != null ? header : UUID.randomUUID().toString();
    TurnRequest asked;
    try {
      asked =
          new TurnRequest(
              agent,
              key,
              BodyFields.object(body, "task"),
              BodyFields.texts(body, "fields"),
              BodyFields.text(body, "context"),
              BodyFields.text(body, "output_box"),
              TurnRequest.readLineage(BodyFields.object(body, "nested")));
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "body", e);
    }
    return new ApiReply.Later(
        feature
            .turns()
            .open(agent)
            .thenCompose(opened -> feature.turns().enqueue(asked))
            .thenApply(ack -> acknowledge(agent, key, ack)));
  }

  private ApiReply stop(ApiRequest request) {
    Map<String, @Nullable Object> body = request.optionalJson();
    String agent = request.path("agent");
    String header = request.header("Idempotency-Key");
    String key = header == null ? "stop-" + UUID.randomUUID() : header;
    String by = BodyFields.text(body, "by");
    CompletionStage<Ack> stopped =
        feature.turns().stop(agent, key, BodyFields.text(body, "turn"), by == null ? "http" : by);
    return new ApiReply.Later(stopped.thenApply(ack -> acknowledge(agent, key, ack)));
  }

  private ApiReply report(ApiRequest request) {
    Map<String, @Nullable Object> body = request.json();
    String agent = request.path("agent");
    String turn = BodyFields.text(body, "turn");
    if (turn == null || !(body.get("epoch") instanceof Long epoch)) {
      throw ApiProblem.of(400, "body", "a report has 'turn' and 'epoch', as its command had them");
    }
    String call = BodyFields.text(body, "call");
    String card = BodyFields.text(body, "card");
    String by = BodyFields.text(body, "by");
    ToolReport report =
        new ToolReport(
            agent,
            turn,
            epoch,
            call,
            card == null ? ToolReport.cardId(call) : card,
            body.get("result") == null ? null : BodyFields.object(body, "result"),
            status(BodyFields.text(body, "status")),
            BodyFields.text(body, "after"),
            by == null ? "http" : by);
    return new ApiReply.Later(
        feature
            .turns()
            .report(report)
            .thenApply(ack -> acknowledge(agent, String.valueOf(call), ack)));
  }

  private static ToolStatus status(@Nullable String word) {
    try {
      return word == null ? ToolStatus.SUCCESS : ToolStatus.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "body", "there is no status '" + word + "' of a tool");
    }
  }

  private ApiReply stream(ApiRequest request) {
    Turns turns = feature.turns();
    TurnStore store = feature.dependencies().store();
    String agent = request.path("agent");
    long after = request.lastEvent();
    return new ApiReply.Later(
        store
            .transact(
                agent,
                transaction -> {
                  transaction.abandon();
                  return transaction.lastEvent();
                })
            .thenApply(
                last ->
                    new ApiReply.Events(new AgentStreamSource(turns, store, agent, last, after))));
  }

  private static ApiReply acknowledge(String agent, String key, Ack ack) {
    if (ack.kind() == Ack.Kind.UNKNOWN_AGENT) {
      throw noAgent(agent);
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("agent", agent);
    json.put("key", key);
    json.put("outcome", ack.kind().word());
    json.put("message", ack.message());
    json.put("turn", ack.turn());
    return ApiReply.json(ack.kind() == Ack.Kind.DONE ? 202 : 200, json);
  }

  static ApiProblem noAgent(String agent) {
    return ApiProblem.of(404, "no-agent", "there is no agent '" + agent + "'");
  }
}

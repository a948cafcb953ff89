package dev.statute.server.internal.instance;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.runtime.InstanceHandle;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.turns.Turns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** HttpRoute that sends inputs to an instance. Thread-safe. */
final class InputRoutes {
  private static final String FILE = "body";

  /** Most lines of a body, as all of their answers are kept until the last one is given. */
  private static final int MAX_LINES = 10_000;

  private final ServerContext context;
  private final InputHandling handling;

  InputRoutes(ServerContext context, StepCollector collector) {
    this.context = context;
    handling = new InputHandling(context, collector);
  }

  void addTo(RouteTable routes) {
    routes
        .post("/v1/instances/{id}/inputs", AccessRole.ACT, "Sends inputs", this::send)
        .query("spawn", "string", "chart of the instance that is begun if none is alive")
        .header("Idempotency-Key", "id of the input; sent again it is a duplicate")
        .body("application/json", ApiReply.LINES);
  }

  private ApiReply send(ApiRequest request) throws IOException {
    InstanceHandle instance = context.engine().instance(request.path("id"));
    String key = request.header("Idempotency-Key");
    String spawn = spawn(request);
    if (request.hasContentType(ApiReply.LINES)) {
      return sendLines(instance, request, key, spawn);
    }
    Map<String, @Nullable Object> body = request.json();
    InputLine line = InputLines.parse(1, body, name -> new Place(FILE, 1, 1));
    Problem problem = InputHandling.problem(line);
    if (problem != null) {
      throw ApiProblem.of(400, problem);
    }
    boolean all = request.accepts(ApiReply.LINES);
    return new ApiReply.Later(
        handling
            .handle(instance, line, key, spawn, true)
            .thenApply(lines -> all ? ApiReply.lines(lines) : ApiReply.json(lines.get(0))));
  }

  /** Returns the chart to begin, which is checked also where the instance is alive. */
  private @Nullable String spawn(ApiRequest request) {
    String chart = request.query("spawn");
    if (chart != null) {
      try {
        if (Turns.runsOn(context.statute().chart(chart).chart())) {
          throw ApiProblem.of(
              400, "no-chart", "'" + chart + "' is for agents, which have routes of their own");
        }
      } catch (IllegalArgumentException e) {
        throw ApiProblem.of(400, "no-chart", e);
      }
    }
    return chart;
  }

  private ApiReply sendLines(
      InstanceHandle instance, ApiRequest request, @Nullable String key, @Nullable String spawn)
      throws IOException {
    InputLines read = new InputLines(new ByteArrayInputStream(request.body()), FILE);
    List<InputLine> inputs = new ArrayList<>();
    for (InputLine line = read.next(); line != null; line = read.next()) {
      inputs.add(line);
      if (inputs.size() > MAX_LINES) {
        throw ApiProblem.of(
            413, "body", "the body has more than " + MAX_LINES + " lines; send it in parts");
      }
    }
    if (inputs.isEmpty()) {
      throw ApiProblem.of(400, "body", "the body has no lines");
    }
    CompletableFuture<ApiReply.Body> reply = new CompletableFuture<>();
    handleNext(inputs.iterator(), instance, key, spawn, new ArrayList<>(), reply);
    return new ApiReply.Later(reply);
  }

  /** Handles lines one after the other, and completes the reply after the last one. */
  private void handleNext(
      Iterator<InputLine> lines,
      InstanceHandle instance,
      @Nullable String key,
      @Nullable String spawn,
      List<String> answers,
      CompletableFuture<ApiReply.Body> reply) {
    while (lines.hasNext()) {
      InputLine line = lines.next();
      String lineKey = key == null ? null : key + "/" + line.number();
      CompletableFuture<Boolean> handled;
      try {
        handled =
            handling
                .handle(instance, line, lineKey, spawn, answers.isEmpty())
                .thenApply(answers::addAll);
      } catch (RuntimeException e) {
        handled = CompletableFuture.failedFuture(e);
      }
      if (!handled.isDone() || handled.isCompletedExceptionally()) {
        var unused =
            handled.whenComplete(
                (done, error) -> {
                  if (error == null) {
                    handleNext(lines, instance, key, spawn, answers, reply);
                  } else {
                    reply.completeExceptionally(error);
                  }
                });
        return;
      }
    }
    reply.complete(ApiReply.lines(answers));
  }
}

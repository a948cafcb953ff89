package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static dev.statute.server.ServerFixture.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.store.MemoryStore;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Life of a chat actor as a process of the server: begun, held, ended, respawned. */
@Timeout(120)
class ProcessLifeTest {
  private static final Path CHART = Path.of("../../charts/chat-actor.yaml").toAbsolutePath();
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final String WORK =
      "{\"event\":\"ProcessInteraction\",\"data\":{\"user_id\":\"5f0e8b1c-0000-4000-8000-000000000001\"}}";
  private static final String SHUTDOWN = "{\"event\":\"Shutdown\"}";
  private static final String RESPAWN = "{\"id\":\"a\",\"respawn\":true}";
  private static final String BEGIN_A = "{\"chart\":\"chat-actor\",\"id\":\"a\"}";

  private final MemoryStore store = new MemoryStore();
  private final ManualClock clock = new ManualClock(BEGIN);
  private final ServerFixture server =
      ServerFixture.start(CHART.normalize(), ServerSettings.DEFAULT, store, clock);

  @AfterEach
  void close() {
    server.close();
  }

  private int begin(String body) {
    return server.post("/v1/instances", body).statusCode();
  }

  private Map<String, ?> shown() {
    return json(server.get("/v1/instances/a"));
  }

  @Test
  void a_respawned_life_takes_over_what_the_chart_hydrates_and_a_plain_one_does_not() {
    assertThat(begin(RESPAWN)).isEqualTo(404);
    assertThat(begin(BEGIN_A)).isEqualTo(201);
    server.input("a", WORK);
    assertThat(begin(RESPAWN)).isEqualTo(409);
    server.input("a", SHUTDOWN);
    clock.advance(Duration.ofSeconds(1));
    assertThat(begin(RESPAWN)).isEqualTo(201);
    assertThat(data().get("interactions")).isEqualTo(1L);
    server.input("a", WORK);
    assertThat(data().get("interactions")).isEqualTo(2L);
    server.input("a", "{\"event\":\"Cancel\",\"data\":{\"reason\":\"enough\"}}");
    clock.advance(Duration.ofSeconds(1));
    assertThat(begin(BEGIN_A)).isEqualTo(201);
    assertThat(data().get("interactions")).isEqualTo(0L);
  }

  private Map<?, ?> data() {
    return (Map<?, ?>) shown().get("data");
  }

  @Test
  void earlier_lives_are_listed_with_their_steps() {
    begin(BEGIN_A);
    server.input("a", WORK);
    server.input("a", SHUTDOWN);
    clock.advance(Duration.ofMinutes(1));
    begin(RESPAWN);
    server.input("a", WORK);
    List<?> lives = (List<?>) json(server.get("/v1/instances/a/lives")).get("lives");
    assertThat(lives).hasSize(2);
    Map<?, ?> first = (Map<?, ?>) lives.get(0);
    assertThat(first.get("configuration")).isEqualTo(List.of("completed"));
    assertThat(first.get("started")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(first.get("until")).isEqualTo("2026-01-01T00:01:00Z");
    assertThat(first.get("life")).isEqualTo(1L);
    assertThat(outcomes(json(server.get("" + first.get("steps")))))
        .isEqualTo(List.of("started", "taken", "taken"));
    Map<?, ?> second = (Map<?, ?>) lives.get(1);
    assertThat(second.get("done")).isEqualTo(false);
    assertThat(outcomes(json(server.get("" + second.get("steps")))))
        .isEqualTo(List.of("started", "taken"));
    Map<String, ?> step = json(server.get("/v1/instances/a/steps/1"));
    assertThat(step.get("reproduced")).isEqualTo(true);
    assertThat(((Map<?, ?>) step.get("data")).get("interactions")).isEqualTo(2L);
    assertThat(server.get("/v1/instances/a/steps?life=3").statusCode()).isEqualTo(404);
    assertThat(server.get("/v1/instances/b/lives").statusCode()).isEqualTo(404);
  }

  private static List<?> outcomes(Map<String, ?> log) {
    return ((List<?>) log.get("steps"))
        .stream().map(step -> ((Map<?, ?>) step).get("outcome")).toList();
  }

  @Test
  void an_input_begins_an_instance_if_none_is_alive() {
    String path = "/v1/instances/a/inputs?spawn=chat-actor";
    Map<String, ?> taken = json(server.post(path, WORK));
    assertThat(taken.get("outcome")).isEqualTo("taken");
    assertThat(taken.get("seq")).isEqualTo(1L);
    assertThat(json(server.post(path, SHUTDOWN)).get("to")).isEqualTo(List.of("completed"));
    clock.advance(Duration.ofSeconds(1));
    assertThat(json(server.post(path, WORK)).get("to")).isEqualTo(List.of("running"));
    assertThat(data().get("interactions")).isEqualTo(2L);
    assertThat((List<?>) json(server.get("/v1/instances/a/lives")).get("lives")).hasSize(2);
    assertThat(server.post("/v1/instances/a/inputs?spawn=chat", WORK).statusCode()).isEqualTo(400);
    assertThat(server.get("/v1/instances/b").statusCode()).isEqualTo(404);
  }

  @Test
  void a_held_instance_has_a_heartbeat_every_30_seconds() {
    begin(BEGIN_A);
    String worker = server.server.engine().worker().name();
    assertThat(shown().get("heldBy")).isEqualTo(worker);
    assertThat(shown().get("heartbeat")).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(shown().get("heldUntil")).isEqualTo("2026-01-01T00:02:00Z");
    for (int second = 30; second <= 150; second += 30) {
      clock.advance(Duration.ofSeconds(30));
      awaitHeartbeat(BEGIN.plusSeconds(second));
    }
    assertThat(shown().get("stale")).isEqualTo(false);
  }

  /** Asks until the engine's thread has renewed the lease; the test's timeout ends it otherwise. */
  private void awaitHeartbeat(Instant at) {
    while (!at.toString().equals(shown().get("heartbeat"))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void an_instance_of_a_silent_server_is_stale_after_120_seconds_and_is_taken_over() {
    Statute statute = Statute.load(CHART.normalize());
    Engine silent =
        statute
            .engine()
            .store(store)
            .clock(new ManualClock(BEGIN)) // stands still: no further heartbeat
            .lease(Duration.ofSeconds(120))
            .worker("silent")
            .build();
    silent.spawn("a", "chat-actor").join();
    clock.advance(Duration.ofSeconds(119));
    assertThat(shown().get("heldBy")).isEqualTo("silent");
    assertThat(shown().get("stale")).isEqualTo(false);
    clock.advance(Duration.ofSeconds(1));
    assertThat(shown().get("stale")).isEqualTo(true);
    List<?> listed = (List<?>) json(server.get("/v1/instances")).get("instances");
    assertThat(((Map<?, ?>) listed.get(0)).get("stale")).isEqualTo(true);
    assertThat(json(server.input("a", WORK)).get("outcome")).isEqualTo("taken");
    assertThat(shown().get("heldBy")).isEqualTo(server.server.engine().worker().name());
    assertThat(shown().get("stale")).isEqualTo(false);
    silent.close();
    statute.close();
  }

  @Test
  void a_shutdown_keeps_the_final_state_ends_the_heartbeat_and_refuses_later_inputs() {
    begin(BEGIN_A);
    Map<String, ?> last = json(server.input("a", SHUTDOWN));
    assertThat(last.get("to")).isEqualTo(List.of("completed"));
    Map<String, ?> ended = shown();
    assertThat(ended.get("status")).isEqualTo("done");
    assertThat(ended.get("configuration")).isEqualTo(List.of("completed"));
    assertThat(ended.get("heldBy")).isNull();
    assertThat(ended.get("heartbeat")).isNull();
    assertThat(ended.get("stale")).isEqualTo(false);
    Map<String, ?> refused = json(server.input("a", WORK));
    assertThat(refused.get("outcome")).isEqualTo("rejected");
    assertThat(refused.get("code")).isEqualTo("finished");
    HttpResponse<String> stream = server.get("/v1/instances/a/stream");
    assertThat(stream.body().lines().filter(line -> line.startsWith("event: ")).toList())
        .containsExactly("event: state_changed", "event: stopped", "event: finished");
  }

  @Test
  void inactivity_completes_an_actor_and_a_ping_keeps_it_alive() {
    begin(BEGIN_A);
    clock.advance(Duration.ofMinutes(9));
    assertThat(json(server.input("a", "{\"event\":\"Ping\"}")).get("outcome"))
        .isNotEqualTo("rejected");
    clock.advance(Duration.ofMinutes(9));
    assertThat(shown().get("configuration")).isEqualTo(List.of("idle"));
    clock.advance(Duration.ofMinutes(1));
    List<Object> events = new ArrayList<>();
    server
        .get("/v1/instances/a/stream?after=0") // ends when the actor has
        .body()
        .lines()
        .filter(line -> line.startsWith("event: "))
        .forEach(events::add);
    assertThat(events).contains("event: stopped", "event: finished");
    assertThat(shown().get("configuration")).isEqualTo(List.of("completed"));
  }

  @Test
  void settings_of_an_instance_are_refused_with_the_way() {
    HttpResponse<String> refused =
        server.post(
            "/v1/instances", "{\"chart\":\"chat-actor\",\"settings\":{\"inactivity\":\"1m\"}}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).get("code")).isEqualTo("settings");
    assertThat("" + json(refused).get("detail")).contains("extends", "--set");
    assertThat(begin("{\"chart\":\"chat-actor\",\"respawn\":\"yes\"}")).isEqualTo(400);
    assertThat(begin("{\"respawn\":true}")).isEqualTo(400);
  }

  @Test
  void only_events_that_the_chart_names_begin_a_life() {
    String path = "/v1/instances/a/inputs?spawn=chat-actor";
    String ping = "{\"event\":\"Ping\"}";
    assertThat(server.post(path, ping).statusCode()).isEqualTo(404);
    server.post(path, WORK);
    server.post(path, SHUTDOWN);
    assertThat(json(server.post(path, ping)).get("code")).isEqualTo("finished");
    assertThat((List<?>) json(server.get("/v1/instances/a/lives")).get("lives")).hasSize(1);
  }

  @Test
  void many_lines_begin_one_instance() {
    HttpResponse<String> answer =
        server.post(
            "/v1/instances/a/inputs?spawn=chat-actor",
            WORK + "\n" + SHUTDOWN + "\n" + WORK + "\n",
            "Content-Type",
            "application/x-ndjson");
    assertThat(lines(answer).stream().map(line -> line.get("outcome")).toList())
        .isEqualTo(List.of("taken", "taken", "taken"));
    assertThat((List<?>) json(server.get("/v1/instances/a/lives")).get("lives")).hasSize(2);
  }
}

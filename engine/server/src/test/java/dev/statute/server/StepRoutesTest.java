package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.ManualClock;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decision logs over HTTP. */
class StepRoutesTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;

  private ServerFixture start(MemoryStore store, ManualClock clock) {
    return ServerFixture.start(ServerSettings.DEFAULT.journal(folder), store, clock);
  }

  @Test
  void a_log_continues_after_a_restart_and_each_step_can_be_shown_and_explained() {
    MemoryStore store = new MemoryStore();
    ManualClock clock = new ManualClock(BEGIN);
    try (ServerFixture server = start(store, clock)) {
      server.begin("a");
      server.input("a", "{\"event\":\"open\"}");
      clock.advance(Duration.ofMinutes(11));
    }
    try (ServerFixture server = start(store, clock)) {
      server.input("a", "{\"event\":\"close\"}");
      server.input("a", "{\"event\":\"open\",\"data\":{\"by\":\"ann\"}}");
      Map<String, ?> log = json(server.get("/v1/instances/a/steps"));
      assertThat(outcomes(log)).isEqualTo(List.of("started", "taken", "taken", "ignored", "taken"));
      Map<String, ?> second = json(server.get("/v1/instances/a/steps?after=0&limit=1"));
      assertThat(outcomes(second)).isEqualTo(List.of("taken"));
      assertThat(second.get("next")).isEqualTo(1L);
      assertThat(second.get("last")).isEqualTo(4L);
      Map<String, ?> shown = json(server.get("/v1/instances/a/steps/2"));
      assertThat(shown.get("configuration")).isEqualTo(List.of("closed"));
      assertThat(shown.get("data")).isEqualTo(Map.of("opened", 1L));
      assertThat(shown.get("reproduced")).isEqualTo(true);
      Map<String, ?> why = json(server.get("/v1/instances/a/steps/4/why"));
      assertThat(why.get("outcome")).isEqualTo("taken");
      assertThat(why.get("from")).isEqualTo(List.of("closed"));
      assertThat(why.containsKey("reproduced")).isFalse();
      assertThat(server.get("/v1/instances/a/steps/9").statusCode()).isEqualTo(404);
      assertThat(server.get("/v1/instances/a/steps/x").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void lines_are_the_whole_log_or_the_page_that_is_asked_for() {
    try (ServerFixture server = start(new MemoryStore(), new ManualClock(BEGIN))) {
      server.begin("a");
      for (int i = 0; i < 60; i++) {
        server.input("a", "{\"event\":\"open\"}");
        server.input("a", "{\"event\":\"close\"}");
      }
      assertThat(seqs(server, "")).hasSize(121);
      assertThat(seqs(server, "?after=118")).isEqualTo(List.of(119L, 120L));
      assertThat(seqs(server, "?after=4&limit=2")).isEqualTo(List.of(5L, 6L));
      assertThat(seqs(server, "?after=120")).isEmpty();
    }
  }

  @Test
  void a_log_that_lacks_its_beginning_says_so() throws IOException {
    try (ServerFixture server = start(new MemoryStore(), new ManualClock(BEGIN))) {
      server.begin("a");
      server.input("a", "{\"event\":\"open\"}");
      Path file;
      try (Stream<Path> files = Files.walk(folder)) {
        file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      }
      String second = Files.readAllLines(file).get(1);
      Files.writeString(file, "{\"dropped\":1}\n" + second + "\n");
      String lines = server.get("/v1/instances/a/steps", "Accept", "application/x-ndjson").body();
      assertThat(lines).isEqualTo("{\"dropped\":1}\n" + second + "\n");
      List<?> steps = (List<?>) json(server.get("/v1/instances/a/steps")).get("steps");
      assertThat(steps.get(0)).isEqualTo(Map.of("dropped", 1L));
      assertThat(seqs(server, "?after=0")).isEqualTo(Arrays.asList(null, 1L));
      Map<String, ?> page = json(server.get("/v1/instances/a/steps?limit=1"));
      assertThat((List<?>) page.get("steps")).hasSize(2);
      assertThat(page.get("next")).isNull();
    }
  }

  private static List<Object> seqs(ServerFixture server, String query) {
    String path = "/v1/instances/a/steps" + query;
    return ServerFixture.lines(server.get(path, "Accept", "application/x-ndjson")).stream()
        .<Object>map(line -> line.get("seq"))
        .toList();
  }

  @Test
  void a_new_life_has_a_log_of_its_own_and_the_earlier_one_stays() {
    try (ServerFixture server = start(new MemoryStore(), new ManualClock(BEGIN))) {
      server.begin("a");
      server.input("a", "{\"event\":\"destroy\"}");
      server.begin("a");
      Map<String, ?> now = json(server.get("/v1/instances/a/steps"));
      assertThat(now.get("lives")).isEqualTo(2L);
      assertThat(outcomes(now)).isEqualTo(List.of("started"));
      assertThat(outcomes(json(server.get("/v1/instances/a/steps?life=1"))))
          .isEqualTo(List.of("started", "taken"));
    }
  }

  @Test
  void steps_made_elsewhere_are_counted_as_missing() {
    MemoryStore store = new MemoryStore();
    ManualClock clock = new ManualClock(BEGIN);
    try (ServerFixture server = start(store, clock)) {
      server.begin("a");
    }
    try (ServerFixture other = ServerFixture.start(ServerSettings.DEFAULT, store, clock)) {
      other.input("a", "{\"event\":\"open\"}");
      other.input("a", "{\"event\":\"close\"}");
    }
    try (ServerFixture server = start(store, clock)) {
      server.input("a", "{\"event\":\"open\"}");
      List<?> steps = (List<?>) json(server.get("/v1/instances/a/steps")).get("steps");
      assertThat(steps.get(1)).isEqualTo(Map.of("dropped", 2L));
      assertThat(((Map<?, ?>) steps.get(2)).get("seq")).isEqualTo(3L);
      assertThat(seqs(server, "?after=0")).isEqualTo(Arrays.asList(null, 3L));
      assertThat(server.get("/v1/instances/a/steps/3/why").statusCode()).isEqualTo(409);
    }
  }

  private static List<?> outcomes(Map<String, ?> log) {
    return ((List<?>) log.get("steps"))
        .stream().map(step -> ((Map<?, ?>) step).get("outcome")).toList();
  }
}

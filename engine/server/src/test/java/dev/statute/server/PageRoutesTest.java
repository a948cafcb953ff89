package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Clock;
import dev.statute.runtime.ManualClock;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routes of the pages over HTTP. */
class PageRoutesTest {
  private static final String READ =
      "{\"type\":\"tool_call\",\"tool\":\"read_file\",\"args\":{\"path\":\"a\"},\"success\":true,"
          + "\"output\":\"text of a\"}";
  private static final String FAILURE =
      "{\"type\":\"tool_call\",\"tool\":\"bash\",\"command\":\"make\",\"success\":false,"
          + "\"error\":\"no rule\"}";

  private static List<Object> beats(HttpResponse<String> timeline, String key) {
    return ((List<?>) json(timeline).get("beats"))
        .stream().map(each -> (Object) ((Map<?, ?>) each).get(key)).toList();
  }

  @Test
  void a_timeline_has_the_calls_of_an_agent_and_continues_after_a_step() {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      server.input("a", READ);
      HttpResponse<String> first = server.get("/v1/instances/a/timeline");
      assertThat(beats(first, "tool")).containsExactly("read_file");
      server.input("a", "{\"event\":\"open\"}");
      server.input("a", FAILURE);
      HttpResponse<String> all = server.get("/v1/instances/a/timeline");
      assertThat(beats(all, "seq")).containsExactly(1L, 3L);
      assertThat(beats(all, "effect")).containsExactly("EXEC", "EXEC");
      assertThat(beats(all, "failed")).containsExactly(false, true);
      assertThat(beats(all, "result")).containsExactly("text of a", "no rule");
      assertThat(json(all).get("complete")).isEqualTo(true);
      HttpResponse<String> rest = server.get("/v1/instances/a/timeline?after=1");
      assertThat(beats(rest, "seq")).containsExactly(3L);
      assertThat(json(rest).get("last")).isEqualTo(3L);
    }
  }

  @Test
  void timelines_are_those_of_instances_with_records_page_by_page() {
    try (ServerFixture server = ServerFixture.start()) {
      for (String id : List.of("a", "b", "c", "d")) {
        server.begin(id);
      }
      server.input("a", READ);
      server.input("b", READ);
      server.input("d", READ);
      assertThat(ids(json(server.get("/v1/timelines")))).containsExactlyInAnyOrder("a", "b", "d");
      Map<String, ?> first = json(server.get("/v1/timelines?limit=2"));
      Map<String, ?> second = json(server.get("/v1/timelines?limit=2&after=" + first.get("next")));
      assertThat(ids(first)).hasSize(2).doesNotContainAnyElementsOf(ids(second));
      assertThat(ids(second)).hasSize(1);
      assertThat(server.get("/v1/instances/nobody/timeline").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_page_of_timelines_goes_on_when_instances_were_deleted_or_changed() {
    ManualClock clock = new ManualClock();
    try (ServerFixture server =
        ServerFixture.start(ServerSettings.DEFAULT, new MemoryStore(), clock)) {
      for (String id : List.of("a", "b", "c", "d")) {
        clock.advance(Duration.ofSeconds(1));
        server.begin(id);
        server.input(id, READ);
      }
      Map<String, ?> first = json(server.get("/v1/timelines?limit=2"));
      assertThat(ids(first)).containsExactly("d", "c");
      clock.advance(Duration.ofSeconds(1));
      server.input("b", READ);
      server.send("DELETE", "/v1/instances/c", "");
      Map<String, ?> second = json(server.get("/v1/timelines?after=" + first.get("next")));
      assertThat(ids(second)).containsExactly("a");
      assertThat(server.get("/v1/timelines?after=c").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void instances_whose_chart_is_no_longer_served_hide_no_other_timelines(@TempDir Path folder)
      throws IOException {
    MemoryStore store = new MemoryStore();
    try (ServerFixture before =
        ServerFixture.start(ServerSettings.DEFAULT, store, Clock.system())) {
      before.begin("old");
      before.input("old", READ);
      assertThat(json(before.get("/v1/timelines")).get("unread")).isEqualTo(0L);
    }
    Path chart =
        Files.writeString(folder.resolve("door.yaml"), "chart: door\nstates: { ajar: {} }\n");
    try (ServerFixture server =
        ServerFixture.start(chart, ServerSettings.DEFAULT, store, Clock.system())) {
      server.begin("new");
      server.input("new", READ);
      Map<String, ?> page = json(server.get("/v1/timelines"));
      assertThat(ids(page)).containsExactly("new");
      assertThat(page.get("unread")).isEqualTo(1L);
      assertThat(json(server.get("/v1/instances/old/timeline")).get("code"))
          .isEqualTo("unknown-chart");
    }
  }

  private static List<String> ids(Map<String, ?> page) {
    return ((List<?>) page.get("timelines"))
        .stream().map(each -> String.valueOf(((Map<?, ?>) each).get("id"))).toList();
  }

  @Test
  void a_second_life_has_a_timeline_of_its_own() {
    try (ServerFixture server = ServerFixture.start()) {
      server.begin("a");
      server.input("a", READ);
      assertThat(beats(server.get("/v1/instances/a/timeline"), "seq")).hasSize(1);
      server.send("DELETE", "/v1/instances/a", "");
      server.begin("a");
      server.input("a", FAILURE);
      assertThat(beats(server.get("/v1/instances/a/timeline"), "tool")).containsExactly("bash");
    }
  }

  @Test
  void pages_forbid_inline_scripts_and_files_of_others() {
    try (ServerFixture server = ServerFixture.start()) {
      for (String path : List.of("/", "/play", "/page/main.js", "/page/theme.css")) {
        HttpResponse<String> page = server.get(path);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy"))
            .hasValueSatisfying(
                policy ->
                    assertThat(policy)
                        .contains("default-src 'none'", "script-src 'self'")
                        .doesNotContain("unsafe"));
        String tag = page.headers().firstValue("ETag").orElseThrow();
        assertThat(server.get(path, "If-None-Match", tag).statusCode()).as(path).isEqualTo(304);
      }
      assertThat(server.get("/page/nothing.js").statusCode()).isEqualTo(404);
      assertThat(server.get("/page/..%2Fdoor.yaml").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void the_playground_is_off_for_other_machines_unless_it_is_switched_on() {
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listen("0.0.0.0", 0)
            .tokens(
                List.of(new AccessToken(AccessRole.ADMIN, "a-secret-of-some-length-0123456789")));
    try (ServerFixture server = ServerFixture.start(settings);
        ServerFixture open = ServerFixture.start(settings.playground(true))) {
      assertThat(server.get("/play").statusCode()).isEqualTo(404);
      assertThat(server.post("/v1/playground", "{}").statusCode()).isEqualTo(404);
      assertThat(open.get("/play").statusCode()).isEqualTo(200);
      assertThat(open.post("/v1/playground", "{}").statusCode()).isEqualTo(401);
    }
  }
}

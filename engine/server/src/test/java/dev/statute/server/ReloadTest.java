package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Clock;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reload of charts of a running server. */
class ReloadTest {
  private static final String LAMP =
      "chart: lamp\nstates: { off: { on: { press: lit } }, lit: { on: { press: off } } }\n";

  @TempDir private Path folder;

  @Test
  void a_broken_chart_changes_nothing_and_is_reported_until_it_is_mended() throws IOException {
    Path file = Files.writeString(folder.resolve("lamp.yaml"), LAMP);
    try (ServerFixture server =
        ServerFixture.start(file, ServerSettings.DEFAULT, new MemoryStore(), Clock.system())) {
      assertThat(json(server.get("/v1/charts")).get("reload")).isNull();
      begin(server, "a");
      Files.writeString(file, "chart: lamp\nstates: { off: nonsense\n");
      server.statute.reloadIfChanged();
      Map<?, ?> failed = (Map<?, ?>) json(server.get("/v1/charts")).get("reload");
      assertThat(failed.get("applied")).isEqualTo(false);
      assertThat(failed.get("problems").toString()).contains("lamp.yaml:");
      begin(server, "b");
      for (String id : List.of("a", "b")) {
        assertThat(json(server.input(id, "{\"event\":\"press\"}")).get("to"))
            .isEqualTo(List.of("lit"));
      }
      Files.writeString(file, LAMP.replace("lit", "glowing"));
      server.statute.reloadIfChanged();
      Map<?, ?> mended = (Map<?, ?>) json(server.get("/v1/charts")).get("reload");
      assertThat(mended.get("applied")).isEqualTo(true);
      assertThat(mended.get("changed")).isEqualTo(List.of("lamp"));
      begin(server, "c");
      assertThat(json(server.input("c", "{\"event\":\"press\"}")).get("to"))
          .isEqualTo(List.of("glowing"));
      assertThat(json(server.get("/v1/instances/a")).get("configuration"))
          .isEqualTo(List.of("lit"));
    }
  }

  private static void begin(ServerFixture server, String id) {
    assertThat(
            server.post("/v1/instances", "{\"chart\":\"lamp\",\"id\":\"" + id + "\"}").statusCode())
        .isEqualTo(201);
  }
}

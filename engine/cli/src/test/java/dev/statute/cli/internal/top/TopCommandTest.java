package dev.statute.cli.internal.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live view, printed once: of a server, and of a store. */
class TopCommandTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root", "../.."), "charts");
  private static final String FAILED =
      "{\"type\":\"tool_call\",\"tool\":\"edit\",\"file\":\"a.go\",\"success\":false,\"error\":\"no\"}\n";

  @TempDir private Path folder;

  @Test
  void instances_of_a_server_are_listed_with_what_is_found_about_them() throws Exception {
    try (Statute statute = Statute.load(CHARTS.resolve("chat-actor.yaml"));
        StatuteServer server =
            StatuteServer.start(
                statute, ServerSettings.DEFAULT.listen("127.0.0.1", 0), builder -> builder)) {
      server.engine().spawn("alice", "chat-actor").join();
      server.engine().spawn("bob", "chat-actor").join();
      server.engine().park("bob", "set aside");
      CommandResult shown = CommandResult.once("", "top", server.uri().toString());
      assertThat(shown.code()).isEqualTo(ExitCode.SUCCESS);
      assertThat(shown.out())
          .contains("2 instances, 0 agents, 1 with findings", "alice", "idle", "parked: set aside");
    }
  }

  @Test
  void instances_and_agents_of_a_store_are_listed() throws Exception {
    String store = folder.resolve("s.db").toString();
    String lines = Files.writeString(folder.resolve("e.jsonl"), FAILED.repeat(3)).toString();
    String nexora = CHARTS.resolve("nexora.yaml").toString();
    CommandResult.once("", "run", nexora, "--events", lines, "--store", store, "--id", "coder");
    CommandResult.once(
        "",
        "turn",
        "ask",
        store,
        "ann",
        "--chart",
        CHARTS.resolve("agent-turn.yaml").toString(),
        "--key",
        "k",
        "--task",
        "{}");
    CommandResult shown = CommandResult.once("", "top", store);
    assertThat(shown.code()).isEqualTo(ExitCode.SUCCESS);
    assertThat(shown.out())
        .contains("1 instance, 1 agent, 1 with findings", "coder", "error_recovery")
        .contains("repeated-error", "ann");
  }

  @Test
  void a_source_that_is_not_there_is_an_error_of_its_user() {
    assertThat(CommandResult.once("", "top", "http://127.0.0.1:9").code())
        .isEqualTo(ExitCode.USAGE);
    assertThat(CommandResult.once("", "top", folder.resolve("none.db").toString()).err())
        .contains("there is no store");
    assertThat(CommandResult.once("", "top", "--every", "0s").code()).isEqualTo(ExitCode.USAGE);
  }
}

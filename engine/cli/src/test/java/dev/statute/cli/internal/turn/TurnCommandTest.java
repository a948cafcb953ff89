package dev.statute.cli.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests to agents, their inspection and their end by the command line, with and without workers.
 */
class TurnCommandTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml").toString();

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void an_empty_store() {
    store = folder.resolve("agents.db").toString();
    assertThat(CommandResult.once("", "store", "init", store).code()).isZero();
  }

  private CommandResult turn(String what, String... more) {
    List<String> words = new ArrayList<>(List.of("turn", what, store));
    words.addAll(List.of(more));
    return CommandResult.once("", words.toArray(new String[0]));
  }

  private CommandResult ask(String agent, String key, String... more) {
    List<String> words = new ArrayList<>(List.of(agent, "--chart", CHART, "--key", key));
    words.addAll(List.of(more));
    return turn("ask", words.toArray(new String[0]));
  }

  private Map<String, ?> shown(String agent) {
    return JsonText.object(turn("show", agent, "--output", "json").out());
  }

  private CommandResult work() {
    return CommandResult.once(
        "",
        "worker",
        CHART,
        "--store",
        store,
        "--until-idle",
        "--handler",
        "turn=grep -q tea && echo '{\"deliver\":{\"text\":\"done\"}}'");
  }

  @Test
  void a_request_becomes_a_turn_that_a_worker_delivers() {
    CommandResult asked = ask("ann", "k1", "--task", "{\"goal\":\"tea\"}");
    assertThat(asked.out()).isEqualTo("ann  queued  k1\n");
    assertThat(asked.code()).isZero();
    assertThat(ask("ann", "k2", "--task", "{\"goal\":\"tea again\"}").code()).isZero();
    assertThat(turn("ls").out()).contains("ann", "dispatched");
    assertThat(shown("ann").get("asked").toString()).contains("key=k1", "goal=tea");
    assertThat(shown("ann").get("next").toString()).contains("key=k2");

    work();

    assertThat(shown("ann").get("status")).isEqualTo("idle");
    assertThat(shown("ann").get("delivered").toString())
        .containsOnlyOnce("turn=" + firstTurn())
        .contains("outcome=success", "text=done");
    assertThat((List<?>) shown("ann").get("delivered")).hasSize(2);
    assertThat(turn("show", "ann").out()).contains("status: idle", "\"text\":\"done\"");
  }

  private String firstTurn() {
    List<?> delivered = (List<?>) shown("ann").get("delivered");
    return String.valueOf(((Map<?, ?>) delivered.get(0)).get("turn"));
  }

  @Test
  void the_same_key_is_the_same_request() {
    ask("ann", "k1", "--task", "{\"goal\":\"tea\"}");
    ask("ann", "k1", "--task", "{\"goal\":\"tea\"}");
    work();
    ask("ann", "k1", "--task", "{\"goal\":\"tea\"}");
    assertThat(work().out()).as("nothing is left to do").isEmpty();
    assertThat((List<?>) shown("ann").get("delivered")).hasSize(1);
  }

  @Test
  void a_turn_can_be_stopped_and_a_waiting_request_cancelled() {
    ask("ann", "k1");
    ask("ann", "k2");
    CommandResult cancelled = turn("cancel", "ann", "k2", "--chart", CHART);
    assertThat(cancelled.out()).isEqualTo("ann  cancelled  k2\n");
    CommandResult late = turn("cancel", "ann", "k1", "--chart", CHART);
    assertThat(late.out()).contains("only what is queued can be cancelled");
    assertThat(late.code()).isEqualTo(ExitCode.FINDINGS);
    CommandResult stopped = turn("stop", "ann", "--chart", CHART, "--by", "olga");
    assertThat(stopped.out()).startsWith("ann  stopped  stop-");
    assertThat(shown("ann").get("delivered").toString())
        .contains("outcome=stopped", "reason=stopped by olga");
    assertThat(turn("stop", "ann", "--chart", CHART).code()).isEqualTo(ExitCode.FINDINGS);
  }

  @Test
  void a_turn_can_be_discarded_without_its_chart_and_the_next_request_is_processed() {
    ask("ann", "k1", "--task", "{\"goal\":\"tea\"}");
    ask("ann", "k2", "--task", "{\"goal\":\"tea\"}");
    CommandResult gone = turn("discard", "ann", "--reason", "nobody wants it");
    assertThat(gone.out()).startsWith("ann  discarded  turn ");
    assertThat(gone.code()).isZero();
    assertThat(turn("discard", "ann").code()).isEqualTo(ExitCode.FINDINGS);
    ask("ann", "k3", "--task", "{\"goal\":\"tea\"}");
    work();
    assertThat(shown("ann").get("delivered").toString())
        .containsOnlyOnce("outcome=failed, reason=discarded, error=nobody wants it");
    assertThat((List<?>) shown("ann").get("delivered")).hasSize(3);
  }

  @Test
  void agents_are_listed_as_lines_of_json_too() {
    assertThat(turn("ls").err()).contains("no agents");
    ask("ann", "k");
    ask("ben", "k");
    assertThat(turn("ls", "--output", "jsonl").out().lines().map(JsonText::object))
        .extracting(line -> line.get("agent") + " " + line.get("status"))
        .containsExactly("ann dispatched", "ben dispatched");
  }

  @Test
  void invalid_requests_are_reported() {
    ask("ann", "k");
    CommandResult nobody = turn("show", "anne");
    assertThat(nobody.err()).contains("there is no agent 'anne'", "did you mean 'ann'?");
    assertThat(nobody.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ask("ann", "k2", "--task", "[1]").err())
        .contains("--task takes a JSON object such as {\"goal\":\"tea\"}, not '[1]'");
    assertThat(ask("ann", "k2", "--nested", "[1]").err())
        .contains("--nested takes a JSON object such as {\"trace\":\"t\",\"depth\":1}, not '[1]'");
    for (String depth : List.of("9999999999", "1.5", "\"1\"")) {
      CommandResult deep = ask("ann", "k2", "--nested", "{\"depth\":" + depth + "}");
      assertThat(deep.err()).contains("'depth' must be a whole number from 0 to 2147483647");
      assertThat(deep.code()).isEqualTo(ExitCode.USAGE);
    }
    assertThat(turn("stop", "ben", "--chart", CHART).out())
        .contains("there is no agent 'ben'; open it first");
    Path other = Path.of(CHART).resolveSibling("chat-actor.yaml");
    assertThat(turn("ask", "ann", "--chart", other.toString()).err())
        .contains("chart 'chat-actor' makes no calls turn.…");
    assertThat(CommandResult.once("", "turn", "ls", store + "x").err())
        .contains("there is no store");
  }

  @Test
  void a_worker_reports_agents_that_wait_for_a_chart_and_ends() throws IOException {
    Path chart = folder.resolve("other.yaml");
    Files.writeString(chart, Files.readString(Path.of(CHART)).replace("lease: 30s", "lease: 31s"));
    Path rules = Path.of(CHART).resolveSibling("../rules/turns");
    turn("ask", "ann", "--chart", chart.toString(), "--only-rules", rules.toString());
    CommandResult worked = work();
    assertThat(worked.err())
        .contains("1 agent runs agent-turn (sha256:", "which was not given, and waits");
    assertThat(worked.code()).isZero();
    assertThat(shown("ann").get("status")).isEqualTo("dispatched");
  }

  @Test
  void a_missing_database_is_reported() {
    CommandResult lost = CommandResult.once("", "turn", "ls", "postgresql://u@127.0.0.1:1/agents");
    assertThat(lost.err())
        .startsWith("statute: unreachable: jdbc:postgresql://127.0.0.1:1/agents")
        .contains("is the server up");
    assertThat(lost.code()).isEqualTo(ExitCode.USAGE);
  }
}

package dev.statute.cli.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.cli.CommandResult;
import dev.statute.cli.Main;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.runtime.Clock;
import dev.statute.store.Durability;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents of a store, processed by the command line. */
class AgentWorkerTest {
  private static final Path CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml");

  /** Requests a price, and delivers the answer. */
  private static final String ROUNDS =
      "turn=grep -q '\"results\":{}' && echo"
          + " '{\"call\":[{\"tool\":\"price\",\"with\":{\"of\":\"tea\"}}]}' || echo"
          + " '{\"deliver\":{\"text\":\"done\"}}'";

  @TempDir Path folder;
  private Path store = Path.of("");
  private final List<ProcessHandle> started = new ArrayList<>();

  @BeforeEach
  void request_a_turn() {
    store = folder.resolve("agents.db");
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE);
        Turns turns =
            Turns.of(
                    new TurnDependencies(
                        opened.turns(),
                        Clock.system(),
                        new SecureRandom(),
                        JdbcStore.codec(),
                        new LocalDoorbell(),
                        Runnable::run),
                    List.of(ChartLoader.standard().open(CHART).get()))
                .get()) {
      turns.open("ann").toCompletableFuture().join();
      turns
          .enqueue(new TurnRequest("ann", "k", Map.of("goal", "tea")))
          .toCompletableFuture()
          .join();
    }
  }

  @AfterEach
  void end() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private List<String> worker(String... more) {
    List<String> words =
        new ArrayList<>(List.of("worker", CHART.toString(), "--store", store.toString()));
    words.addAll(List.of("--lease", "1s", "--poll", "100ms"));
    words.addAll(List.of(more));
    return words;
  }

  private CommandResult work(String... more) {
    return CommandResult.once("", worker(more).toArray(new String[0]));
  }

  private List<Event> events() {
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE)) {
      return opened.turns().events("ann", 0, 99);
    }
  }

  private String delivered() {
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE)) {
      List<Event> tasks =
          opened.turns().events("ann", 0, 99).stream()
              .filter(event -> event.type().equals(Event.TASK))
              .toList();
      assertThat(tasks).hasSize(1);
      Object id = JsonText.object(tasks.get(0).payload()).get("deliverable_card_id");
      @Nullable Card card =
          opened
              .turns()
              .transact("ann", tx -> tx.card(String.valueOf(id)))
              .toCompletableFuture()
              .join();
      return Objects.requireNonNull(card).content();
    }
  }

  @Test
  void it_takes_turns_runs_tools_and_prints_events() {
    CommandResult worked =
        work("--handler", ROUNDS, "--handler", "price=grep -q tea && echo 7", "--until-idle");
    assertThat(worked.out().lines().map(line -> line.split(" +", -1)[1]))
        .containsExactly(
            "turn.dispatched",
            "turn.running",
            "step",
            "tool.call",
            "turn.suspended",
            "step",
            "turn.resumed",
            "turn.running",
            "task");
    assertThat(worked.code()).isZero();
    assertThat(delivered()).contains("\"text\":\"done\"");
    assertThat(events()).allSatisfy(event -> assertThat(event.publishedAt()).isNotNull());
    assertThat(work("--handler", ROUNDS, "--until-idle").out()).as("all has left").isEmpty();
    assertThat(
            CommandResult.once(
                    "", "store", "prune", store.toString(), "--before", "2999-01-01T00:00:00Z")
                .out())
        .contains("; 1 turn, 2 rows of inboxes, 8 events, 1 card");
  }

  @Test
  void a_round_with_an_unknown_reply_fails_its_turn_with_a_reason() {
    work("--handler", "turn=echo hello", "--until-idle");
    assertThat(delivered()).contains("the handler of turns answers", "not hello");
  }

  @Test
  void a_tool_of_a_worker_that_was_killed_is_run_by_the_next_one() throws Exception {
    Path pid = folder.resolve("pid");
    assertThat(new ProcessBuilder("mkfifo", pid.toString()).start().waitFor()).isZero();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(
        worker("--handler", ROUNDS, "--handler", "price=echo $$ > " + pid + "; exec sleep 600"));
    Process first = new ProcessBuilder(command).start();
    started.add(first.toHandle());
    started.add(tool(pid));
    first.destroyForcibly().waitFor();

    Path asked = folder.resolve("asked");
    CommandResult second =
        work("--handler", ROUNDS, "--handler", "price=cat > " + asked + "; echo 7", "--until-idle");
    assertThat(second.out()).contains("ann  tool.call", "ann  task");
    assertThat(Files.readString(asked)).contains("\"handler\":\"price\"", "\"attempt\":2");
    assertThat(delivered()).contains("\"text\":\"done\"");
  }

  /** Waits for the start of the tool, which writes its process id. */
  private static ProcessHandle tool(Path pid) throws IOException {
    long id = Long.parseLong(Files.readString(pid).strip());
    return ProcessHandle.of(id).orElseThrow();
  }
}

package dev.statute.jdbc.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and turns in a damaged file, like {@link InstanceBitFlipTest}. */
@Tag("long")
class TurnBitFlipTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lineage LINEAGE = new Lineage("trace", "step", 2);
  private static final HeadStatus[] STATES = HeadStatus.values();

  @TempDir Path folder;
  private @Nullable DamagedFile file;

  @BeforeEach
  void fill() throws IOException {
    Path made = folder.resolve("good.db");
    try (JdbcStore store = SqliteFiles.open(made)) {
      TurnStore turns = store.turns();
      for (int k = 0; k < STATES.length; k++) {
        int n = k;
        turns
            .transact(
                agent(k),
                tx -> {
                  rows(tx, n);
                  return true;
                })
            .toCompletableFuture()
            .join();
        turns.observe(new Signals(agent(k), "thinking", "tool", 1, NOW));
        turns.markPublished(List.of(agent(k) + "-event-1"), NOW);
      }
      turns.claimEvents(event -> true, NOW, NOW.plusSeconds(5), 2);
    }
    file = new DamagedFile(folder, made, TurnBitFlipTest::ask);
  }

  private DamagedFile file() {
    return Objects.requireNonNull(file);
  }

  private static String agent(int k) {
    return "agent-" + k;
  }

  private static String turn(int k) {
    return agent(k) + "-turn";
  }

  private static long row(int k) {
    return 1000L + 10 * k;
  }

  private static void rows(TurnTransaction tx, int k) {
    String agent = agent(k);
    HeadStatus state = STATES[k];
    boolean idle = state == HeadStatus.IDLE;
    boolean suspended = state == HeadStatus.SUSPENDED;
    tx.create(
        new Head(
            agent,
            "agent-turn",
            "sha256:abc",
            state,
            state.word(),
            "{\"data\":{\"rings\":" + k + "}}",
            3,
            idle ? null : turn(k),
            1,
            3,
            suspended ? 2 : 0,
            suspended ? NOW : null,
            idle || suspended ? null : new AgentLease(k % 2 == 0 ? null : "anna", NOW),
            new TurnBoxes("context-" + k, 1, "output-" + k),
            LINEAGE,
            NOW));
    tx.add(message(k, 0, MessageType.TURN, turn(k), InboxStatus.PROCESSING));
    tx.add(message(k, 1, MessageType.TURN, null, InboxStatus.QUEUED));
    tx.add(message(k, 2, MessageType.TOOL_RESULT, turn(k), InboxStatus.CONSUMED));
    tx.add(new Turn(turn(k), agent, row(k), 3, 1, TurnStatus.RUNNING, NOW, null));
    for (int n = 0; n < 3; n++) {
      tx.add(
          new AwaitedCall(
              agent + "-call-" + n,
              turn(k),
              agent,
              3,
              "step",
              "suspend",
              n == 0 ? CallStatus.APPLIED : CallStatus.WAITING,
              NOW,
              "call-card-" + n,
              n == 0 ? "result" : null,
              n == 0 ? ToolStatus.SUCCESS : null,
              null));
      tx.add(
          new Card(
              agent + "-card-" + n,
              "output-" + k,
              n + 1,
              "note",
              turn(k),
              3,
              "{\"text\":\"card " + n + " of " + k + "\"}",
              NOW));
      tx.add(
          new Event(
              agent + "-event-" + (n + 1),
              agent,
              n + 1,
              turn(k),
              3,
              n == 2 ? Event.TASK : "turn.running",
              "{\"turn\":\"" + turn(k) + "\"}",
              NOW,
              null));
    }
    tx.add(edge(k, 0, Primitive.ENQUEUE, Phase.REQUEST));
    tx.add(edge(k, 1, Primitive.ENQUEUE, Phase.RESPONSE));
    tx.add(new Box("output-" + k, turn(k), "context-" + k, 1));
    tx.add(new Deliverable(turn(k), agent + "-card-2", TurnStatus.SUCCESS));
    tx.add(new Timer(agent, "wake", NOW.plusSeconds(k), null));
    tx.add(new Timer(agent, "again:7", NOW.plusSeconds(k), "why"));
  }

  private static Message message(
      int k, int n, MessageType type, @Nullable String turn, InboxStatus status) {
    return new Message(
        row(k) + n,
        agent(k),
        type,
        "key-" + n,
        n == 2 ? agent(k) + "-call-0" : null,
        turn,
        turn == null ? null : 3L,
        status,
        0,
        "{\"task\":{\"n\":" + n + "}}",
        LINEAGE,
        n == 2 ? "applied" : null,
        NOW);
  }

  private static ExecutionEdge edge(int k, int n, Primitive primitive, Phase phase) {
    return new ExecutionEdge(
        row(k) + n, row(k), primitive, phase, "source", agent(k), "trace", NOW);
  }

  private static void ask(JdbcStore store, DamagedFile.StoreAnswers all) {
    TurnStore turns = store.turns();
    for (int k = 0; k < STATES.length; k++) {
      int n = k;
      String agent = agent(k);
      read(all, turns, agent, "head", TurnTransaction::head);
      read(all, turns, agent, "message", tx -> tx.message(row(n)));
      read(all, turns, agent, "key", tx -> tx.message("key-1"));
      read(all, turns, agent, "queued", TurnTransaction::firstQueued);
      read(all, turns, agent, "messages", tx -> tx.messages(turn(n)));
      read(all, turns, agent, "turn", tx -> tx.turn(turn(n)));
      read(all, turns, agent, "turn of", tx -> tx.turnOf(row(n)));
      read(all, turns, agent, "call", tx -> tx.awaited(agent + "-call-1"));
      read(all, turns, agent, "calls", tx -> tx.calls(turn(n)));
      read(all, turns, agent, "edges", tx -> tx.edges(row(n)));
      read(all, turns, agent, "box", tx -> tx.box("output-" + n));
      read(all, turns, agent, "card", tx -> tx.card(agent + "-card-1"));
      read(all, turns, agent, "cards", tx -> tx.cards("output-" + n, 1, 9));
      read(all, turns, agent, "last card", tx -> tx.lastCard("output-" + n));
      read(all, turns, agent, "deliverable", tx -> tx.deliverable(turn(n)));
      read(all, turns, agent, "last event", TurnTransaction::lastEvent);
      read(all, turns, agent, "timers", TurnTransaction::timers);
      all.ask("events of " + agent, () -> turns.events(agent, 0, 9));
      all.ask("seen of " + agent, () -> turns.observed(agent));
    }
    all.list("unpublished", () -> turns.unpublished(99));
    all.list("due", () -> turns.due(NOW.plusSeconds(99), 99));
    all.list("queued", () -> turns.queued(99));
    all.list("ready", () -> turns.ready(99));
    all.list("silent", () -> turns.silent(NOW, 99));
    all.list("overdue", () -> turns.overdue(NOW, 99));
    all.list(
        "taken",
        () -> turns.claimEvents(event -> true, NOW.plusSeconds(1), NOW.plusSeconds(2), 99));
  }

  private static void read(
      DamagedFile.StoreAnswers all,
      TurnStore turns,
      String agent,
      String what,
      Function<TurnTransaction, @Nullable Object> question) {
    all.ask(
        what + " of " + agent,
        () ->
            turns
                .transact(
                    agent,
                    tx -> {
                      tx.abandon();
                      return String.valueOf(question.apply(tx));
                    })
                .toCompletableFuture()
                .join());
  }

  @Test
  void every_flipped_bit_is_noticed_or_changes_no_answer() throws IOException {
    int flips = Integer.getInteger("statute.flips", 600);
    int noticed = file().flip(flips, Long.getLong("seed", 7));
    assertThat(noticed).as("flips that mattered").isGreaterThan(flips / 10);
  }
}

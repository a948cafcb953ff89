package dev.statute.turns;

import dev.statute.runtime.ManualClock;
import dev.statute.step.Interpreter;
import dev.statute.turns.internal.protocol.RowIds;
import dev.statute.turns.internal.protocol.WorkerProtocol;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** One agent {@code a} on the shipped chart and rules, in memory, with a manual clock. */
public final class TurnTestWorld {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final ManualClock clock = new ManualClock(START);
  final RecordingDoorbell doorbell = new RecordingDoorbell();
  final RowIds ids = new SequentialRowIds();
  public final TurnStore store;
  public final Turns turns;

  public TurnTestWorld() {
    this(new MemoryTurnStore());
  }

  public TurnTestWorld(TurnStore store) {
    this(store, AgentTestCharts.shipped());
  }

  TurnTestWorld(TurnStore store, Interpreter chart) {
    this.store = store;
    turns =
        Turns.of(
                new TurnDependencies(
                    store, clock, new Random(0), AgentTestCharts.JSON, doorbell, Runnable::run),
                List.of(chart),
                WorkerProtocol::new,
                ids)
            .get();
    join(turns.open("a"));
  }

  public static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  Ack enqueue(String key) {
    return join(turns.enqueue(new TurnRequest("a", key, Map.of("say", key))));
  }

  /** Claims the turn that waits for a worker. */
  public ClaimedTurn claim(String worker) {
    List<ClaimedTurn> claimed = join(turns.claimOf("a", worker));
    if (claimed.isEmpty()) {
      throw new AssertionError("there is nothing to claim");
    }
    return claimed.get(0);
  }

  /** Returns the lease of a running turn of a request of that name, held by worker {@code w}. */
  public Lease running(String key) {
    enqueue(key);
    return claim("w").lease();
  }

  /** Returns the lease of a turn that waits for these calls and continues after all of them. */
  public Lease suspended(String... calls) {
    Lease lease = running("r");
    suspend(lease, calls);
    return lease;
  }

  public Ack suspend(Lease lease, String... calls) {
    return join(turns.suspend(lease, "s", calls(calls)));
  }

  public static List<ToolCall> calls(String... ids) {
    return List.of(ids).stream().map(id -> new ToolCall(id, "tool", Map.of())).toList();
  }

  public Ack report(Lease lease, String call, ToolStatus status) {
    return join(
        turns.report(
            ToolReport.of("a", lease.turn(), lease.epoch(), call, status, Map.of("of", call))));
  }

  public Ack deliver(Lease lease) {
    return join(turns.deliver(lease, Map.of("text", "done")));
  }

  int tick() {
    return join(turns.tick(100));
  }

  void advance(Duration time) {
    clock.advance(time);
  }

  <T> T read(Function<TurnTransaction, T> work) {
    return join(store.transact("a", work));
  }

  void write(Consumer<TurnTransaction> work) {
    read(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  public Head head() {
    return read(tx -> Objects.requireNonNull(tx.head()));
  }

  Message message(String key) {
    return read(tx -> Objects.requireNonNull(tx.message(key), key));
  }

  public Turn turn(String id) {
    return read(tx -> Objects.requireNonNull(tx.turn(id), id));
  }

  public AwaitedCall call(String id) {
    return read(tx -> Objects.requireNonNull(tx.awaited(id), id));
  }

  Deliverable deliverable(String turn) {
    return read(tx -> Objects.requireNonNull(tx.deliverable(turn), turn));
  }

  Card card(String id) {
    return read(tx -> Objects.requireNonNull(tx.card(id), id));
  }

  /** Returns the content of the deliverable's card of a turn. */
  public Map<String, ?> delivered(String turn) {
    return AgentTestCharts.JSON.read(card(deliverable(turn).card()).content());
  }

  List<Event> events() {
    return store.events("a", 0, 1000);
  }

  /** Returns the types of all events, in order. */
  List<String> eventTypes() {
    return events().stream().map(Event::type).toList();
  }

  List<Event> tasks() {
    return events().stream().filter(event -> event.type().equals("task")).toList();
  }
}

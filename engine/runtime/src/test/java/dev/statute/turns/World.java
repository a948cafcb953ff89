package dev.statute.turns;

import dev.statute.runtime.ManualClock;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.ToolStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One agent {@code a} on the shipped chart and rules, in memory, with a clock that stands still.
 */
final class World {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final ManualClock clock = new ManualClock(START);
  final Bell bell = new Bell();
  final RowIds ids = new Counted();
  final TurnStore store;
  final Turns turns;

  World() {
    this(new MemoryTurnStore());
  }

  World(TurnStore store) {
    this.store = store;
    turns =
        Turns.of(
                new Turns.TurnDependencies(
                    store, clock, ids, AgentCharts.JSON, bell, Runnable::run),
                List.of(AgentCharts.shipped()))
            .get();
    now(turns.open("a"));
  }

  static <T> T now(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  Ack enqueue(String key) {
    return now(turns.enqueue(new TurnRequest("a", key, Map.of("say", key))));
  }

  /** The turn that waits for a worker. */
  ClaimedTurn claim(String worker) {
    List<ClaimedTurn> claimed = now(turns.claimOf("a", worker));
    if (claimed.isEmpty()) {
      throw new AssertionError("there is nothing to claim");
    }
    return claimed.get(0);
  }

  /** A running turn of a request of that name, in the hands of worker {@code w}. */
  Lease running(String key) {
    enqueue(key);
    return claim("w").lease();
  }

  /** A turn that waits for these calls, all of which it goes on after. */
  Lease suspended(String... calls) {
    Lease lease = running("r");
    suspend(lease, calls);
    return lease;
  }

  Ack suspend(Lease lease, String... calls) {
    return now(turns.suspend(lease, "s", calls(calls)));
  }

  static List<ToolCall> calls(String... ids) {
    return List.of(ids).stream().map(id -> new ToolCall(id, "tool", Map.of())).toList();
  }

  Ack report(Lease lease, String call, ToolStatus status) {
    return now(
        turns.report(
            ToolReport.of("a", lease.turn(), lease.epoch(), call, status, Map.of("of", call))));
  }

  Ack deliver(Lease lease) {
    return now(turns.deliver(lease, Map.of("text", "done")));
  }

  int tick() {
    return now(turns.tick(100));
  }

  void pass(Duration time) {
    clock.advance(time);
  }

  <T> T read(TurnWork<T> work) {
    return now(store.transact("a", work));
  }

  void write(Consumer<TurnTransaction> work) {
    read(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  Head head() {
    return read(tx -> Objects.requireNonNull(tx.head()));
  }

  Message message(String key) {
    return read(tx -> Objects.requireNonNull(tx.message(key), key));
  }

  Turn turn(String id) {
    return read(tx -> Objects.requireNonNull(tx.turn(id), id));
  }

  Awaited call(String id) {
    return read(tx -> Objects.requireNonNull(tx.awaited(id), id));
  }

  Deliverable deliverable(String turn) {
    return read(tx -> Objects.requireNonNull(tx.deliverable(turn), turn));
  }

  Card card(String id) {
    return read(tx -> Objects.requireNonNull(tx.card(id), id));
  }

  /** Content of the card that a turn ended with. */
  Map<String, ?> delivered(String turn) {
    return AgentCharts.JSON.read(card(deliverable(turn).card()).content());
  }

  List<Event> events() {
    return store.events("a", 0, 1000);
  }

  /** Types of all events, in order. */
  List<String> told() {
    return events().stream().map(Event::type).toList();
  }

  List<Event> tasks() {
    return events().stream().filter(event -> event.type().equals("task")).toList();
  }
}

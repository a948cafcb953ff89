package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Reply;
import dev.statute.store.StoreException;
import dev.statute.turns.TurnHandler.Deliver;
import dev.statute.turns.TurnHandler.Next;
import dev.statute.turns.TurnHandler.Wait;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Workers on a store in memory, with threads and clock of the test. */
class TurnWorkerTest {
  private final TurnTestWorld world = new TurnTestWorld();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();

  /** Calls two tools, then delivers their results. */
  private static Next travel(TurnHandler.RoundInput asked) {
    return asked.results().isEmpty()
        ? new Wait(
            "s1",
            List.of(
                new ToolCall("flight", "search", Map.of("to", "Bergen")),
                new ToolCall("hotel", "book", Map.of())))
        : new Deliver(Map.of("results", asked.results()));
  }

  private TurnWorkerBuilder worker(String name) {
    return TurnWorker.builder(world.turns).name(name).executor(work::add);
  }

  private TurnWorkerBuilder traveller(String name) {
    return worker(name)
        .handler(TurnWorkerTest::travel)
        .tool(
            "search",
            call -> {
              ran.add(name + " " + call.key() + " " + call.with() + " " + call.attempt());
              return Reply.of(Map.of("flight", "SK 4167"));
            });
  }

  /** Runs all pending work and its consequences. */
  private void settle() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  private void pass(Duration time) {
    for (Duration left = time; !left.isZero(); left = left.minusSeconds(1)) {
      world.advance(Duration.ofSeconds(1));
      settle();
    }
  }

  private Map<String, ?> delivered() {
    Event task =
        world.store.events("a", 0, 99).stream()
            .filter(event -> event.type().equals(Event.TASK))
            .reduce(
                (one, other) -> {
                  throw new AssertionError("two deliveries");
                })
            .orElseThrow(() -> new AssertionError("nothing was delivered"));
    Map<String, ?> ids = AgentTestCharts.JSON.read(task.payload());
    Card card = world.read(tx -> tx.card(String.valueOf(ids.get("deliverable_card_id"))));
    return AgentTestCharts.JSON.read(card.content());
  }

  private static <T> T now(CompletionStage<T> stage) {
    return TurnTestWorld.join(stage);
  }

  private TurnStatus outcome() {
    String turn = world.store.events("a", 0, 1).get(0).turn();
    return world.turn(turn).status();
  }

  @Test
  void a_worker_claims_calls_reports_delivers_and_sees_events_out() {
    List<String> told = new ArrayList<>();
    try (TurnWorker worker =
        traveller("w").eventListener(event -> told.add(event.type())).start()) {
      world.enqueue("r");
      assertThat(worker.isIdle()).isFalse();
      settle();
      pass(Duration.ofSeconds(30)); // no worker has the other tool
      assertThat(delivered().get("result"))
          .isEqualTo(
              Map.of(
                  "results",
                  Map.of(
                      "flight",
                      Map.of("status", "success", "result", Map.of("flight", "SK 4167")),
                      "hotel",
                      Map.of(
                          "status",
                          "timeout",
                          "result",
                          Map.of(
                              "error",
                              "nobody answered the call of 'book' in time: no worker has this tool,"
                                  + " or it took too long")))));
      assertThat(ran).containsExactly("w flight {to=Bergen} 1");
      assertThat(told)
          .as("the call of a tool that nobody has leaves when it is over")
          .containsExactlyInAnyOrderElementsOf(world.eventTypes());
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_reported_call_that_finds_no_thread_for_its_end_is_ended_later() {
    boolean[] full = new boolean[1];
    try (TurnWorker worker =
        TurnWorker.builder(world.turns)
            .name("w")
            .executor(
                task -> {
                  if (full[0]) {
                    throw new RejectedExecutionException("full");
                  }
                  work.add(task);
                })
            .handler(TurnWorkerTest::travel)
            .tool(
                "search",
                call -> {
                  full[0] = true;
                  ran.add(call.key());
                  return Reply.of(Map.of("flight", "SK 4167"));
                })
            .start()) {
      world.enqueue("r");
      settle();
      assertThat(ran).containsExactly("flight");
      full[0] = false;
      pass(Duration.ofSeconds(30)); // no worker has the other tool
      assertThat(ran).containsExactly("flight");
      assertThat(delivered()).containsKey("result");
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(worker.isIdle()).isTrue();
    }
  }

  /** Counts the writes of the store: request, wait, results, end. */
  @Test
  void a_turn_that_is_alone_takes_four_transactions_and_what_its_tool_needs() {
    List<String> transactions = new ArrayList<>();
    TurnTestWorld counted =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              public <T> CompletionStage<T> transact(
                  String agent, Function<TurnTransaction, T> one) {
                return super.transact(
                    agent,
                    tx -> {
                      Head before = tx.head();
                      T value = one.apply(tx);
                      Head after = tx.head();
                      if (before != null && after != null && after.rev() > before.rev()) {
                        transactions.add(before.status().word() + " to " + after.status().word());
                      }
                      return value;
                    });
              }
            });
    try (TurnWorker worker =
        TurnWorker.builder(counted.turns)
            .name("w")
            .executor(work::add)
            .handler(
                asked ->
                    asked.results().isEmpty()
                        ? new Wait("s", TurnTestWorld.calls("c"))
                        : new Deliver(Map.of()))
            .tool("tool", call -> Reply.of(Map.of()))
            .start()) {
      settle();
      counted.enqueue("r");
      settle();
      assertThat(worker.isIdle()).isTrue();
    }
    assertThat(counted.tasks()).hasSize(1);
    assertThat(transactions)
        .containsExactly(
            "idle to running", "running to suspended", "suspended to running", "running to idle");
  }

  @Test
  void a_ready_turn_waits_for_a_worker_with_capacity() {
    try (TurnWorker worker =
        worker("w").concurrency(1).handler(asked -> new Deliver(Map.of())).start()) {
      settle();
      world.enqueue("r");
      assertThat(world.head().lease())
          .extracting(TurnRecords.AgentLease::owner)
          .as("taken with the request")
          .isEqualTo("w");
      now(world.turns.open("b"));
      now(world.turns.enqueue(new TurnRequest("b", "r", Map.of())));
      assertThat(world.store.ready(9)).as("there is room for one").containsExactly("b");
      settle();
      assertThat(world.store.ready(9)).isEmpty();
      assertThat(world.store.events("b", 0, 9)).extracting(Event::type).contains(Event.TASK);
      assertThat(worker.isIdle()).isTrue();
    }
    world.enqueue("r2");
    assertThat(world.head().status()).as("nobody works").isEqualTo(HeadStatus.DISPATCHED);
  }

  @Test
  void a_worker_that_has_not_looked_for_a_while_is_given_nothing() {
    try (TurnWorker hung = worker("w").handler(asked -> new Deliver(Map.of())).start()) {
      settle();
      world.advance(Duration.ofSeconds(3));
      world.enqueue("r");
      assertThat(world.head().status()).isEqualTo(HeadStatus.DISPATCHED);
      assertThat(hung.isIdle()).isFalse();
      settle();
      assertThat(world.tasks()).hasSize(1);
    }
  }

  @Test
  void a_handler_that_throws_fails_its_turn_with_the_reason() {
    try (TurnWorker worker =
        worker("w")
            .handler(
                asked -> {
                  throw new IllegalStateException("no model today");
                })
            .start()) {
      world.enqueue("r");
      settle();
      assertThat(outcome()).isEqualTo(TurnStatus.FAILED);
      assertThat(delivered().toString()).contains("no model today");
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_refused_result_fails_the_turn_with_the_reason() {
    try (TurnWorker worker =
        worker("w").handler(asked -> new Deliver(Map.of("other", 1))).start()) {
      TurnTestWorld.join(
          world.turns.enqueue(
              new TurnRequest(
                  "a", "k", Map.of(), List.of("flight"), null, null, TurnRecords.Lineage.NONE)));
      settle();
      assertThat(outcome()).isEqualTo(TurnStatus.FAILED);
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_long_round_keeps_its_turn_and_a_long_tool_its_call() {
    Deque<Runnable> slow = new ArrayDeque<>();
    try (TurnWorker worker =
            TurnWorker.builder(world.turns)
                .name("w")
                .executor(slow::add)
                .handler(TurnWorkerTest::travel)
                .tool("search", call -> Reply.of(1))
                .tool("book", call -> Reply.of(2))
                .start();
        TurnWorker idle = traveller("idle").start()) {
      letGo(slow, 0);
      settle();
      world.enqueue("r");
      slow.remove().run();
      for (int second = 0; second < 90; second++) {
        world.advance(Duration.ofSeconds(1));
        letGo(slow, 1);
        settle();
      }
      assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
      slow.remove().run(); // the round
      slow.remove().run(); // a poll that claims both calls
      for (int second = 0; second < 25; second++) {
        world.advance(Duration.ofSeconds(1));
        letGo(slow, 2);
        settle();
      }
      assertThat(slow).hasSize(2);
      assertThat(ran).as("what one holds, the other does not run").isEmpty();
      assertThat(worker.isIdle()).isFalse();
      letGo(slow, 0);
      assertThat(outcome()).isEqualTo(TurnStatus.SUCCESS);
      assertThat(delivered().toString()).contains("value=1").contains("value=2");
      settle();
      assertThat(idle.isIdle()).isTrue();
    }
  }

  /** Runs all but the first ones, which stay queued. */
  private static void letGo(Deque<Runnable> slow, int kept) {
    Deque<Runnable> first = new ArrayDeque<>();
    while (first.size() < kept) {
      first.add(slow.remove());
    }
    while (!slow.isEmpty()) {
      slow.remove().run();
    }
    slow.addAll(first);
  }

  @Test
  void a_tool_of_a_dead_worker_is_run_again_with_the_next_attempt() {
    Deque<Runnable> lost = new ArrayDeque<>();
    boolean[] dead = {false};
    TurnWorker dying =
        TurnWorker.builder(world.turns)
            .name("dying")
            .lease(Duration.ofSeconds(3))
            .executor(task -> (dead[0] ? lost : work).add(task))
            .handler(
                asked -> {
                  dead[0] = true; // it claims its calls, and crashes
                  return travel(asked);
                })
            .tool("search", call -> Reply.of("never"))
            .start();
    world.enqueue("r");
    settle();
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    List<TurnStore.ClaimedEvent> taken =
        world.store.claimEvents(
            event -> true, TurnTestWorld.START, TurnTestWorld.START.plusSeconds(3), 9);
    assertThat(taken).extracting(TurnStore.ClaimedEvent::time).contains(1);
    assertThat(dying.isIdle()).isFalse();

    try (TurnWorker worker = traveller("w").tool("book", call -> Reply.of(2)).start()) {
      settle();
      assertThat(ran).as("somebody has it").isEmpty();
      pass(Duration.ofSeconds(5));
      assertThat(ran).containsExactly("w flight {to=Bergen} 2");
      assertThat(outcome()).isEqualTo(TurnStatus.SUCCESS);
      assertThat(delivered()).isNotEmpty();
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_round_of_a_dead_worker_fails_once_and_is_not_repeated() {
    int[] rounds = {0};
    TurnWorker dying =
        TurnWorker.builder(world.turns)
            .name("dying")
            .executor(
                task -> {
                  if (rounds[0] == 0) {
                    work.add(task);
                  }
                })
            .handler(asked -> travel(asked))
            .start();
    settle();
    world.enqueue("r");
    work.poll().run(); // a poll that claims; its round never runs
    rounds[0] = 1;
    work.clear();
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    try (TurnWorker worker = traveller("w").start()) {
      pass(Duration.ofSeconds(40));
      assertThat(outcome()).isEqualTo(TurnStatus.FAILED);
      assertThat(delivered()).isNotEmpty();
      assertThat(ran).isEmpty();
      assertThat(worker.isIdle()).isTrue();
    }
    assertThat(dying.isIdle()).isFalse();
  }

  @Test
  void reports_that_the_store_missed_are_repeated() {
    boolean[] down = {false};
    TurnTestWorld flaky =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              public <T> CompletionStage<T> transact(
                  String agent, Function<TurnTransaction, T> task) {
                return down[0]
                    ? CompletableFuture.failedStage(new StoreException("busy", "not now", null))
                    : super.transact(agent, task);
              }

              @Override
              public List<ClaimedEvent> claimEvents(
                  Predicate<Event> wanted, Instant now, Instant until, int atMost) {
                if (down[0]) {
                  throw new StoreException("busy", "not now", null);
                }
                return super.claimEvents(wanted, now, until, atMost);
              }
            });
    try (TurnWorker worker =
        TurnWorker.builder(flaky.turns)
            .executor(work::add)
            .handler(
                asked -> {
                  down[0] = true;
                  return new Deliver(Map.of("text", "done"));
                })
            .start()) {
      flaky.enqueue("r");
      settle();
      assertThat(worker.isIdle()).isFalse();
      flaky.advance(Duration.ofSeconds(2));
      settle();
      down[0] = false;
      flaky.advance(Duration.ofSeconds(2));
      settle();
      assertThat(flaky.head().status()).isEqualTo(HeadStatus.IDLE);
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void without_a_handler_or_tools_it_leaves_them_to_others() {
    try (TurnWorker watcher = worker("watcher").start()) {
      world.enqueue("r");
      settle();
      assertThat(world.head().status()).isEqualTo(HeadStatus.DISPATCHED);
      TurnTestWorld.join(
          world.turns.suspend(world.claim("x").lease(), "s", TurnTestWorld.calls("c1")));
      pass(Duration.ofSeconds(2));
      assertThat(world.store.unpublished(9))
          .extracting(Event::type)
          .containsExactly(Event.TOOL_CALL);
      assertThat(watcher.isIdle()).isFalse();
    }
  }

  @Test
  void a_worker_with_the_tool_is_woken_when_another_turn_suspends_on_it() {
    try (TurnWorker tools = worker("tools").tool("tool", call -> Reply.of(7)).start()) {
      settle();
      Lease lease = world.running("r");
      settle();
      TurnTestWorld.join(world.turns.suspend(lease, "s", TurnTestWorld.calls("c1")));
      settle(); // no time passes: only the doorbell can have woken it
      assertThat(world.call("c1").result()).isEqualTo(TurnStatuses.ToolStatus.SUCCESS);
      assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(tools.isIdle()).as("its turn waits for whoever does rounds").isFalse();
    }
  }

  @Test
  void a_worker_with_the_tool_is_woken_when_a_running_turn_calls_it() {
    try (TurnWorker tools = worker("tools").tool("tool", call -> Reply.of(7)).start()) {
      settle();
      Lease lease = world.running("r");
      settle();
      TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c1")));
      settle();
      assertThat(world.store.unpublished(9)).as("it is carried out at once").isEmpty();
      assertThat(tools.isIdle()).isTrue();
    }
  }

  @Test
  void a_subscriber_receives_every_event_when_it_is_written() {
    List<Event> heard = new ArrayList<>();
    world.turns.subscribe("a", 0, heard::add);
    Lease lease = world.running("r");
    world.suspend(lease, "c1");
    assertThat(heard).isEqualTo(world.events());
    world.report(lease, "c1", TurnStatuses.ToolStatus.SUCCESS);
    assertThat(heard).isEqualTo(world.events());
  }

  @Test
  void what_it_cannot_do_for_want_of_a_chart_does_not_keep_it_from_being_idle() {
    world.enqueue("r");
    TurnTestWorld.join(world.turns.open("b"));
    TurnTestWorld.join(world.turns.enqueue(new TurnRequest("b", "r", Map.of())));
    world.write(
        tx -> {
          Head head = Objects.requireNonNull(tx.head());
          tx.update(ofAnotherChart(head), head.turnEpoch(), head.rev());
        });
    try (TurnWorker worker =
        worker("w").concurrency(1).handler(asked -> new Deliver(Map.of("x", 1))).start()) {
      settle();
      pass(Duration.ofSeconds(2));
      assertThat(world.store.events("b", 0, 99)).extracting(Event::type).contains(Event.TASK);
      assertThat(worker.isIdle()).isTrue();
      assertThat(world.head().status())
          .as("it waits for its chart")
          .isEqualTo(HeadStatus.DISPATCHED);
    }
  }

  private static Head ofAnotherChart(Head head) {
    return new Head(
        head.agent(),
        "another",
        "sha256:another",
        head.status(),
        head.chartState(),
        head.data(),
        head.turnEpoch(),
        head.turn(),
        head.rev() + 1,
        head.eventSeq(),
        head.waiting(),
        head.resumeDeadline(),
        head.lease(),
        head.boxes(),
        head.lineage(),
        head.updatedAt());
  }
}

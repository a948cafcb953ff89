package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import dev.statute.turns.TurnHandler.Deliver;
import dev.statute.turns.TurnHandler.Wait;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions of handlers end in the deliverable, and the worker continues. */
class TurnErrorsTest {
  private final TurnTestWorld world = new TurnTestWorld();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private int refused;

  static List<Throwable> thrown() {
    return List.of(
        new OutOfMemoryError("no heap"),
        new StackOverflowError("too deep"),
        new NoClassDefFoundError("gone"),
        new AssertionError("wrong"),
        new IllegalStateException("no"));
  }

  private TurnWorkerBuilder worker() {
    return TurnWorker.builder(world.turns)
        .name("w")
        .executor(
            run -> {
              if (refused > 0) {
                refused--;
                throw new RejectedExecutionException("no thread");
              }
              work.add(run);
            });
  }

  private void settle() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      world.advance(Duration.ofSeconds(1));
      settle();
    }
  }

  /** Throws an undeclared checked exception. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable, T> T raise(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private List<Object> delivered() {
    List<Object> all = new ArrayList<>();
    for (Event event : world.store.events("a", 0, 99)) {
      if (event.type().equals(Event.TASK)) {
        Map<String, ?> ids = AgentTestCharts.JSON.read(event.payload());
        Card card = world.read(tx -> tx.card(String.valueOf(ids.get("deliverable_card_id"))));
        all.add(AgentTestCharts.JSON.read(card.content()).get("result"));
      }
    }
    return all;
  }

  private static TurnHandler.Next tells(TurnHandler.RoundInput asked) {
    return asked.results().isEmpty()
        ? new Wait("s", TurnTestWorld.calls("c"))
        : new Deliver(Map.of("results", asked.results()));
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void what_a_round_throws_fails_its_turn_and_the_next_one_is_done(Throwable thrown) {
    List<String> rounds = new ArrayList<>();
    try (TurnWorker worker =
        worker()
            .handler(
                asked -> {
                  rounds.add("round");
                  return rounds.size() == 1
                      ? TurnErrorsTest.<RuntimeException, TurnHandler.Next>raise(thrown)
                      : new Deliver(Map.of("ok", true));
                })
            .start()) {
      world.enqueue("one");
      settle();
      world.enqueue("two");
      settle();
      assertThat(delivered())
          .containsExactly(
              Map.of("error", String.valueOf(thrown.getMessage())), Map.of("ok", true));
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void what_a_tool_throws_is_its_result(Throwable thrown) {
    Handler tool = call -> TurnErrorsTest.<RuntimeException, Reply>raise(thrown);
    try (TurnWorker worker = worker().handler(TurnErrorsTest::tells).tool("tool", tool).start()) {
      world.enqueue("r");
      settle();
      assertThat(delivered())
          .containsExactly(
              Map.of(
                  "results",
                  Map.of(
                      "c",
                      Map.of(
                          "status",
                          "failed",
                          "result",
                          Map.of("error", String.valueOf(thrown.getMessage()))))));
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void an_exception_of_an_event_listener_does_not_stop_publication(Throwable thrown) {
    List<String> heard = new ArrayList<>();
    world.turns.open("a");
    world.turns.subscribe(
        "a",
        0,
        event -> {
          heard.add(event.type());
          TurnErrorsTest.<RuntimeException, Object>raise(thrown);
        });
    try (TurnWorker worker =
        worker()
            .eventListener(event -> TurnErrorsTest.<RuntimeException, Object>raise(thrown))
            .handler(TurnErrorsTest::tells)
            .tool("tool", call -> Reply.of(Map.of("n", 1)))
            .start()) {
      world.enqueue("r");
      settle();
      assertThat(delivered()).hasSize(1);
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(heard).isEqualTo(world.eventTypes());
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_round_without_a_result_fails_its_turn() {
    try (TurnWorker worker = worker().handler(asked -> null).start()) {
      world.enqueue("r");
      settle();
      assertThat(delivered())
          .containsExactly(Map.of("error", "the handler did not say how the turn goes on"));
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_tool_that_gives_no_reply_fails_its_call() {
    try (TurnWorker worker =
        worker().handler(TurnErrorsTest::tells).tool("tool", call -> null).start()) {
      world.enqueue("r");
      settle();
      assertThat(delivered().toString()).contains("the tool gave no reply");
      assertThat(worker.isIdle()).isTrue();
    }
  }

  /** Returns a map that throws on reading. */
  private static Map<String, Object> unreadable() {
    return new HashMap<>(Map.of("k", 1)) {
      @Override
      public java.util.Set<Entry<String, Object>> entrySet() {
        throw new IllegalStateException("this map is broken");
      }

      @Override
      public void forEach(java.util.function.BiConsumer<? super String, ? super Object> action) {
        throw new IllegalStateException("this map is broken");
      }
    };
  }

  @Test
  void a_result_that_cannot_be_reported_fails_its_turn() {
    try (TurnWorker worker = worker().handler(asked -> new Deliver(unreadable())).start()) {
      world.enqueue("r");
      settle();
      pass(5);
      assertThat(delivered()).containsExactly(Map.of("error", "this map is broken"));
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void a_tool_result_that_cannot_be_reported_fails_its_call() {
    try (TurnWorker worker =
        worker()
            .handler(TurnErrorsTest::tells)
            .tool("tool", call -> Reply.of(List.of(unreadable())))
            .start()) {
      world.enqueue("r");
      settle();
      pass(5);
      assertThat(delivered().toString()).contains("this map is broken");
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  @Timeout(9)
  void closing_from_a_handler_a_tool_or_a_listener_returns() {
    for (String place : List.of("handler", "tool", "told")) {
      TurnTestWorld here = new TurnTestWorld();
      TurnWorker[] worker = new TurnWorker[1];
      List<String> closed = new ArrayList<>();
      Consumer<String> reached =
          at -> {
            if (at.equals(place) && closed.isEmpty()) {
              worker[0].close();
              closed.add(at);
            }
          };
      worker[0] =
          TurnWorker.builder(here.turns)
              .executor(work::add)
              .eventListener(event -> reached.accept("told"))
              .tool(
                  "tool",
                  call -> {
                    reached.accept("tool");
                    return Reply.of(1);
                  })
              .handler(
                  asked -> {
                    reached.accept("handler");
                    return tells(asked);
                  })
              .start();
      here.enqueue("r");
      settle();
      assertThat(closed).containsExactly(place);
    }
  }

  @Test
  void a_worker_without_a_thread_for_once_goes_on() {
    try (TurnWorker worker = worker().handler(asked -> new Deliver(Map.of("ok", 1))).start()) {
      settle();
      refused = 1;
      world.enqueue("r");
      settle();
      pass(3);
      assertThat(delivered()).hasSize(1);
      assertThat(worker.isIdle()).isTrue();
    }
  }
}

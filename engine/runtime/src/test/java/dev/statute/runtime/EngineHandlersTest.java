package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import dev.statute.step.Input;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EngineHandlersTest {
  private final ManualClock clock = new ManualClock();
  private final ListenerLog log = new ListenerLog();

  private EngineBuilder builder(String yaml) {
    return Engine.builder()
        .clock(clock)
        .sameThread()
        .listener(log)
        .chart(RuntimeTestCharts.chart(yaml));
  }

  private static final String ORDER =
      """
      chart: order
      data: { answer: null, error: null }
      states:
        new:
          on: { Go: asking }
        asking:
          entry: [ { call: { handler: price, with: { item: "'tea'" } } } ]
          on:
            done.call.price: { to: priced, do: [ { assign: { answer: event.value, status: event.status } } ] }
            error.call.price: { to: failed, do: [ { assign: { error: event } } ] }
            Cancel: new
        priced: {}
        failed: {}
      """
          .replace("answer: null, error", "answer: null, status: null, error");

  private Object data(Engine engine, String key) {
    return engine.instance("o").snapshot().data().get(key);
  }

  @Test
  void what_a_handler_replies_comes_back_as_an_event() {
    List<Call> calls = new ArrayList<>();
    Engine engine =
        builder(ORDER)
            .handler(
                "price",
                call -> {
                  calls.add(call);
                  return Reply.of(3);
                })
            .build();
    engine.spawn("o", "order");
    engine.instance("o").ask("Go");
    assertThat(engine.instance("o").snapshot().configuration()).containsExactly("priced");
    assertThat(data(engine, "answer")).isEqualTo(3L);
    assertThat(data(engine, "status")).isEqualTo("done");
    assertThat(calls).hasSize(1);
    assertThat(calls.get(0).with()).isEqualTo(Map.of("item", "tea"));
    assertThat(calls.get(0).key()).startsWith("o/");
  }

  @Test
  void a_handler_that_throws_becomes_an_error_with_its_text() {
    Engine engine =
        builder(ORDER)
            .handler(
                "price",
                call -> {
                  throw new IllegalStateException("no connection");
                })
            .build();
    engine.spawn("o", "order");
    engine.instance("o").ask("Go");
    assertThat(data(engine, "error").toString())
        .isEqualTo("{code=IllegalStateException, message=no connection, kind=error, attempts=1}");
  }

  @Test
  void an_unregistered_handler_is_an_error_unless_it_is_optional() {
    Engine engine = builder(ORDER).handler("prise", call -> Reply.of(1)).build();
    engine.spawn("o", "order");
    engine.instance("o").ask("Go");
    assertThat(data(engine, "error").toString())
        .contains("nobody registered a handler 'price'; there is one called 'prise'");
    Engine optional =
        builder(ORDER.replace("handler: price,", "handler: price, optional: true,")).build();
    optional.spawn("o", "order");
    optional.instance("o").ask("Go");
    assertThat(data(optional, "status")).isEqualTo("none");
  }

  @Test
  void an_answer_counts_once_even_if_it_is_given_twice() {
    CompletableFuture<Reply> later = new CompletableFuture<>();
    List<Call> calls = new ArrayList<>();
    Engine engine =
        builder(ORDER)
            .asyncHandler(
                "price",
                call -> {
                  calls.add(call);
                  return later;
                })
            .build();
    engine.spawn("o", "order");
    engine.instance("o").ask("Go");
    assertThat(engine.instance("o").snapshot().configuration()).containsExactly("asking");
    later.complete(Reply.of(3));
    assertThat(engine.instance("o").snapshot().configuration()).containsExactly("priced");
    assertThat(
            engine
                .instance("o")
                .ask(new Input.Event("done.call.price", Map.of("value", 4), calls.get(0).key()))
                .kind())
        .isEqualTo("duplicate");
    assertThat(data(engine, "answer")).isEqualTo(3L);
  }

  @Test
  void an_effect_is_carried_out_only_after_the_commit() {
    List<String> order = new ArrayList<>();
    MemoryStore memory = new MemoryStore();
    Engine engine =
        builder(ORDER)
            .store(
                new ForwardingInstanceStore(memory) {
                  @Override
                  public java.util.concurrent.CompletionStage<Committed> commit(Commit commit) {
                    order.add("commit " + commit.snapshot().configuration());
                    return super.commit(commit);
                  }
                })
            .handler(
                "price",
                call -> {
                  order.add("call");
                  return Reply.of(1);
                })
            .build();
    engine.spawn("o", "order");
    engine.instance("o").ask("Go");
    assertThat(order).containsExactly("commit [new]", "commit [asking]", "call", "commit [priced]");
  }

  private static final String WORK =
      """
      chart: work
      data: { error: null, value: null }
      states:
        idle:
          on: { Go: busy }
        busy:
          invoke: { task: think, with: { n: 1 }, timeout: 30s, retry: { max: 2, backoff: 1s, factor: 2 } }
          on:
            done.invoke.busy: { to: idle, do: [ { assign: { value: event.value } } ] }
            error.invoke.busy: { to: idle, do: [ { assign: { error: event } } ] }
            Cancel: idle
      """;

  @Test
  void a_task_is_tried_again_and_then_done() {
    Engine engine =
        builder(WORK)
            .handler(
                "think",
                call -> {
                  if (call.attempt() < 3) {
                    throw new IllegalStateException("not yet");
                  }
                  return Reply.of(call.attempt());
                })
            .build();
    engine.spawn("o", "work");
    engine.instance("o").ask("Go");
    assertThat(engine.instance("o").snapshot().configuration()).containsExactly("busy");
    clock.advance(Duration.ofSeconds(3));
    assertThat(engine.instance("o").snapshot().configuration()).containsExactly("idle");
    assertThat(data(engine, "value")).isEqualTo(3L);
  }

  @Test
  void a_task_that_takes_too_long_is_an_error_and_its_late_answer_is_nobodys() {
    CompletableFuture<Reply> late = new CompletableFuture<>();
    Engine engine = builder(WORK).asyncHandler("think", call -> late).build();
    engine.spawn("o", "work");
    engine.instance("o").ask("Go");
    clock.advance(Duration.ofSeconds(30));
    assertThat(data(engine, "error").toString())
        .isEqualTo("{code=timeout, message=no answer in time, kind=timeout, attempts=1}");
    log.clear();
    late.complete(Reply.of(1));
    assertThat(log.all()).isEmpty();
  }

  @Test
  void a_task_is_asked_to_stop_when_its_state_is_left() {
    List<String> told = new ArrayList<>();
    CompletableFuture<Reply> late = new CompletableFuture<>();
    Engine engine =
        builder(WORK)
            .asyncHandler(
                "think",
                call -> {
                  call.stop().onRequested(() -> told.add("stop " + call.key()));
                  return late;
                })
            .build();
    engine.spawn("o", "work");
    engine.instance("o").ask("Go");
    engine.instance("o").ask("Cancel");
    assertThat(told).hasSize(1);
    engine.instance("o").ask("Go");
    late.complete(Reply.of("second run"));
    assertThat(data(engine, "value")).isEqualTo("second run");
  }

  @Test
  void what_was_asked_and_not_answered_when_the_process_died_is_asked_again_with_the_same_key() {
    MemoryStore store = new MemoryStore();
    List<String> keys = new ArrayList<>();
    Engine first =
        builder(ORDER)
            .store(store)
            .asyncHandler(
                "price",
                call -> {
                  keys.add(call.key());
                  return new CompletableFuture<>();
                })
            .build();
    first.spawn("o", "order");
    first.instance("o").ask("Go");
    first.close();
    Engine second =
        builder(ORDER)
            .store(store)
            .handler(
                "price",
                call -> {
                  keys.add(call.key());
                  return Reply.of(5);
                })
            .build();
    assertThat(keys).hasSize(2);
    assertThat(keys.get(1)).isEqualTo(keys.get(0));
    assertThat(data(second, "answer")).isEqualTo(5L);
  }
}

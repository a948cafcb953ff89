package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of handler failures: to the chart, to listeners, and in a count. */
class HandlerFailuresTest {
  private static final String ORDER =
      """
      chart: order
      states:
        new: { on: { Ask: asking, Work: working } }
        asking:
          entry: [ { call: { handler: price } }, { call: { handler: gift, optional: true } } ]
          on: { done.call.price: priced, error.call.price: failed }
        working:
          invoke: { task: stamp, timeout: 10s, retry: { max: 1, backoff: 1s } }
          on: { done.invoke: priced, error.invoke: failed }
        priced: { on: { Ask: asking } }
        failed: { on: { Ask: asking } }
      """;

  private final ManualClock clock = new ManualClock();
  private final Chart chart = RuntimeTestCharts.chart(ORDER);
  private final List<String> failures = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();

  private EngineBuilder builder() {
    return Engine.builder()
        .clock(clock)
        .sameThread()
        .chart(chart)
        .listener(
            new Listener() {
              @Override
              public void onHandlerFailed(Call call, Throwable error) {
                thrown.add(error);
                failures.add(
                    call.instance()
                        + " "
                        + call.handler()
                        + " "
                        + call.attempt()
                        + ": "
                        + error.getMessage());
              }
            });
  }

  private static List<String> at(Engine engine) {
    return engine.instance("o").snapshot().configuration();
  }

  static List<Throwable> errors() {
    return List.of(
        new OutOfMemoryError("no heap"),
        new StackOverflowError("deep"),
        new NoClassDefFoundError("gone"),
        new AssertionError("wrong"),
        new IllegalStateException("no connection"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_exception_of_a_handler_is_reported_once_counted_and_answered(Throwable error)
      throws Exception {
    Handler price = mock(Handler.class);
    when(price.handle(any())).thenThrow(error).thenReturn(Reply.of(3));
    try (Engine engine = builder().handler("price", price).handler("stamp", price).build()) {
      engine.spawn("o", "order").join();
      engine.instance("o").ask("Ask");
      assertThat(at(engine)).containsExactly("failed");
      assertThat(thrown).containsExactly(error);
      assertThat(engine.handlerFailures()).isEqualTo(Map.of("price", 1L));
      engine.instance("o").ask("Ask");
      assertThat(at(engine)).containsExactly("priced");
    }
  }

  @Test
  void each_failed_attempt_and_each_timeout_is_reported() {
    CompletableFuture<Reply> never = new CompletableFuture<>();
    try (Engine engine =
        builder()
            .handler("price", call -> Reply.of(1))
            .asyncHandler(
                "stamp",
                call ->
                    call.attempt() == 1
                        ? CompletableFuture.failedFuture(new IllegalStateException("no paper"))
                        : never)
            .build()) {
      engine.spawn("o", "order").join();
      engine.instance("o").ask("Work");
      clock.advance(Duration.ofSeconds(10));
      assertThat(failures).containsExactly("o stamp 1: no paper", "o stamp 2: no answer in time");
      assertThat(thrown.get(1)).isInstanceOf(TimeoutException.class);
      assertThat(at(engine)).containsExactly("failed");
      assertThat(engine.handlerFailures()).isEqualTo(Map.of("stamp", 2L));
    }
  }

  @Test
  void no_reply_no_stage_and_a_reply_that_cannot_be_read_are_failures() {
    List<Object> cyclic = new ArrayList<>();
    cyclic.add(cyclic);
    List<AsyncHandler> bad =
        List.of(
            call -> null,
            call -> CompletableFuture.completedFuture(null),
            call -> CompletableFuture.completedFuture(Reply.of(cyclic)));
    for (AsyncHandler each : bad) {
      try (Engine engine = builder().asyncHandler("price", each).build()) {
        engine.spawn("o", "order").join();
        engine.instance("o").ask("Ask");
        assertThat(at(engine)).containsExactly("failed");
      }
    }
    assertThat(failures).hasSize(3);
  }

  @Test
  void a_missing_handler_is_reported_and_counted_when_it_is_called() {
    try (Engine engine = builder().handler("prise", call -> Reply.of(1)).build()) {
      engine.spawn("o", "order").join();
      engine.instance("o").ask("Ask");
      assertThat(at(engine)).containsExactly("failed");
      assertThat(failures)
          .containsExactly(
              "o price 1: nobody registered a handler 'price'; there is one called 'prise'");
      assertThat(engine.handlerFailures()).isEqualTo(Map.of("price", 1L));
    }
  }

  @Test
  void missing_handlers_are_listed_when_a_chart_is_registered() {
    try (Engine engine =
        Engine.builder().sameThread().handler("prise", call -> Reply.of(1)).build()) {
      assertThat(engine.warnings()).isEmpty();
      engine.register(chart, Policy.NONE);
      assertThat(engine.warnings())
          .extracting(Problem::toString)
          .containsExactly(
              """
              test.yaml:5:33: warning A201: nobody registered a handler 'price', so what asks for it fails
                  5 |     entry: [ { call: { handler: price } }, { call: { handler: gift, optional: true } } ]
                    |                                 ^^^^^
                    = fix: did you mean 'prise'?\
              """,
              """
              test.yaml:8:21: warning A201: nobody registered a handler 'stamp', so what asks for it fails
                  8 |     invoke: { task: stamp, timeout: 10s, retry: { max: 1, backoff: 1s } }
                    |                     ^^^^^
                    = fix: register a handler of that name; a call that need not be done is written call: { handler: stamp, optional: true }\
              """);
    }
  }

  @Test
  void strictly_they_refuse_the_chart() {
    assertThatThrownBy(() -> builder().strict().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("error A201: nobody registered a handler 'price'");
    try (Engine engine = Engine.builder().sameThread().strict().build()) {
      assertThatThrownBy(() -> engine.register(chart, Policy.NONE)).hasMessageContaining("'stamp'");
      assertThatThrownBy(() -> engine.spawn("o", "order")).hasMessageContaining("no chart");
    }
  }
}

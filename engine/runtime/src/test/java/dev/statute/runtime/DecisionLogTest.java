package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Policy;
import dev.statute.step.Decision;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private final List<String> lines = new ArrayList<>();

  private static List<Step> step() {
    return List.of(
        Interpreter.of(RuntimeTestCharts.counter(), Policy.NONE)
            .start("a", Map.of(), Instant.EPOCH));
  }

  private static String word(Decision decision) {
    return decision.seq() + " " + decision.instance() + " " + decision.step().outcome().kind();
  }

  @Test
  void every_step_of_an_engine_is_a_line() {
    DecisionLog log = DecisionLog.to(lines::add, DecisionLogTest::word);
    try (Engine engine =
        Engine.builder().chart(RuntimeTestCharts.counter()).listener(log).build()) {
      engine.spawn("one", "counter").join();
      engine.instance("one").ask("Add");
      engine.instance("one").ask("Unheard");
    }
    assertThat(lines).containsExactly("0 one started", "1 one taken", "2 one ignored");
  }

  @Test
  void lines_of_many_threads_come_one_by_one_in_the_order_of_their_numbers() {
    DecisionLog log = DecisionLog.to(lines::add, decision -> String.valueOf(decision.seq()));
    List<Step> steps = step();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      all.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 500; i++) {
                  log.onHandled("a", Instant.EPOCH, steps, Duration.ZERO);
                }
              }));
    }
    all.forEach(CompletableFuture::join);
    assertThat(lines)
        .containsExactlyElementsOf(IntStream.range(0, 2_000).mapToObj(String::valueOf).toList());
  }

  @Test
  void a_decision_that_cannot_be_worded_is_counted() {
    DecisionLog log =
        DecisionLog.to(
            lines::add,
            decision -> {
              if (decision.seq() == 0) {
                throw new IllegalStateException("no words");
              }
              return word(decision);
            });
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    assertThat(lines).containsExactly("{\"dropped\":1}", "1 a started");
  }

  @Test
  void how_long_the_interpreter_took_is_on_the_first_step_of_an_input() {
    DecisionLog log = DecisionLog.to(lines::add, decision -> String.valueOf(decision.micros()));
    List<Step> two = List.of(step().get(0), step().get(0));
    log.onHandled("a", Instant.EPOCH, two, Duration.ofNanos(12_345));
    assertThat(lines).containsExactly("12", "null");
  }

  @Test
  void while_lines_are_refused_the_engine_goes_on_and_what_is_missing_is_counted() {
    boolean[] full = {false};
    DecisionLog log =
        DecisionLog.to(
            line -> {
              if (full[0]) {
                throw new UncheckedIOException(new IOException("no space left"));
              }
              lines.add(line);
            },
            DecisionLogTest::word);
    try (Engine engine =
        Engine.builder().chart(RuntimeTestCharts.counter()).listener(log).build()) {
      engine.spawn("one", "counter").join();
      full[0] = true;
      for (int i = 0; i < 2; i++) {
        assertThat(engine.instance("one").ask("Add").kind()).isEqualTo("taken");
      }
      full[0] = false;
      for (int i = 0; i < 2; i++) {
        assertThat(engine.instance("one").ask("Add").kind()).isEqualTo("taken");
      }
    }
    assertThat(lines)
        .containsExactly("0 one started", "{\"dropped\":2}", "3 one taken", "4 one taken");
  }
}

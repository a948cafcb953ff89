package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Policy;
import dev.statute.step.Decision;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionLogTest {
  private static final DecisionLog.Bounds BOUNDS = new DecisionLog.Bounds(2, 1_000, 3);

  @TempDir private Path folder;

  private static List<Step> step() {
    return List.of(
        Interpreter.of(Fixture.counter(), Policy.NONE).start("a", Map.of(), Instant.EPOCH));
  }

  private static String word(Decision decision) {
    return decision.seq() + " " + decision.instance() + " " + decision.step().outcome().kind();
  }

  private Path file() {
    return folder.resolve("decisions.jsonl");
  }

  @Test
  void every_step_of_an_engine_is_a_line() throws IOException {
    DecisionLog log = DecisionLog.open(file(), DecisionLogTest::word);
    try (Engine engine = Engine.builder().chart(Fixture.counter()).listener(log).build()) {
      engine.spawn("one", "counter").join();
      engine.instance("one").ask("Add");
      engine.instance("one").ask("Unheard");
    }
    log.close();
    assertThat(Files.readAllLines(file()))
        .containsExactly("0 one started", "1 one taken", "2 one ignored");
  }

  @Test
  void what_comes_too_fast_is_dropped_and_counted_where_it_is_missing() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    DecisionLog log =
        DecisionLog.open(
            file(),
            decision -> {
              first.countDown();
              try {
                slow.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return word(decision);
            },
            BOUNDS);
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    first.await();
    for (int i = 0; i < 5; i++) {
      log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO); // two wait, three are dropped
    }
    slow.countDown();
    log.close();
    assertThat(Files.readAllLines(file()))
        .containsExactly("0 a started", "{\"dropped\":3}", "1 a started", "2 a started");
  }

  @Test
  void a_decision_that_cannot_be_worded_is_counted() throws IOException {
    DecisionLog log =
        DecisionLog.open(
            file(),
            decision -> {
              if (decision.seq() == 0) {
                throw new IllegalStateException("no words");
              }
              return word(decision);
            });
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    log.close();
    assertThat(Files.readAllLines(file())).containsExactly("{\"dropped\":1}", "1 a started");
  }

  @Test
  void files_are_put_aside_when_they_are_full_and_the_oldest_goes() throws IOException {
    RotatingFile rotating = RotatingFile.open(file(), 10, 3);
    for (int i = 0; i < 9; i++) {
      rotating.line("line" + i);
    }
    rotating.close();
    List<String> kept = new ArrayList<>();
    for (String name : List.of("decisions.2.jsonl", "decisions.1.jsonl", "decisions.jsonl")) {
      kept.addAll(Files.readAllLines(folder.resolve(name)));
    }
    assertThat(kept).containsExactly("line6", "line7", "line8");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void a_log_that_is_there_is_put_aside() throws IOException {
    Files.writeString(file(), "before\n");
    DecisionLog.open(file(), DecisionLogTest::word).close();
    assertThat(folder.resolve("decisions.1.jsonl")).hasContent("before");
    assertThat(file()).isEmptyFile();
  }

  @Test
  void how_long_the_interpreter_took_is_on_the_first_step_of_an_input() throws IOException {
    DecisionLog log = DecisionLog.open(file(), decision -> String.valueOf(decision.micros()));
    List<Step> two = List.of(step().get(0), step().get(0));
    log.onHandled("a", Instant.EPOCH, two, Duration.ofNanos(12_345));
    log.close();
    assertThat(Files.readAllLines(file())).containsExactly("12", "null");
  }
}

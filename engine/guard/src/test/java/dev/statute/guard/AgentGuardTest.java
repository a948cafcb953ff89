package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.store.InstanceAdministration;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Graded answers to agents in this process, and calls that cannot be judged. */
class AgentGuardTest {
  private static final String ARGUMENTS = "{\"path\":\"a.txt\"}";

  private static final Statute STATUTE =
      Statute.loader().profile("unattended").fromClassPath("statute/charts/supervised.yaml");
  private final AgentGuard guard = AgentGuard.forChart("supervised");

  @AfterAll
  static void closeRules() {
    STATUTE.close();
  }

  private Engine engine() {
    EngineBuilder builder = STATUTE.engine().sameThread();
    guard.attach(builder);
    return builder.build();
  }

  @Test
  void a_loop_gets_its_hint_at_the_third_call_and_is_stopped_with_the_rule() {
    try (Engine engine = engine()) {
      assertThat(fail("")).isEmpty();
      assertThat(fail("")).isEmpty();
      assertThat(fail("")).startsWith("Statute: ").contains("a.txt");
      AgentStopException stop =
          catchThrowableOfType(
              AgentStopException.class,
              () -> {
                for (int i = 0; i < 20; i++) {
                  fail("");
                }
              });
      assertThat(stop.halt().rule()).startsWith("loops/full#");
      assertThat(stop.halt().place()).isNotNull();
      assertThat(stop).hasMessageStartingWith("the agent was halted: ");
      assertThat(engine.instance("agent:s").snapshot().configuration()).containsExactly("halted");
      assertThatThrownBy(() -> fail("")).isInstanceOf(AgentStopException.class);

      guard.recordPrompt("s", "go on, but read b.txt");
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
    }
  }

  @Test
  void calls_of_one_round_are_one_piece_of_evidence() {
    try (Engine engine = engine()) {
      for (int i = 0; i < 6; i++) {
        assertThat(fail("first")).isEmpty();
      }
      assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 6L);
      assertThat(fail("second")).isEmpty();
      assertThat(fail("third")).startsWith("Statute: ");
    }
  }

  @Test
  void of_many_sessions_those_used_last_are_kept_and_halted_ones_longer() {
    AgentGuard few = guard.sessions(20);
    try (Engine engine = engine()) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 20; i++) {
                  fail(few, "halted", "");
                }
              })
          .isInstanceOf(AgentStopException.class);
      for (int i = 0; i < 1_000; i++) {
        few.recordPrompt("s" + i, "go on");
        few.propose("s" + i, "", "read_file", ARGUMENTS).recordResult("text");
        if (i % 2 == 0) {
          few.end("s" + i);
        }
        few.propose("busy", "", "read_file", "{\"path\":\"" + i + "\"}").recordResult("text " + i);
        assertThat(engine.instancesInMemory()).isLessThanOrEqualTo(20);
        assertThat(engine.store().list(InstanceAdministration.Filter.all(100)))
            .hasSizeLessThanOrEqualTo(20);
      }
      assertThat(engine.instance("agent:busy").progress()).containsEntry("calls", 1_000L);
      assertThatThrownBy(() -> few.propose("halted", "", "read_file", ARGUMENTS))
          .isInstanceOf(AgentStopException.class);
      assertThat(engine.instance("agent:s999").snapshot()).isNotNull();
      assertThat(engine.instance("agent:s0").snapshot()).isNull();
      assertThat(few.propose("s0", "", "read_file", ARGUMENTS).isRefused()).isFalse();
    }
  }

  @Test
  void more_halted_sessions_than_are_kept_do_not_grow_either() {
    AgentGuard few = guard.sessions(5);
    try (Engine engine = engine()) {
      for (int i = 0; i < 20; i++) {
        String session = "s" + i;
        assertThatThrownBy(
                () -> {
                  for (int call = 0; call < 20; call++) {
                    fail(few, session, "");
                  }
                })
            .isInstanceOf(AgentStopException.class);
      }
      assertThat(engine.instancesInMemory()).isEqualTo(5);
    }
  }

  @Test
  void healthy_work_is_silent() {
    try (Engine engine = engine()) {
      for (int i = 0; i < 50; i++) {
        GuardedCall call = guard.propose("s", "", "read_file", "{\"path\":\"" + i + ".txt\"}");
        assertThat(call.isRefused()).isFalse();
        assertThat(call.recordResult("text of file " + i)).isEmpty();
      }
      assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 50L);
    }
  }

  @Test
  void a_call_that_cannot_be_judged_is_refused_or_made_by_the_setting() {
    Engine engine = engine();
    engine.close();
    GuardedCall refused = guard.propose("s", "", "read_file", ARGUMENTS);
    assertThat(refused.refusal())
        .isEqualTo(
            "Statute: this call of 'read_file' was refused and not made: it could not be judged.");
    assertThatThrownBy(() -> refused.recordResult("x")).isInstanceOf(IllegalStateException.class);

    GuardedCall made = guard.failOpen().propose("s", "", "read_file", ARGUMENTS);
    assertThat(made.isRefused()).isFalse();
    assertThat(made.recordResult("x")).isEmpty();
    guard.end("s");
  }

  @Test
  void a_guard_without_an_engine_refuses() {
    assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isTrue();
  }

  @Test
  void an_engine_that_does_not_answer_in_time_has_not_judged() {
    CountDownLatch free = new CountDownLatch(1);
    ExecutorService one = Executors.newSingleThreadExecutor();
    EngineBuilder builder = STATUTE.engine().executor(one);
    guard.attach(builder);
    try (Engine engine = builder.build()) {
      one.execute(() -> await(free));
      AgentGuard hasty = guard.timeout(Duration.ofMillis(1));
      assertThat(hasty.propose("s", "", "read_file", ARGUMENTS).isRefused()).isTrue();
      assertThat(hasty.failOpen().propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      free.countDown();
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      assertThat(engine.isClosed()).isFalse();
    } finally {
      free.countDown();
      one.shutdown();
    }
  }

  @Test
  void results_that_were_not_recorded_count_as_soon_as_the_engine_answers() {
    engine().close();
    GuardedCall call = guard.failOpen().propose("s", "", "read_file", ARGUMENTS);
    assertThat(call.recordFailure("no")).isEmpty();
    try (Engine engine = engine()) {
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 1L);
    }
  }

  @Test
  void what_the_engine_records_after_the_timeout_counts_once() {
    CountDownLatch free = new CountDownLatch(1);
    ExecutorService one = Executors.newSingleThreadExecutor();
    EngineBuilder builder = STATUTE.engine().executor(one);
    guard.attach(builder);
    try (Engine engine = builder.build()) {
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      one.execute(() -> await(free));
      AgentGuard hasty = guard.timeout(Duration.ofMillis(1)).failOpen();
      hasty.recordPrompt("s", "go on");
      hasty.propose("s", "", "read_file", ARGUMENTS).recordFailure("no");
      free.countDown();
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      assertThat(engine.instance("agent:s").snapshot().progress().records()).isEqualTo(2);
    } finally {
      free.countDown();
      one.shutdown();
    }
  }

  @Test
  void any_text_can_be_arguments_and_a_long_result_is_shortened() {
    try (Engine engine = engine()) {
      for (String arguments : new String[] {"", "not json", "[1,2]", "7", "{\"a\":", "null"}) {
        GuardedCall call = guard.propose("s", "", "t" + arguments.length(), arguments);
        assertThat(call.isRefused()).as(arguments).isFalse();
        assertThat(call.recordResult("result of " + arguments)).as(arguments).isEmpty();
        assertThatThrownBy(() -> call.recordResult("again"))
            .hasMessage("the result of the call is recorded already");
      }
      GuardedCall call = guard.propose("s", "", "t", "{}");
      assertThat(call.recordResult("x".repeat(20_000_000))).isEmpty();
      assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 7L);
    }
  }

  @Test
  void texts_with_halves_of_characters_are_recorded_too() {
    try (Engine engine = engine()) {
      String long1 = "x".repeat(499_999) + "\uD83D\uDE00" + "x".repeat(600_000);
      for (String text : new String[] {"half \uD83D", "\uDE00 half", long1}) {
        guard.recordPrompt("s", text);
        GuardedCall call = guard.propose("s", "", "t" + text.length(), "{}");
        assertThat(call.isRefused()).isFalse();
        assertThat(call.recordResult(text)).isEmpty();
      }
      assertThat(engine.instance("agent:s").snapshot().progress().records()).isEqualTo(6);
    }
  }

  @Test
  void a_record_that_is_too_large_to_be_kept_is_cut_and_counts() {
    try (Engine engine = engine()) {
      String command = "{\"command\":\"" + "x".repeat(7_400_000) + "\"}";
      GuardedCall call = guard.propose("s", "", "shell", command);
      assertThat(call.isRefused()).isFalse();
      assertThat(call.recordFailure("y".repeat(1_000_000))).isEmpty();
      assertThat(guard.propose("s", "", "read_file", ARGUMENTS).isRefused()).isFalse();
      assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 1L);
    }
  }

  private String fail(String round) {
    return fail(guard, "s", round);
  }

  private static String fail(AgentGuard guard, String session, String round) {
    GuardedCall call = guard.propose(session, round, "read_file", ARGUMENTS);
    return call.isRefused() ? call.refusal() : call.recordFailure("a.txt: No such file");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.statute.step;

import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.Policy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class InstanceStarterTest {
  @Test
  void a_start_enters_the_defaults_and_says_so() {
    Outcome outcome =
        InstanceFixture.start(
            c ->
                c.root(r -> r.entry(emit("hello")))
                    .state("a", s -> s.state("a1", i -> i.always(t -> t.to("a2"))).state("a2")));
    assertThat(outcome.kind()).isEqualTo("started");
    assertThat(outcome.from()).isEmpty();
    assertThat(outcome.configuration()).containsExactly("a2");
    assertThat(outcome.trace().entered()).containsExactly("a", "a1", "a2");
    assertThat(outcome.trace().effects().get(0)).isEqualTo(new Effect.Emit("hello", Map.of()));
  }

  @Test
  void given_data_go_over_the_initial_ones_and_must_fit_them() {
    Interpreter interpreter = interpreter(c -> c.data("n", "int", 1L).data("m", 2L).state("a"));
    Step step = interpreter.start("i", Map.of("n", 5L), Instant.EPOCH);
    assertThat(step.snapshot().data()).isEqualTo(Map.of("n", 5L, "m", 2L));
    Outcome wrong = interpreter.start("i", Map.of("n", "five"), Instant.EPOCH).outcome();
    assertThat(wrong.code()).isEqualTo("data");
    assertThat(wrong.message()).contains("'n'").contains("five");
    Outcome unknown = interpreter.start("i", Map.of("x", 1L), Instant.EPOCH).outcome();
    assertThat(unknown.code()).isEqualTo("data");
  }

  @Test
  void initial_and_given_data_have_their_declared_type() {
    Interpreter interpreter =
        interpreter(c -> c.data("n", "decimal", "0.10").data("m", "decimal", 1L).state("a"));
    Snapshot begun = interpreter.start("i", Map.of("m", "2.50"), Instant.EPOCH).snapshot();
    assertThat(begun.data())
        .isEqualTo(Map.of("n", new BigDecimal("0.10"), "m", new BigDecimal("2.50")));
    Snapshot free =
        interpreter(c -> c.state("a")).start("i", Map.of("x", 1L), Instant.EPOCH).snapshot();
    assertThat(free.data()).isEqualTo(Map.of("x", 1L));
  }

  @Test
  void instances_without_data_of_their_own_share_the_initial_data() {
    Interpreter interpreter = interpreter(c -> c.data("n", 1L).state("a"));
    Snapshot one = interpreter.start("1", Map.of(), Instant.EPOCH).snapshot();
    Snapshot other = interpreter.start("2", Map.of(), Instant.EPOCH).snapshot();
    assertThat(one.data()).isSameAs(other.data());
    assertThat(one.activeConfiguration()).isSameAs(other.activeConfiguration());
    assertThat(one.extras()).isSameAs(other.extras());
  }

  @Test
  void an_instance_may_begin_at_rest_in_given_states() {
    Interpreter interpreter = interpreter(InstanceStarterTest::nested);
    Step step = interpreter.startAt("i", List.of("r2"), Map.of(), Instant.EPOCH);
    assertThat(step.outcome().kind()).isEqualTo("started");
    assertThat(step.snapshot().configuration()).containsExactly("l1", "r2");
    assertThat(step.outcome().trace().effects()).isEmpty();
    assertThat(step.snapshot().due()).isEqualTo(Instant.EPOCH.plusSeconds(5));
  }

  @Test
  void states_that_exclude_each_other_are_refused() {
    Interpreter interpreter = interpreter(InstanceStarterTest::nested);
    for (List<String> states :
        List.of(List.of("a", "p"), List.of("l1", "l2"), List.of("nowhere"), List.of("memory"))) {
      Step step = interpreter.startAt("i", states, Map.of(), Instant.EPOCH);
      assertThat(step.outcome().code()).as("%s", states).isEqualTo("configuration");
      assertThat(step.snapshot().exists()).isFalse();
    }
  }

  @Test
  void where_an_instance_begins_to_rest_what_is_required_holds() {
    Interpreter interpreter =
        interpreter(
            c ->
                c.data("n", 1L).state("a").state("b", s -> s.requires("data.n == 2").on("x", "a")));
    Step refused = interpreter.startAt("i", List.of("b"), Map.of(), Instant.EPOCH);
    assertThat(refused.outcome().code()).isEqualTo("requires");
    assertThat(refused.snapshot().exists()).isFalse();
    Step begun = interpreter.startAt("i", List.of("b"), Map.of("n", 2L), Instant.EPOCH);
    assertThat(begun.snapshot().configuration()).containsExactly("b");
  }

  @Test
  void an_instance_that_begins_in_a_final_state_is_finished() {
    Interpreter interpreter =
        interpreter(c -> c.state("a", s -> s.on("x", "end")).state("end", s -> s.last()));
    Step step = interpreter.startAt("i", List.of("end"), Map.of(), Instant.EPOCH);
    assertThat(step.snapshot().isDone()).isTrue();
  }

  private static ChartBuilder nested(ChartBuilder c) {
    return c.state("a", s -> s.on("go", "p"))
        .state(
            "p",
            p ->
                p.parallel()
                    .state(
                        "l", s -> s.state("l1").state("l2").state("memory", h -> h.history(true)))
                    .state(
                        "r",
                        s ->
                            s.state("r1", i -> i.on("x", "r2"))
                                .state(
                                    "r2", i -> i.entry(emit("in")).after("5s", t -> t.to("r1")))));
  }

  private static Interpreter interpreter(UnaryOperator<ChartBuilder> content) {
    return Interpreter.of(Chart.compile(ChartBuilder.chart("c", content)).get(), Policy.NONE);
  }
}

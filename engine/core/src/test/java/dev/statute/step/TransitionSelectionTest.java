package dev.statute.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransitionSelectionTest {
  @Test
  void the_first_transition_in_document_order_wins() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.on("go", "b").on("go", "c")).state("b").state("c"));
    play.send("go");
    assertThat(play.states()).containsExactly("b");
  }

  @Test
  void an_inner_state_is_asked_before_its_ancestors() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("outer", s -> s.on("go", "b").state("inner", i -> i.on("go", "d")))
                    .state("b")
                    .state("d"));
    play.send("go");
    assertThat(play.states()).containsExactly("d");
  }

  @Test
  void a_descriptor_is_a_prefix_of_whole_tokens() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("tool", "b"))
                    .state("b", s -> s.on("tool.*", "c"))
                    .state("c", s -> s.on("x, tool.failed", "d"))
                    .state("d"));
    assertThat(play.send("tools").kind()).isEqualTo("ignored");
    assertThat(play.send("tool.failed.timeout").kind()).isEqualTo("taken");
    assertThat(play.send("tool").kind()).isEqualTo("taken");
    assertThat(play.send("tool").kind()).isEqualTo("ignored");
    assertThat(play.send("tool.failed").kind()).isEqualTo("taken");
    assertThat(play.states()).containsExactly("d");
  }

  @Test
  void a_star_hears_everything_in_document_order() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.on("go", "b").on("*", "c")).state("b").state("c"));
    play.send("whatever.it.is");
    assertThat(play.states()).containsExactly("c");
  }

  @Test
  void regions_that_hear_one_event_move_in_one_microstep() {
    InstanceFixture play = InstanceFixture.of(TransitionSelectionTest::twoRegions);
    Outcome outcome = play.send("both");
    assertThat(outcome.configuration()).containsExactly("l2", "r2");
    assertThat(outcome.trace().transitions())
        .extracting(TakenTransition::source)
        .containsExactly("l1", "r1");
    assertThat(outcome.trace().effects())
        .containsExactly(new Effect.StateChanged("l1,r1", "l2,r2", null));
  }

  @Test
  void a_transition_further_inside_wins_and_the_other_is_reported_as_preempted() {
    InstanceFixture play = InstanceFixture.of(TransitionSelectionTest::twoRegions);
    Outcome outcome = play.send("left");
    assertThat(outcome.configuration()).containsExactly("l2", "r1");
    assertThat(outcome.trace().preempted())
        .extracting(TakenTransition::source)
        .containsExactly("both");
  }

  @Test
  void a_targetless_transition_of_an_ancestor_runs_for_the_regions_that_do_not_hear_it() {
    InstanceFixture play = InstanceFixture.of(TransitionSelectionTest::twoRegions);
    Outcome outcome = play.send("note");
    assertThat(outcome.trace().transitions())
        .extracting(TakenTransition::source)
        .containsExactly("l1", "both");
    assertThat(outcome.configuration()).containsExactly("l2", "r1");
  }

  @Test
  void conditions_see_the_configuration_before_the_microstep() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "both",
                    p ->
                        p.parallel()
                            .state("l", s -> s.state("l1", x -> x.on("go", "l2")).state("l2"))
                            .state(
                                "r",
                                s ->
                                    s.state(
                                            "r1",
                                            x -> x.on("go", t -> t.to("r2").when("active('l1')")))
                                        .state("r2"))));
    assertThat(play.send("go").configuration()).containsExactly("l2", "r2");
  }

  @Test
  void a_thousand_regions_are_handled_at_once() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "all",
                    p -> {
                      p.parallel();
                      for (int i = 0; i < 1000; i++) {
                        int n = i;
                        p.state(
                            "r" + n,
                            r -> r.state("a" + n, a -> a.on("go", "b" + n)).state("b" + n));
                      }
                      return p;
                    }));
    assertThat(play.send("go").trace().transitions()).hasSize(1000);
    assertThat(play.states()).startsWith("b0", "b1").hasSize(1000);
  }

  @Test
  void what_is_fired_says_from_where_and_why() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "outer",
                        s ->
                            s.on("go", t -> t.to("b").reason("because of ${event_name}"))
                                .state("inner"))
                    .state("b"));
    TakenTransition fired = play.send("go").trace().transitions().get(0);
    assertThat(fired.from()).isEqualTo("inner");
    assertThat(fired.source()).isEqualTo("outer");
    assertThat(fired.kind()).isEqualTo("event");
    assertThat(fired.event()).isEqualTo("go");
    assertThat(fired.targets()).isEqualTo(List.of("b"));
    assertThat(fired.reason()).isEqualTo("because of go");
    assertThat(fired.place().file()).isEqualTo("test.yaml");
  }

  private static ChartBuilder twoRegions(ChartBuilder chart) {
    return chart.state(
        "both",
        p ->
            p.parallel()
                .on("left", "both")
                .on("note", t -> t)
                .state(
                    "l",
                    s ->
                        s.state("l1", x -> x.on("both", "l2").on("left", "l2").on("note", "l2"))
                            .state("l2"))
                .state("r", s -> s.state("r1", x -> x.on("both", "r2")).state("r2")));
  }
}

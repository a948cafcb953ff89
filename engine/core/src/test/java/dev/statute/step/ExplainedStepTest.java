package dev.statute.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.spi.Layer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainedStepTest {
  private static final Instant NOW = Instant.EPOCH;

  private static InstanceFixture play(ScriptedPolicy rules) {
    return InstanceFixture.of(
        rules,
        c ->
            c.state("a", s -> s.on("go", "b").on("far", "c"))
                .state("b", s -> s.always(t -> t.to("c")))
                .state("c"));
  }

  @Test
  void an_explained_step_is_the_step_itself() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "c".equals(t.to()) ? new Deny(t, "not c") : null);
    InstanceFixture play = play(rules);
    Interpreter interpreter = Interpreter.of(play.snapshot.chart(), rules);
    for (String event : List.of("go", "far", "unheard")) {
      Input input = new Input.Event(event);
      List<ExplainedStep> explained =
          interpreter.withExplanations().handle(play.snapshot, input, NOW);
      assertThat(explained.stream().map(each -> each.step().outcome().kind()).toList())
          .isEqualTo(
              interpreter.handle(play.snapshot, input, NOW).stream()
                  .map(step -> step.outcome().kind())
                  .toList());
    }
  }

  @Test
  void every_question_of_a_step_is_there_with_the_step() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "c".equals(t.to()) ? new Deny(t, "not c") : null);
    InstanceFixture play = play(rules);
    ExplainedStep explained =
        Interpreter.of(play.snapshot.chart(), rules)
            .withExplanations()
            .handle(play.snapshot, new Input.Event("go"), NOW)
            .get(0);
    assertThat(explained.explanations())
        .extracting(each -> each.question().transitions().get(0).to())
        .containsExactly("b", "c");
    assertThat(explained.layer()).isEqualTo(Layer.CHART);
    assertThat(explained.counterfactuals())
        .containsExactly(
            "rule pack#rule would have to be switched off or not to match,"
                + " or a layer above chart to permit it");
  }

  @Test
  void an_unheard_event_names_what_is_heard() {
    InstanceFixture play = play(new ScriptedPolicy());
    ExplainedStep explained =
        Interpreter.of(play.snapshot.chart(), new ScriptedPolicy())
            .withExplanations()
            .can(play.snapshot, new Input.Event("what"), NOW);
    assertThat(explained.layer()).isNull();
    assertThat(explained.explanations()).isEmpty();
    assertThat(explained.counterfactuals())
        .containsExactly("an active state would have to listen to it; heard here: go, far");
  }
}

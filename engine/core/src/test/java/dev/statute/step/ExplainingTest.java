package dev.statute.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.Layer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainingTest {
  private static final Instant NOW = Instant.EPOCH;

  private static Play play(Rules rules) {
    return Play.of(
        rules,
        c ->
            c.state("a", s -> s.on("go", "b").on("far", "c"))
                .state("b", s -> s.always(t -> t.to("c")))
                .state("c"));
  }

  @Test
  void an_explained_step_is_the_step_itself() {
    Rules rules = new Rules().on(t -> "c".equals(t.to()) ? new Deny(t, "not c") : null);
    Play play = play(rules);
    Interpreter interpreter = Interpreter.of(play.snapshot.chart(), rules);
    for (String event : List.of("go", "far", "unheard")) {
      Input input = new Input.Event(event);
      List<ExplainedStep> explained = interpreter.explaining().handle(play.snapshot, input, NOW);
      assertThat(explained.stream().map(each -> each.step().outcome().kind()).toList())
          .isEqualTo(
              interpreter.handle(play.snapshot, input, NOW).stream()
                  .map(step -> step.outcome().kind())
                  .toList());
    }
  }

  @Test
  void every_question_of_a_step_is_there_with_the_step() {
    Rules rules = new Rules().on(t -> "c".equals(t.to()) ? new Deny(t, "not c") : null);
    Play play = play(rules);
    ExplainedStep explained =
        Interpreter.of(play.snapshot.chart(), rules)
            .explaining()
            .handle(play.snapshot, new Input.Event("go"), NOW)
            .get(0);
    assertThat(explained.asked())
        .extracting(each -> each.question().transitions().get(0).to())
        .containsExactly("b", "c");
    assertThat(explained.layer()).isEqualTo(Layer.CHART);
    assertThat(explained.changes())
        .containsExactly(
            "rule pack#rule would have to be switched off or not to match,"
                + " or a layer above chart to permit it");
  }

  @Test
  void an_unheard_event_names_what_is_heard() {
    Play play = play(new Rules());
    ExplainedStep explained =
        Interpreter.of(play.snapshot.chart(), new Rules())
            .explaining()
            .can(play.snapshot, new Input.Event("what"), NOW);
    assertThat(explained.layer()).isNull();
    assertThat(explained.asked()).isEmpty();
    assertThat(explained.changes())
        .containsExactly("an active state would have to listen to it; heard here: go, far");
  }
}

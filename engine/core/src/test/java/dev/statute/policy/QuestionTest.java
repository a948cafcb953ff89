package dev.statute.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class QuestionTest {
  private static final Transition TRANSITION = new Transition(Proposals.move("A", "B", true));
  private static final Candidate CANDIDATE = new Candidate(Proposals.move("A", "B", true));
  private static final Finding FINDING = new Finding("p", "i", "hint", 3, "stuck");

  @Test
  void takes_verdicts_on_what_was_asked_about() {
    Question question = question(new Nothing(), List.of("name"));
    assertThat(question.takes(new Deny(TRANSITION, "no"))).isTrue();
    assertThat(question.takes(new Permit(TRANSITION, "yes"))).isTrue();
    assertThat(question.takes(new Ignore(TRANSITION, "not now"))).isTrue();
    assertThat(question.takes(new Redirect(TRANSITION, "C", "not there"))).isTrue();
    assertThat(question.takes(new Grant(CANDIDATE, "may"))).isTrue();
    assertThat(question.takes(new Waive("name", "known"))).isTrue();
    assertThat(question.takes(FINDING)).isTrue();
  }

  @Test
  void takes_nothing_on_what_was_not_asked_about() {
    Question question = question(null, List.of());
    Transition other = new Transition(Proposals.move("A", "B", true));
    assertThat(question.takes(new Deny(other, "no"))).isFalse();
    assertThat(question.takes(FINDING)).isFalse();
  }

  @Test
  void a_verdict_without_its_parts_cannot_be_made() {
    assertThatThrownBy(() -> new Finding("p", "i", "warn", 3, "stuck"))
        .hasMessage("a finding's level is hint, recover or stop, not 'warn'");
  }

  private static Question question(Observation observation, List<String> fields) {
    return new Question(
        Proposals.INSTANCE,
        Settings.of(java.util.Map.of()),
        List.of(CANDIDATE),
        List.of(TRANSITION),
        observation,
        fields);
  }

  private static final class Nothing implements Observation {
    @Override
    public Progress progress() {
      return Progress.NONE;
    }

    @Override
    public List<Object> facts(Predicate<Class<?>> wanted) {
      return List.of();
    }
  }
}

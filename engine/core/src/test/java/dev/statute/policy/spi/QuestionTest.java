package dev.statute.policy.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Progress;
import dev.statute.policy.Redirect;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Waive;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class QuestionTest {
  private static final Transition TRANSITION =
      new Transition(ProposalFixtures.move("A", "B", true));
  private static final Candidate CANDIDATE = new Candidate(ProposalFixtures.move("A", "B", true));
  private static final Finding FINDING = new Finding("p", "i", "hint", 3, "stuck");

  @Test
  void accepts_verdicts_on_its_proposals() {
    Question question = question(new Nothing(), List.of("name"));
    assertThat(question.accepts(new Deny(TRANSITION, "no"))).isTrue();
    assertThat(question.accepts(new Permit(TRANSITION, "yes"))).isTrue();
    assertThat(question.accepts(new Ignore(TRANSITION, "not now"))).isTrue();
    assertThat(question.accepts(new Redirect(TRANSITION, "C", "not there"))).isTrue();
    assertThat(question.accepts(new Grant(CANDIDATE, "may"))).isTrue();
    assertThat(question.accepts(new Waive("name", "known"))).isTrue();
    assertThat(question.accepts(FINDING)).isTrue();
  }

  @Test
  void rejects_verdicts_on_other_proposals() {
    Question question = question(null, List.of());
    Transition other = new Transition(ProposalFixtures.move("A", "B", true));
    assertThat(question.accepts(new Deny(other, "no"))).isFalse();
    assertThat(question.accepts(FINDING)).isFalse();
  }

  @Test
  void a_verdict_without_its_parts_cannot_be_created() {
    assertThatThrownBy(() -> new Finding("p", "i", "warn", 3, "stuck"))
        .hasMessage("a finding's level is hint, recover or stop, not 'warn'");
  }

  private static Question question(Observation observation, List<String> fields) {
    return new Question(
        ProposalFixtures.INSTANCE,
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

package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Counter;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.ProposalFixtures;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShadowPolicyTest {
  private static final Place PLACE = new Place("rules.drl", 1, 1);
  private final List<ShadowPolicy.Divergence> divergences = new ArrayList<>();
  private int asked;

  /** Policy with one verdict per transition. */
  private final class Rules implements Policy {
    private final Function<Transition, List<Verdict>> rule;

    Rules(Function<Transition, List<Verdict>> rule) {
      this.rule = rule;
    }

    @Override
    public RuleVerdicts judge(Question question) {
      asked++;
      List<RuleVerdict> all = new ArrayList<>();
      for (Transition transition : question.transitions()) {
        for (Verdict verdict : rule.apply(transition)) {
          all.add(new RuleVerdict(verdict, "p#r", PLACE, new Layer(2, "team"), List.of()));
        }
      }
      return new RuleVerdicts(all, null);
    }
  }

  /** Policy that reads every fact, or none. */
  private record Reader(boolean reads) implements Policy {
    @Override
    public boolean readsFact(Class<?> fact) {
      return reads;
    }

    @Override
    public boolean readsCounter(Counter counter) {
      return reads;
    }

    @Override
    public boolean readsArguments() {
      return reads;
    }

    @Override
    public RuleVerdicts judge(Question question) {
      return RuleVerdicts.NONE;
    }
  }

  private Policy rules(Function<Transition, List<Verdict>> rule) {
    return new Rules(rule);
  }

  private RuleVerdicts judge(Policy shadow) {
    Transition transition = new Transition(ProposalFixtures.move("A", "B", true));
    Question question =
        new Question(
            transition.instance(),
            transition.settings(),
            List.of(),
            List.of(transition),
            null,
            List.of());
    return ShadowPolicy.of(
            rules(t -> List.of()), shadow, Settings.of(Map.of("limit", 7L)), divergences::add)
        .judge(question);
  }

  /** A default would hide the answer of the wrapped policy without an error. */
  @Test
  void it_answers_every_question_about_what_it_wraps() {
    List<String> questions =
        Stream.of(Policy.class.getDeclaredMethods())
            .filter(Method::isDefault)
            .map(ShadowPolicyTest::signature)
            .toList();
    assertThat(questions).isNotEmpty();
    assertThat(Stream.of(ShadowPolicy.class.getDeclaredMethods()).map(ShadowPolicyTest::signature))
        .containsAll(questions);
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  @Test
  void the_real_rules_decide_and_divergences_are_reported() {
    RuleVerdicts verdicts = judge(rules(t -> List.of(new Deny(t, "no"))));
    assertThat(verdicts).isEqualTo(RuleVerdicts.NONE);
    assertThat(divergences).hasSize(1);
    ShadowPolicy.Divergence divergence = divergences.get(0);
    assertThat(divergence.real()).isEqualTo("taken");
    assertThat(divergence.shadow()).isEqualTo("denied");
    assertThat(divergence.rules()).containsExactly("p#r");
    assertThat(divergence.subject()).isNotNull();
  }

  @Test
  void agreement_is_not_reported() {
    judge(rules(t -> List.of(new Permit(t, "may"))));
    assertThat(divergences).isEmpty();
  }

  @Test
  void shadow_rules_read_their_own_settings() {
    judge(rules(t -> t.settings().num("limit") == 7 ? List.of(new Ignore(t, "seven")) : List.of()));
    assertThat(divergences).extracting(ShadowPolicy.Divergence::shadow).containsExactly("ignored");
  }

  @Test
  void shadow_rules_read_the_key_of_the_call() {
    judge(
        rules(t -> t.action().equals("key of the call") ? List.of(new Deny(t, "no")) : List.of()));
    assertThat(divergences).extracting(ShadowPolicy.Divergence::shadow).containsExactly("denied");
  }

  @Test
  void what_either_policy_reads_is_kept() {
    for (boolean real : List.of(true, false)) {
      for (boolean shadow : List.of(true, false)) {
        Policy both =
            ShadowPolicy.of(
                new Reader(real), new Reader(shadow), Settings.of(Map.of()), divergences::add);
        assertThat(
                List.of(
                    both.readsFact(String.class),
                    both.readsCounter(Counter.CALLS),
                    both.readsArguments()))
            .containsOnly(real || shadow);
      }
    }
  }

  @Test
  void a_failing_shadow_has_no_effect_and_is_disabled() {
    Policy failing =
        rules(
            t -> {
              throw new IllegalStateException("broken");
            });
    Transition transition = new Transition(ProposalFixtures.move("A", "B", true));
    Question question =
        new Question(
            transition.instance(),
            transition.settings(),
            List.of(),
            List.of(transition),
            null,
            List.of());
    ShadowPolicy shadow =
        ShadowPolicy.of(rules(t -> List.of()), failing, Settings.of(Map.of()), divergences::add);
    for (int i = 0; i < 50; i++) {
      assertThat(shadow.judge(question)).isEqualTo(RuleVerdicts.NONE);
    }
    assertThat(divergences).hasSize(10);
    assertThat(asked).isEqualTo(50 + 10);
    assertThat(String.valueOf(divergences.get(9).error()))
        .contains("broken", "the shadow is given up after 10 failures");
  }

  @Test
  void a_listener_that_throws_changes_nothing() {
    Transition transition = new Transition(ProposalFixtures.move("A", "B", true));
    ShadowPolicy shadow =
        ShadowPolicy.of(
            rules(t -> List.of()),
            rules(t -> List.of(new Deny(t, "no"))),
            Settings.of(Map.of()),
            divergence -> {
              throw new IllegalStateException("listener");
            });
    Question question =
        new Question(
            transition.instance(),
            transition.settings(),
            List.of(),
            List.of(transition),
            null,
            List.of());
    assertThat(shadow.judge(question)).isEqualTo(RuleVerdicts.NONE);
  }
}

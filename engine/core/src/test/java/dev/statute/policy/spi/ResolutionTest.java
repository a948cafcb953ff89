package dev.statute.policy.spi;

import static dev.statute.policy.spi.internal.Resolution.Effect.DENIED;
import static dev.statute.policy.spi.internal.Resolution.Effect.IGNORED;
import static dev.statute.policy.spi.internal.Resolution.Effect.PROCEED;
import static dev.statute.policy.spi.internal.Resolution.Effect.REDIRECTED;
import static dev.statute.policy.spi.internal.Resolution.Effect.UNLISTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.Finding;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.internal.Resolution;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ResolutionTest {
  private static final Transition LISTED = transition(true);
  private static final Transition UNLISTED_MOVE = transition(false);

  @Test
  void without_verdicts_a_listed_transition_is_taken_and_an_unlisted_move_is_not() {
    assertThat(Resolution.of(LISTED, List.of())).isEqualTo(new Resolution(PROCEED, List.of()));
    assertThat(Resolution.of(UNLISTED_MOVE, List.of()))
        .isEqualTo(new Resolution(UNLISTED, List.of()));
  }

  @Test
  void a_permit_of_a_later_layer_lifts_the_deny_of_an_earlier_one() {
    RuleVerdict deny = verdict(Layer.BASE, new Deny(LISTED, "no"));
    RuleVerdict permit = verdict(new Layer(2, "team"), new Permit(LISTED, "yes"));
    assertThat(Resolution.of(LISTED, List.of(deny, permit)))
        .isEqualTo(new Resolution(PROCEED, List.of(permit)));
  }

  @Test
  void a_deny_decides_against_a_permit_of_its_own_layer() {
    RuleVerdict deny = verdict(Layer.CHART, new Deny(LISTED, "no"));
    RuleVerdict permit = verdict(Layer.CHART, new Permit(LISTED, "yes"));
    assertThat(Resolution.of(LISTED, List.of(permit, deny)))
        .isEqualTo(new Resolution(DENIED, List.of(deny)));
  }

  @Test
  void a_redirect_has_a_target() {
    RuleVerdict redirect =
        verdict(Layer.BASE, new Redirect(UNLISTED_MOVE, "PAUSED", "first pause"));
    Resolution resolution = Resolution.of(UNLISTED_MOVE, List.of(redirect));
    assertThat(resolution).isEqualTo(new Resolution(REDIRECTED, List.of(redirect)));
    assertThat(resolution.redirectTarget()).isEqualTo("PAUSED");
  }

  @Test
  void verdicts_on_other_transitions_are_skipped() {
    RuleVerdict other = verdict(new Layer(2, "team"), new Deny(transition(true), "no"));
    RuleVerdict finding = verdict(new Layer(2, "team"), new Finding("p", "i", "stop", 3, "stuck"));
    assertThat(Resolution.of(LISTED, List.of(other, finding)).effect()).isEqualTo(PROCEED);
  }

  /**
   * Checks every subset of (layer, kind of verdict), in random order, against the documented
   * precedence.
   */
  @Test
  void every_combination_of_verdicts_follows_the_precedence() {
    Random random = new Random(11);
    for (Transition transition : List.of(LISTED, UNLISTED_MOVE)) {
      List<RuleVerdict> all = everyRulingOn(transition);
      for (int subset = 1; subset < 1 << all.size(); subset++) {
        List<RuleVerdict> given = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
          if ((subset & 1 << i) != 0) {
            given.add(all.get(i));
          }
        }
        Collections.shuffle(given, random);
        obeysTheLaws(transition, given);
      }
    }
  }

  private static void obeysTheLaws(Transition transition, List<RuleVerdict> given) {
    Resolution resolution = Resolution.of(transition, given);
    Layer highest = Collections.max(given.stream().map(RuleVerdict::layer).toList());
    assertThat(resolution.decisive()).isNotEmpty().isSubsetOf(given);
    assertThat(resolution.decisive()).extracting(RuleVerdict::layer).containsOnly(highest);
    assertThat(resolution.decisive()).extracting(r -> r.verdict().getClass()).hasSize(1);
    boolean denied = has(given, highest, v -> v instanceof Deny);
    boolean ignored = has(given, highest, v -> v instanceof Ignore);
    boolean redirected = has(given, highest, v -> v instanceof Redirect);
    assertThat(resolution.effect() == DENIED).as("%s", given).isEqualTo(denied);
    assertThat(resolution.effect() == IGNORED).as("%s", given).isEqualTo(ignored && !denied);
    assertThat(resolution.effect() == REDIRECTED)
        .as("%s", given)
        .isEqualTo(redirected && !ignored && !denied);
    assertThat(resolution.effect()).isNotEqualTo(UNLISTED);
    assertThat(resolution.redirectTarget() != null).isEqualTo(resolution.effect() == REDIRECTED);
  }

  /** Checks up to 20 layers with one verdict each, given in random order. */
  @Test
  void the_last_of_any_number_of_layers_decides_in_whatever_order_verdicts_come() {
    Random random = new Random(12);
    for (int round = 0; round < 1000; round++) {
      List<Layer> layers = new ArrayList<>(List.of(Layer.BASE, Layer.CHART));
      layers.addAll(Layer.above(Collections.nCopies(random.nextInt(19), "rules")));
      List<RuleVerdict> given = new ArrayList<>();
      for (Layer layer : layers) {
        boolean denies = random.nextBoolean();
        given.add(verdict(layer, denies ? new Deny(LISTED, "no") : new Permit(LISTED, "yes")));
      }
      RuleVerdict last = given.get(given.size() - 1);
      Collections.shuffle(given, random);
      assertThat(Resolution.of(LISTED, given))
          .isEqualTo(
              new Resolution(last.verdict() instanceof Deny ? DENIED : PROCEED, List.of(last)));
    }
  }

  @Test
  void layers_above_those_of_charts_have_names_of_their_own() {
    assertThat(Layer.above(List.of("base", "company", "base", "company")).toString())
        .isEqualTo("[base 2, company, base 3, company 2]");
  }

  private static boolean has(List<RuleVerdict> given, Layer layer, Predicate<Verdict> kind) {
    return given.stream().anyMatch(r -> r.layer().equals(layer) && kind.test(r.verdict()));
  }

  private static List<RuleVerdict> everyRulingOn(Transition transition) {
    List<RuleVerdict> all = new ArrayList<>();
    for (Layer layer : List.of(Layer.BASE, Layer.CHART, new Layer(2, "team"))) {
      all.add(verdict(layer, new Deny(transition, "deny")));
      all.add(verdict(layer, new Ignore(transition, "ignore")));
      all.add(verdict(layer, new Redirect(transition, "x", "redirect")));
      all.add(verdict(layer, new Permit(transition, "permit")));
    }
    return all;
  }

  private static RuleVerdict verdict(Layer layer, Verdict verdict) {
    return new RuleVerdict(verdict, "pack#rule", new Place("pack.drl", 3, 1), layer, List.of());
  }

  private static Transition transition(boolean listed) {
    return new Transition(ProposalFixtures.move("A", "B", listed));
  }
}

package dev.statute.policy.spi.internal;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.RuleVerdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Combination of all verdicts on one transition.
 *
 * <p>The highest layer with a verdict on the transition decides, so a {@link Permit} of a later
 * layer lifts a {@link Deny} of an earlier one, and the reverse. Within that layer the most
 * restrictive verdict wins: {@link Deny}, then {@link Ignore}, {@link Redirect}, {@link Permit}. A
 * move that the chart does not list needs a decisive {@code Permit}; a {@code Redirect} grants
 * nothing, as its target is judged again.
 *
 * @param decisive the deciding verdicts in their order; empty if no rule gave one
 */
public record Resolution(Effect effect, List<RuleVerdict> decisive) {
  /** Effect on the transition. */
  public enum Effect {
    /** The transition is taken. */
    PROCEED,
    /** The move is neither listed by the chart nor permitted by a rule. */
    UNLISTED,
    /** The whole step is refused. */
    DENIED,
    /** Another state is entered instead: {@link Resolution#redirectTarget}. */
    REDIRECTED,
    /** The event is consumed without a change. */
    IGNORED
  }

  /** Kinds of verdicts on a transition, the most restrictive first. */
  public static final List<Class<? extends Verdict>> STRICTEST_FIRST =
      List.of(Deny.class, Ignore.class, Redirect.class, Permit.class);

  public Resolution {
    decisive = List.copyOf(decisive);
  }

  /** Combines the verdicts on {@code transition}; others are skipped. */
  public static Resolution of(Transition transition, List<RuleVerdict> verdicts) {
    List<RuleVerdict> on =
        verdicts.stream().filter(r -> subject(r.verdict()) == transition).toList();
    Optional<Layer> highest = on.stream().map(RuleVerdict::layer).max(Layer::compareTo);
    if (highest.isPresent()) {
      for (Class<? extends Verdict> kind : STRICTEST_FIRST) {
        List<RuleVerdict> decisive =
            on.stream()
                .filter(r -> r.layer().equals(highest.get()) && kind.isInstance(r.verdict()))
                .toList();
        if (!decisive.isEmpty()) {
          Verdict first = decisive.get(0).verdict();
          return new Resolution(effect(first), agreeing(first, decisive));
        }
      }
    }
    return new Resolution(transition.listed() ? Effect.PROCEED : Effect.UNLISTED, List.of());
  }

  /**
   * Returns the verdicts that agree with the first one; of redirects, those with the same target.
   */
  private static List<RuleVerdict> agreeing(Verdict first, List<RuleVerdict> decisive) {
    return first instanceof Redirect redirect
        ? decisive.stream()
            .filter(r -> r.verdict() instanceof Redirect r2 && r2.to().equals(redirect.to()))
            .toList()
        : decisive;
  }

  /** Returns the target of the first decisive redirect; null if not redirected. */
  public @Nullable String redirectTarget() {
    return !decisive.isEmpty() && decisive.get(0).verdict() instanceof Redirect redirect
        ? redirect.to()
        : null;
  }

  /** Returns the transition of a verdict; null for other verdicts. */
  public static @Nullable Transition subject(Verdict verdict) {
    if (verdict instanceof Deny deny) {
      return deny.transition();
    }
    if (verdict instanceof Permit permit) {
      return permit.transition();
    }
    if (verdict instanceof Redirect redirect) {
      return redirect.transition();
    }
    return verdict instanceof Ignore ignore ? ignore.transition() : null;
  }

  private static Effect effect(Verdict verdict) {
    if (verdict instanceof Deny) {
      return Effect.DENIED;
    }
    if (verdict instanceof Ignore) {
      return Effect.IGNORED;
    }
    return verdict instanceof Redirect ? Effect.REDIRECTED : Effect.PROCEED;
  }
}

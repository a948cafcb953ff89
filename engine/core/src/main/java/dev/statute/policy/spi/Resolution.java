package dev.statute.policy.spi;

import dev.statute.policy.Deny;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the verdicts on one transition amount to.
 *
 * <p>The highest layer that says anything about the transition decides, and lower ones are
 * outvoted: so a later layer's {@link Permit} lifts an earlier one's {@link Deny}, and the other
 * way round. Inside that layer the most careful verdict wins: {@link Deny}, then {@link Ignore},
 * then {@link Redirect}, then {@link Permit}. A move that the chart does not list needs a deciding
 * {@code Permit}; a {@code Redirect} does not widen anything, as where it leads is judged again.
 *
 * @param decisive the rulings that made it so, in the order they were given; empty if no rule spoke
 */
public record Resolution(Effect effect, List<RuleVerdict> decisive) {
  /** What becomes of the transition. */
  public enum Effect {
    /** It is taken. */
    PROCEED,
    /** It is a move that neither the chart lists nor a rule permits. */
    UNLISTED,
    /** The whole step is refused. */
    DENIED,
    /** Another state is entered instead: {@link Resolution#redirectTarget}. */
    REDIRECTED,
    /** Its event is consumed, and nothing changes. */
    IGNORED
  }

  private static final List<Class<? extends Verdict>> PRECEDENCE =
      List.of(Deny.class, Ignore.class, Redirect.class, Permit.class);

  public Resolution {
    decisive = List.copyOf(decisive);
  }

  /** Weighs the rulings on {@code transition}; those on anything else are passed over. */
  public static Resolution of(Transition transition, List<RuleVerdict> rulings) {
    List<RuleVerdict> on =
        rulings.stream().filter(r -> subject(r.verdict()) == transition).toList();
    Optional<Layer> highest = on.stream().map(RuleVerdict::layer).max(Layer::compareTo);
    if (highest.isPresent()) {
      for (Class<? extends Verdict> kind : PRECEDENCE) {
        List<RuleVerdict> decisive =
            on.stream()
                .filter(r -> r.layer() == highest.get() && kind.isInstance(r.verdict()))
                .toList();
        if (!decisive.isEmpty()) {
          Verdict first = decisive.get(0).verdict();
          return new Resolution(effect(first), agreeing(first, decisive));
        }
      }
    }
    return new Resolution(transition.listed() ? Effect.PROCEED : Effect.UNLISTED, List.of());
  }

  /** Of redirects, those to the state where it goes: the first one's. */
  private static List<RuleVerdict> agreeing(Verdict first, List<RuleVerdict> decisive) {
    return first instanceof Redirect redirect
        ? decisive.stream()
            .filter(r -> r.verdict() instanceof Redirect r2 && r2.to().equals(redirect.to()))
            .toList()
        : decisive;
  }

  /** Where it goes instead: the first decisive redirect's state; null if it is not redirected. */
  public @Nullable String redirectTarget() {
    return !decisive.isEmpty() && decisive.get(0).verdict() instanceof Redirect redirect
        ? redirect.to()
        : null;
  }

  /** The transition a verdict is about, or null if it is about something else. */
  static @Nullable Transition subject(Verdict verdict) {
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

package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Explanation.UnmetConstraint;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for a match of a rule's conditions among the facts of a question, in the order of the
 * text. It records the furthest point: the deepest pattern without a match, and of the facts tried
 * for it the one that met most conditions before the first failure. Confined to one thread.
 *
 * <p>An undecided condition ({@link UndecidedException}) might hold. The search continues after it,
 * but a match is then uncertain; a later condition that fails is certain.
 */
final class PatternMatcher {
  /** Result of a search, in the order of certainty. */
  enum Match {
    NO,
    MAYBE,
    YES
  }

  private interface Continuation {
    Match proceed(RuleBindings bound, boolean sure);
  }

  private static final Continuation END = (bound, sure) -> sure ? Match.YES : Match.MAYBE;

  /**
   * Limit of compared facts: a join of patterns is a product of facts. A rule that fires compares
   * fewer.
   */
  private static final int MAX_TRIALS = 100_000;

  private final List<Object> facts;
  private final UnmetCondition unmetConditions;
  private final IdentityHashMap<RuleCondition.Pattern, Match> attempts = new IdentityHashMap<>();
  private int trials;
  private int depth;
  private int deepest = -1;
  private int mostPassed = -1;
  private int suppressed;
  private @Nullable MissingMatch unmet;
  private @Nullable MissingMatch unknown;

  PatternMatcher(DrlFile file, Settings settings, List<Object> facts) {
    this.facts = facts;
    this.unmetConditions = new UnmetCondition(file, settings);
  }

  /** Searches for a match; undecided for a rule that compares too many facts. */
  Match match(RuleCondition rule) {
    try {
      return walk(rule, RuleBindings.EMPTY, true, END);
    } catch (TooManyFacts e) {
      unknown = null;
      return Match.MAYBE;
    }
  }

  /** Missing condition, if there was no match. */
  @Nullable MissingMatch unmet() {
    return unmet;
  }

  /** Undecided condition, if there may have been a match. */
  @Nullable MissingMatch unknown() {
    return unknown;
  }

  /** Evaluated patterns, and if there was a fact for them. */
  IdentityHashMap<RuleCondition.Pattern, Match> attempts() {
    return attempts;
  }

  private void record(RuleCondition.Pattern pattern, Match match) {
    attempts.merge(pattern, match, PatternMatcher::moreCertain);
  }

  private Match walk(RuleCondition clause, RuleBindings bound, boolean sure, Continuation next) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      return pattern(pattern, bound, sure, next);
    }
    if (clause instanceof RuleCondition.All all) {
      return matchAll(all.parts(), 0, bound, sure, next);
    }
    if (clause instanceof RuleCondition.Any any) {
      Match best = Match.NO;
      for (RuleCondition part : any.parts()) {
        best = moreCertain(best, walk(part, bound, sure, next));
      }
      return best;
    }
    if (clause instanceof RuleCondition.None none) {
      return matchNone(none, bound, sure, next);
    }
    if (clause instanceof RuleCondition.Some some) {
      return proceed(walk(some.condition(), bound, true, END), bound, sure, next);
    }
    return matchEvery((RuleCondition.Every) clause, bound, sure, next);
  }

  private Match matchAll(
      List<RuleCondition> parts, int at, RuleBindings bound, boolean sure, Continuation next) {
    return at == parts.size()
        ? next.proceed(bound, sure)
        : walk(
            parts.get(at),
            bound,
            sure,
            (more, still) -> matchAll(parts, at + 1, more, still, next));
  }

  private static Match moreCertain(Match a, Match b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private Match proceed(Match found, RuleBindings bound, boolean sure, Continuation next) {
    if (found == Match.NO) {
      return Match.NO;
    }
    return nested(() -> next.proceed(bound, sure && found == Match.YES));
  }

  private Match nested(java.util.function.Supplier<Match> go) {
    depth++;
    try {
      return go.get();
    } finally {
      depth--;
    }
  }

  private Match matchNone(
      RuleCondition.None none, RuleBindings bound, boolean sure, Continuation next) {
    List<RuleBindings> there = new ArrayList<>();
    suppressed++;
    Match found =
        walk(
            none.condition(),
            bound,
            true,
            (more, still) -> {
              there.add(more);
              return END.proceed(more, still);
            });
    suppressed--;
    if (found == Match.YES) {
      List<Object> matched = there.get(0).facts();
      Object fact =
          matched.size() > bound.facts().size() ? matched.get(bound.facts().size()) : null;
      recordUnmet(0, new MissingMatch(Reason.EXCLUDED, none.text(), none.place(), fact, List.of()));
      return Match.NO;
    }
    if (found == Match.MAYBE) {
      unknown =
          new MissingMatch(Reason.UNKNOWN, "not " + none.text(), none.place(), null, List.of());
    }
    return nested(() -> next.proceed(bound, sure && found == Match.NO));
  }

  /** Tests if each fact of the pattern's type meets its conditions. */
  private Match matchEvery(
      RuleCondition.Every every, RuleBindings bound, boolean sure, Continuation next) {
    boolean[] told = {true};
    boolean[] fails = {false};
    Continuation rest =
        (more, still) -> {
          Match found = nested(() -> matchAll(every.rest(), 0, more, still, END));
          fails[0] |= found == Match.NO && still;
          told[0] &= found == Match.YES || (found == Match.NO && still);
          return Match.NO;
        };
    if (every.rest().isEmpty() && every.first() instanceof RuleCondition.Pattern pattern) {
      record(pattern, Match.NO);
      for (Object fact : facts) {
        if (pattern.type().isInstance(fact)) {
          Match found = attempts(pattern, fact, bound, true, END);
          fails[0] |= found == Match.NO;
          told[0] &= found != Match.MAYBE;
        }
      }
    } else {
      walk(every.first(), bound, true, rest);
    }
    if (fails[0]) {
      return Match.NO;
    }
    return proceed(told[0] ? Match.YES : Match.MAYBE, bound, sure, next);
  }

  private Match pattern(
      RuleCondition.Pattern pattern, RuleBindings bound, boolean sure, Continuation next) {
    record(pattern, Match.NO);
    RuleCondition.Source source = pattern.source();
    if (source instanceof RuleCondition.Accumulate accumulate) {
      return matchAccumulate(pattern, accumulate, bound, sure, next);
    }
    List<?> candidates;
    try {
      candidates = source == null ? facts : sourceValues(source, bound);
    } catch (UndecidedException e) {
      record(pattern, Match.MAYBE);
      unknown = new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), null, List.of());
      return nested(() -> next.proceed(bound, false));
    }
    Match best = Match.NO;
    boolean none = true;
    for (Object fact : candidates) {
      if (pattern.type().isInstance(fact)) {
        none = false;
        best = moreCertain(best, attempts(pattern, fact, bound, sure, next));
      }
    }
    if (none) {
      recordUnmet(
          -1, new MissingMatch(Reason.NO_FACT, pattern.text(), pattern.place(), null, List.of()));
    }
    return best;
  }

  private List<?> sourceValues(RuleCondition.Source source, RuleBindings bound) {
    if (source instanceof RuleCondition.Collect collect) {
      return List.of(collectFacts(collect.pattern(), bound));
    }
    Object value =
        new ConditionEvaluation(null, bound).evaluate(((RuleCondition.From) source).value());
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private List<Object> collectFacts(RuleCondition.Pattern pattern, RuleBindings bound) {
    List<Object> all = new ArrayList<>();
    suppressed++;
    Match found =
        walk(
            pattern,
            bound,
            true,
            (more, still) -> {
              if (!still) {
                return Match.MAYBE;
              }
              all.add(more.facts().get(more.facts().size() - 1));
              return Match.NO;
            });
    suppressed--;
    if (found == Match.MAYBE) {
      throw new UndecidedException("not known what is collected");
    }
    return all;
  }

  private Match matchAccumulate(
      RuleCondition.Pattern pattern,
      RuleCondition.Accumulate accumulate,
      RuleBindings bound,
      boolean sure,
      Continuation next) {
    try {
      List<RuleBindings> matches = new ArrayList<>();
      suppressed++;
      Match found =
          walk(
              accumulate.source(),
              bound,
              true,
              (more, still) -> {
                matches.add(more);
                return still ? Match.NO : Match.MAYBE;
              });
      suppressed--;
      if (found == Match.MAYBE) {
        throw new UndecidedException("not known what is accumulated");
      }
      RuleBindings results = bound;
      Object last = List.of();
      for (RuleCondition.Function function : accumulate.functions()) {
        last = AccumulateFunctions.result(function, matches);
        String name = function.binding();
        results = name == null ? results : results.with(name, last);
      }
      if (accumulate.functions().size() == 1 && !pattern.type().isInstance(last)) {
        throw new UndecidedException("not known of what type the result is");
      }
      return attempts(pattern, last, results, sure, next);
    } catch (UndecidedException e) {
      record(pattern, Match.MAYBE);
      unknown = new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), null, List.of());
      return nested(() -> next.proceed(bound, false));
    }
  }

  /** Tries one fact. */
  private Match attempts(
      RuleCondition.Pattern pattern,
      Object fact,
      RuleBindings bound,
      boolean sure,
      Continuation next) {
    if (++trials > MAX_TRIALS) {
      throw new TooManyFacts();
    }
    RuleBindings now = bound.withFact(fact);
    String name = pattern.binding();
    now = name == null ? now : now.with(name, fact);
    List<UnmetConstraint> failing = new ArrayList<>();
    int passed = 0;
    UnmetConstraint untold = null;
    for (RuleCondition.Test test : pattern.tests()) {
      now = bind(test, fact, now);
      ConditionEvaluation on = new ConditionEvaluation(fact, now);
      try {
        if (isBinding(test) || on.holds(test.condition().expression())) {
          passed += failing.isEmpty() ? 1 : 0;
        } else {
          failing.add(unmetConditions.find(test, on));
        }
      } catch (UndecidedException e) {
        untold = untold == null ? UnmetCondition.unknown(test) : untold;
      }
    }
    if (!failing.isEmpty()) {
      recordUnmet(
          passed,
          new MissingMatch(Reason.CONDITION, pattern.text(), pattern.place(), fact, failing));
      return Match.NO;
    }
    if (untold != null) {
      unknown =
          new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), fact, List.of(untold));
    }
    RuleBindings matched = now;
    boolean still = sure && untold == null;
    record(pattern, still ? Match.YES : Match.MAYBE);
    return nested(() -> next.proceed(matched, still));
  }

  /** A test that only binds a variable holds for any value. */
  private static boolean isBinding(RuleCondition.Test test) {
    DrlExpression expression = test.condition().expression();
    boolean compares =
        expression instanceof DrlExpression.Binary
            || expression instanceof DrlExpression.In
            || expression instanceof DrlExpression.Unary;
    return test.condition().binding() != null && !compares;
  }

  private static RuleBindings bind(RuleCondition.Test test, Object fact, RuleBindings bound) {
    String name = test.condition().binding();
    if (name == null) {
      return bound;
    }
    DrlExpression leftmost = test.condition().expression();
    while (leftmost instanceof DrlExpression.Binary binary) {
      leftmost = binary.left();
    }
    try {
      return bound.with(name, new ConditionEvaluation(fact, bound).evaluate(leftmost));
    } catch (UndecidedException e) {
      return bound;
    }
  }

  private void recordUnmet(int passed, MissingMatch found) {
    if (suppressed == 0 && (depth > deepest || (depth == deepest && passed > mostPassed))) {
      deepest = depth;
      mostPassed = passed;
      unmet = found;
    }
  }

  private static final class TooManyFacts extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyFacts() {
      super(null, null, false, false);
    }
  }
}

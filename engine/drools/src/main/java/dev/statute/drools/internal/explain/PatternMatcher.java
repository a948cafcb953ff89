package dev.statute.drools.internal.explain;

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
  private final MissingMatchRecorder recorder = new MissingMatchRecorder();
  private int trials;

  PatternMatcher(DrlFile file, Settings settings, List<Object> facts) {
    this.facts = facts;
    this.unmetConditions = new UnmetCondition(file, settings);
  }

  /** Searches for a match; undecided for a rule that compares too many facts. */
  Match match(RuleCondition rule) {
    try {
      return search(rule, RuleBindings.EMPTY, true, END);
    } catch (TooManyFacts e) {
      recorder.clearUnknown();
      return Match.MAYBE;
    }
  }

  /** Missing condition, if there was no match. */
  @Nullable MissingMatch unmet() {
    return recorder.unmet();
  }

  /** Undecided condition, if there may have been a match. */
  @Nullable MissingMatch unknown() {
    return recorder.unknown();
  }

  /** Evaluated patterns, and if there was a fact for them. */
  IdentityHashMap<RuleCondition.Pattern, Match> attempts() {
    return attempts;
  }

  private void record(RuleCondition.Pattern pattern, Match match) {
    attempts.merge(pattern, match, PatternMatcher::moreCertain);
  }

  private Match search(RuleCondition clause, RuleBindings bound, boolean sure, Continuation next) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      return pattern(pattern, bound, sure, next);
    }
    if (clause instanceof RuleCondition.All all) {
      return matchAll(all.parts(), 0, bound, sure, next);
    }
    if (clause instanceof RuleCondition.Any any) {
      Match best = Match.NO;
      for (RuleCondition part : any.parts()) {
        best = moreCertain(best, search(part, bound, sure, next));
      }
      return best;
    }
    if (clause instanceof RuleCondition.None none) {
      return matchNone(none, bound, sure, next);
    }
    if (clause instanceof RuleCondition.Some some) {
      return proceed(search(some.condition(), bound, true, END), bound, sure, next);
    }
    return matchEvery((RuleCondition.Every) clause, bound, sure, next);
  }

  private Match matchAll(
      List<RuleCondition> parts, int at, RuleBindings bound, boolean sure, Continuation next) {
    return at == parts.size()
        ? next.proceed(bound, sure)
        : search(
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
    return recorder.nested(() -> next.proceed(bound, sure && found == Match.YES));
  }

  private Match matchNone(
      RuleCondition.None none, RuleBindings bound, boolean sure, Continuation next) {
    List<RuleBindings> matches = new ArrayList<>();
    Match found =
        recorder.suppressed(
            () ->
                search(
                    none.condition(),
                    bound,
                    true,
                    (more, still) -> {
                      matches.add(more);
                      return END.proceed(more, still);
                    }));
    if (found == Match.YES) {
      List<Object> matched = matches.get(0).facts();
      Object fact =
          matched.size() > bound.facts().size() ? matched.get(bound.facts().size()) : null;
      recorder.recordUnmet(
          0, new MissingMatch(Reason.EXCLUDED, none.text(), none.place(), fact, List.of()));
      return Match.NO;
    }
    if (found == Match.MAYBE) {
      recorder.recordUnknown(
          new MissingMatch(Reason.UNKNOWN, "not " + none.text(), none.place(), null, List.of()));
    }
    return recorder.nested(() -> next.proceed(bound, sure && found == Match.NO));
  }

  /** Tests if each fact of the pattern's type meets its conditions. */
  private Match matchEvery(
      RuleCondition.Every every, RuleBindings bound, boolean sure, Continuation next) {
    boolean[] decided = {true};
    boolean[] fails = {false};
    Continuation rest =
        (more, still) -> {
          Match found = recorder.nested(() -> matchAll(every.rest(), 0, more, still, END));
          fails[0] |= found == Match.NO && still;
          decided[0] &= found == Match.YES || (found == Match.NO && still);
          return Match.NO;
        };
    if (every.rest().isEmpty() && every.first() instanceof RuleCondition.Pattern pattern) {
      record(pattern, Match.NO);
      for (Object fact : facts) {
        if (pattern.type().isInstance(fact)) {
          Match found = attempts(pattern, fact, bound, true, END);
          fails[0] |= found == Match.NO;
          decided[0] &= found != Match.MAYBE;
        }
      }
    } else {
      search(every.first(), bound, true, rest);
    }
    if (fails[0]) {
      return Match.NO;
    }
    return proceed(decided[0] ? Match.YES : Match.MAYBE, bound, sure, next);
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
      recorder.recordUnknown(
          new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), null, List.of()));
      return recorder.nested(() -> next.proceed(bound, false));
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
      recorder.recordUnmet(
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
    Match found =
        recorder.suppressed(
            () ->
                search(
                    pattern,
                    bound,
                    true,
                    (more, still) -> {
                      if (!still) {
                        return Match.MAYBE;
                      }
                      all.add(more.facts().get(more.facts().size() - 1));
                      return Match.NO;
                    }));
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
      Match found =
          recorder.suppressed(
              () ->
                  search(
                      accumulate.source(),
                      bound,
                      true,
                      (more, still) -> {
                        matches.add(more);
                        return still ? Match.NO : Match.MAYBE;
                      }));
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
      recorder.recordUnknown(
          new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), null, List.of()));
      return recorder.nested(() -> next.proceed(bound, false));
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
    UnmetConstraint undecided = null;
    for (RuleCondition.Test test : pattern.tests()) {
      now = now.withBinding(test, fact);
      ConditionEvaluation on = new ConditionEvaluation(fact, now);
      try {
        if (test.isBinding() || on.holds(test.condition().expression())) {
          passed += failing.isEmpty() ? 1 : 0;
        } else {
          failing.add(unmetConditions.find(test, on));
        }
      } catch (UndecidedException e) {
        undecided = undecided == null ? UnmetCondition.unknown(test) : undecided;
      }
    }
    if (!failing.isEmpty()) {
      recorder.recordUnmet(
          passed,
          new MissingMatch(Reason.CONDITION, pattern.text(), pattern.place(), fact, failing));
      return Match.NO;
    }
    if (undecided != null) {
      recorder.recordUnknown(
          new MissingMatch(
              Reason.UNKNOWN, pattern.text(), pattern.place(), fact, List.of(undecided)));
    }
    RuleBindings matched = now;
    boolean still = sure && undecided == null;
    record(pattern, still ? Match.YES : Match.MAYBE);
    return recorder.nested(() -> next.proceed(matched, still));
  }

  private static final class TooManyFacts extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyFacts() {
      super(null, null, false, false);
    }
  }
}

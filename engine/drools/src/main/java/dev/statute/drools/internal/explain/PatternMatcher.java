package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.ConditionEvaluator;
import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
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
 * <p>An undecided condition ({@link TruthValue#UNKNOWN}) might hold. The search continues after it,
 * but a match is then uncertain; a later condition that fails is certain.
 */
final class PatternMatcher {
  private interface Continuation {
    TruthValue proceed(RuleBindings bound, boolean sure);
  }

  private static final Continuation END =
      (bound, sure) -> sure ? TruthValue.TRUE : TruthValue.UNKNOWN;

  /**
   * Limit of compared facts: a join of patterns is a product of facts. A rule that fires compares
   * fewer.
   */
  private static final int MAX_TRIALS = 100_000;

  private final List<Object> facts;
  private final UnmetCondition unmetConditions;
  private final IdentityHashMap<RuleCondition.Pattern, TruthValue> attempts =
      new IdentityHashMap<>();
  private final MissingMatchRecorder recorder = new MissingMatchRecorder();
  private int trials;

  PatternMatcher(DrlFile file, Settings settings, List<Object> facts) {
    this.facts = facts;
    this.unmetConditions = new UnmetCondition(file, settings);
  }

  /** Searches for a match; undecided for a rule that compares too many facts. */
  TruthValue match(RuleCondition rule) {
    try {
      return search(rule, RuleBindings.EMPTY, true, END);
    } catch (TooManyFacts e) {
      recorder.clearUnknown();
      return TruthValue.UNKNOWN;
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
  IdentityHashMap<RuleCondition.Pattern, TruthValue> attempts() {
    return attempts;
  }

  private void record(RuleCondition.Pattern pattern, TruthValue match) {
    attempts.merge(pattern, match, TruthValue::or);
  }

  private TruthValue search(
      RuleCondition clause, RuleBindings bound, boolean sure, Continuation next) {
    if (clause instanceof RuleCondition.Pattern pattern) {
      return pattern(pattern, bound, sure, next);
    }
    if (clause instanceof RuleCondition.All all) {
      return matchAll(all.parts(), 0, bound, sure, next);
    }
    if (clause instanceof RuleCondition.Any any) {
      TruthValue best = TruthValue.FALSE;
      for (RuleCondition part : any.parts()) {
        best = best.or(search(part, bound, sure, next));
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

  private TruthValue matchAll(
      List<RuleCondition> parts, int at, RuleBindings bound, boolean sure, Continuation next) {
    return at == parts.size()
        ? next.proceed(bound, sure)
        : search(
            parts.get(at),
            bound,
            sure,
            (more, still) -> matchAll(parts, at + 1, more, still, next));
  }

  private TruthValue proceed(
      TruthValue found, RuleBindings bound, boolean sure, Continuation next) {
    if (found == TruthValue.FALSE) {
      return TruthValue.FALSE;
    }
    return recorder.nested(() -> next.proceed(bound, sure && found == TruthValue.TRUE));
  }

  private TruthValue matchNone(
      RuleCondition.None none, RuleBindings bound, boolean sure, Continuation next) {
    List<RuleBindings> matches = new ArrayList<>();
    TruthValue found =
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
    if (found == TruthValue.TRUE) {
      List<Object> matched = matches.get(0).facts();
      Object fact =
          matched.size() > bound.facts().size() ? matched.get(bound.facts().size()) : null;
      recorder.recordUnmet(
          0, new MissingMatch(Reason.EXCLUDED, none.text(), none.place(), fact, List.of()));
      return TruthValue.FALSE;
    }
    if (found == TruthValue.UNKNOWN) {
      recorder.recordUnknown(
          new MissingMatch(Reason.UNKNOWN, "not " + none.text(), none.place(), null, List.of()));
    }
    return recorder.nested(() -> next.proceed(bound, sure && found == TruthValue.FALSE));
  }

  /** Tests if each fact of the pattern's type meets its conditions. */
  private TruthValue matchEvery(
      RuleCondition.Every every, RuleBindings bound, boolean sure, Continuation next) {
    boolean[] decided = {true};
    boolean[] fails = {false};
    Continuation rest =
        (more, still) -> {
          TruthValue found = recorder.nested(() -> matchAll(every.rest(), 0, more, still, END));
          fails[0] |= found == TruthValue.FALSE && still;
          decided[0] &= found == TruthValue.TRUE || (found == TruthValue.FALSE && still);
          return TruthValue.FALSE;
        };
    if (every.rest().isEmpty() && every.first() instanceof RuleCondition.Pattern pattern) {
      record(pattern, TruthValue.FALSE);
      for (Object fact : facts) {
        if (pattern.type().isInstance(fact)) {
          TruthValue found = attempts(pattern, fact, bound, true, END);
          fails[0] |= found == TruthValue.FALSE;
          decided[0] &= found != TruthValue.UNKNOWN;
        }
      }
    } else {
      search(every.first(), bound, true, rest);
    }
    if (fails[0]) {
      return TruthValue.FALSE;
    }
    return proceed(decided[0] ? TruthValue.TRUE : TruthValue.UNKNOWN, bound, sure, next);
  }

  private TruthValue pattern(
      RuleCondition.Pattern pattern, RuleBindings bound, boolean sure, Continuation next) {
    record(pattern, TruthValue.FALSE);
    RuleCondition.Source source = pattern.source();
    if (source instanceof RuleCondition.Accumulate accumulate) {
      return matchAccumulate(pattern, accumulate, bound, sure, next);
    }
    List<?> candidates = source == null ? facts : sourceValues(source, bound);
    if (candidates == null) {
      return proceedUndecided(pattern, bound, next);
    }
    TruthValue best = TruthValue.FALSE;
    boolean none = true;
    for (Object fact : candidates) {
      if (pattern.type().isInstance(fact)) {
        none = false;
        best = best.or(attempts(pattern, fact, bound, sure, next));
      }
    }
    if (none) {
      recorder.recordUnmet(
          -1, new MissingMatch(Reason.NO_FACT, pattern.text(), pattern.place(), null, List.of()));
    }
    return best;
  }

  private TruthValue proceedUndecided(
      RuleCondition.Pattern pattern, RuleBindings bound, Continuation next) {
    record(pattern, TruthValue.UNKNOWN);
    recorder.recordUnknown(
        new MissingMatch(Reason.UNKNOWN, pattern.text(), pattern.place(), null, List.of()));
    return recorder.nested(() -> next.proceed(bound, false));
  }

  /** Values that a source has; null if undecided. */
  private @Nullable List<?> sourceValues(RuleCondition.Source source, RuleBindings bound) {
    if (source instanceof RuleCondition.Collect collect) {
      List<Object> collected = collectFacts(collect.pattern(), bound);
      return collected == null ? null : List.of(collected);
    }
    Object value = bound.evaluator(null).value(((RuleCondition.From) source).value());
    if (value == null) {
      return List.of();
    }
    if (value instanceof SymbolicValue) {
      return null;
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private @Nullable List<Object> collectFacts(RuleCondition.Pattern pattern, RuleBindings bound) {
    List<Object> all = new ArrayList<>();
    TruthValue found =
        recorder.suppressed(
            () ->
                search(
                    pattern,
                    bound,
                    true,
                    (more, still) -> {
                      if (!still) {
                        return TruthValue.UNKNOWN;
                      }
                      all.add(more.facts().get(more.facts().size() - 1));
                      return TruthValue.FALSE;
                    }));
    return found == TruthValue.UNKNOWN ? null : all;
  }

  private TruthValue matchAccumulate(
      RuleCondition.Pattern pattern,
      RuleCondition.Accumulate accumulate,
      RuleBindings bound,
      boolean sure,
      Continuation next) {
    List<RuleBindings> matches = new ArrayList<>();
    TruthValue found =
        recorder.suppressed(
            () ->
                search(
                    accumulate.source(),
                    bound,
                    true,
                    (more, still) -> {
                      matches.add(more);
                      return still ? TruthValue.FALSE : TruthValue.UNKNOWN;
                    }));
    boolean decided = found != TruthValue.UNKNOWN;
    RuleBindings results = bound;
    Object last = List.of();
    for (RuleCondition.Function function : accumulate.functions()) {
      last = AccumulateFunctions.result(function, matches);
      decided &= !(last instanceof SymbolicValue);
      String name = function.binding();
      results = name == null ? results : results.with(name, last);
    }
    boolean typed = accumulate.functions().size() != 1 || pattern.type().isInstance(last);
    return decided && typed
        ? attempts(pattern, last, results, sure, next)
        : proceedUndecided(pattern, bound, next);
  }

  /** Tries one fact. */
  private TruthValue attempts(
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
      ConditionEvaluator evaluator = now.evaluator(fact);
      PatternConstraint condition = test.condition();
      TruthValue holds =
          condition.isBinding() ? TruthValue.TRUE : evaluator.test(condition.expression());
      switch (holds) {
        case TRUE -> passed += failing.isEmpty() ? 1 : 0;
        case FALSE -> failing.add(unmetConditions.find(test, evaluator));
        case UNKNOWN -> undecided = undecided == null ? UnmetCondition.unknown(test) : undecided;
      }
    }
    if (!failing.isEmpty()) {
      recorder.recordUnmet(
          passed,
          new MissingMatch(Reason.CONDITION, pattern.text(), pattern.place(), fact, failing));
      return TruthValue.FALSE;
    }
    if (undecided != null) {
      recorder.recordUnknown(
          new MissingMatch(
              Reason.UNKNOWN, pattern.text(), pattern.place(), fact, List.of(undecided)));
    }
    RuleBindings matched = now;
    boolean still = sure && undecided == null;
    record(pattern, still ? TruthValue.TRUE : TruthValue.UNKNOWN);
    return recorder.nested(() -> next.proceed(matched, still));
  }

  private static final class TooManyFacts extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyFacts() {
      super(null, null, false, false);
    }
  }
}

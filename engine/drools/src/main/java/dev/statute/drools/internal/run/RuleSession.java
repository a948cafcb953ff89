package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleListener;
import dev.statute.drools.RunOptions;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kie.api.event.rule.DefaultRuleRuntimeEventListener;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.AgendaFilter;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.runtime.rule.Match;

/**
 * Evaluation of rules for one question after the other, on one thread: inserts a question's facts,
 * fires rules, reads verdicts, deletes the facts.
 *
 * <p>After an exception, at a limit, or after a verdict that the question does not accept, the
 * Drools session must not be used again: in measurements it silently denied nothing afterwards. It
 * is then disposed of, and this is {@link #isBroken broken}.
 */
public final class RuleSession extends DefaultRuleRuntimeEventListener {
  private final RuleBase base;
  private final RunOptions options;
  private final KieSession session;
  private final FiringListener firingListener;
  private final EvaluationBudget budget;
  private final AgendaFilter filter = this::mayFire;
  private final List<Object> facts = new ArrayList<>();

  /** Handles of the facts, then of the verdicts. */
  private final List<FactHandle> handles = new ArrayList<>();

  private final List<RuleVerdict> verdicts = new ArrayList<>();

  /** Position of each verdict in the answer. */
  private final List<Integer> ranks = new ArrayList<>();

  /** Rules that fired for the question, if a listener is notified. */
  private final BitSet fired = new BitSet();

  private @Nullable Question question;
  private int acceptedKinds;

  /** Number of the firing rule; -1 = none, while facts are inserted. */
  private int firing = -1;

  /** Facts of its match. */
  private List<Object> matched = List.of();

  private @Nullable RuleError error;
  private boolean broken;

  /** Listener that receives the facts of a firing rule before its consequence runs. */
  interface FiringListener {
    /** Listener without effect. */
    FiringListener NONE = (number, facts) -> {};

    void fired(int number, List<Object> facts);
  }

  public RuleSession(RuleBase base) {
    this(base, base.options(), FiringListener.NONE);
  }

  RuleSession(RuleBase base, RunOptions options, FiringListener notified) {
    this.base = base;
    this.options = options;
    this.firingListener = notified;
    this.budget = new EvaluationBudget(options);
    this.session = base.newSession();
    session.addEventListener(this);
  }

  /** True after a failure; it must not be used again. */
  public boolean isBroken() {
    return broken;
  }

  /** Evaluates all rules. */
  public RuleVerdicts judge(Question asked) {
    acceptedKinds = RuleIndex.kindsAcceptedBy(asked);
    if (options.listener() == RuleListener.NONE) {
      return evaluate(asked);
    }
    boolean notified = false;
    try {
      notifyAsked(asked);
      RuleVerdicts rulings = evaluate(asked);
      notifyPatterns(asked);
      notified = true;
      return rulings;
    } finally {
      if (!notified) { // a listener threw
        close();
      }
    }
  }

  private RuleVerdicts evaluate(Question asked) {
    long needs = base.requiredFacts(asked, acceptedKinds);
    if (needs == 0) {
      return RuleVerdicts.NONE;
    }
    question = asked;
    budget.start();
    if (base.isBudgeted()) {
      budget.enter();
    }
    try {
      int count = fireAll(asked, needs);
      if (count > options.firings() && error == null) {
        error = toError("fires more than " + options.firings() + " times for one question");
      }
      if (error == null) {
        RuleVerdicts answer = answer();
        reset();
        return answer;
      }
    } catch (Throwable e) { // after any exception the session gives wrong answers
      int suspect = budget.rule();
      error = FailedRule.ofException(e, base, suspect < 0 ? null : base.rules().get(suspect));
      if (firingListener == FiringListener.NONE) {
        base.log(error, e);
      }
    } finally {
      if (base.isBudgeted()) {
        EvaluationBudget.exit();
      }
    }
    close();
    return new RuleVerdicts(List.of(), error);
  }

  /** Fires all rules that match; returns the number of firings, at most one above the limit. */
  private int fireAll(Question asked, long needs) {
    QuestionFacts.collect(asked, base.factFilter(needs), facts);
    for (int i = 0; i < facts.size(); i++) {
      handles.add(session.insert(facts.get(i)));
    }
    return session.fireAllRules(filter, options.firings() + 1);
  }

  private RuleVerdicts answer() {
    if (verdicts.isEmpty()) {
      return RuleVerdicts.NONE;
    }
    // nearly always one; hardly ever many
    for (int i = 1; i < verdicts.size(); i++) {
      for (int at = i; at > 0 && ranks.get(at) < ranks.get(at - 1); at--) {
        Collections.swap(verdicts, at, at - 1);
        Collections.swap(ranks, at, at - 1);
      }
    }
    return new RuleVerdicts(
        verdicts.size() == 1 ? List.of(verdicts.get(0)) : List.copyOf(verdicts), null);
  }

  /** Deletes the facts and the other state of the question. */
  private void reset() {
    for (int i = handles.size() - 1; i >= 0; i--) {
      session.delete(handles.get(i));
    }
    handles.clear();
    facts.clear();
    verdicts.clear();
    ranks.clear();
    question = null;
    firing = -1;
    matched = List.of();
  }

  /** Disposes of the session, if no failure did so before. */
  void close() {
    if (!broken) {
      broken = true;
      facts.clear();
      handles.clear();
      try {
        session.dispose();
      } catch (Throwable e) { // the rest is never used, and is collected with this object
        verdicts.clear();
      }
    }
  }

  private void notifyAsked(Question asked) {
    for (int number = 0; number < base.rules().size(); number++) {
      if (base.givesAnyOf(number, acceptedKinds)) {
        options.listener().asked(base.rules().get(number), asked);
      }
    }
  }

  /** Notifies the listener of patterns. */
  private void notifyPatterns(Question asked) {
    if (!options.listener().followsPatterns()) {
      return;
    }
    List<Object> all = QuestionFacts.of(base, asked);
    for (int number = 0; number < base.rules().size(); number++) {
      if (base.givesAnyOf(number, acceptedKinds)) {
        RuleDescription rule = base.rules().get(number);
        base.explainer(number)
            .reportPatterns(
                asked,
                all,
                fired.get(number),
                (pattern, matched) ->
                    options.listener().tried(rule, rule.patterns().get(pattern), matched, asked));
      }
    }
    fired.clear();
  }

  /**
   * Tests if the question accepts verdicts of a matched rule, which then fires. Drools asks last
   * thing before it runs the consequence.
   */
  private boolean mayFire(Match match) {
    int number = RuleBase.number(match.getRule().getName());
    if (!base.givesAnyOf(number, acceptedKinds)) {
      return false;
    }
    firing = number;
    matched = matchedFacts(match, base.isAnchored(number));
    budget.enterRule(number);
    if (options.listener() != RuleListener.NONE && question != null) {
      fired.set(number);
      options.listener().fired(base.rules().get(number), question);
    }
    if (firingListener != FiringListener.NONE) {
      firingListener.fired(number, matched);
    }
    if (budget.isTimeUp()) {
      abort("is still firing after " + options.time().toMillis() + " ms");
    }
    return true;
  }

  /**
   * Returns the facts of a match in the order of the patterns, with the result of an {@code
   * accumulate}, which is a list for several values.
   *
   * @param anchored true if the first fact is that of {@link AnchorPattern}
   */
  private static List<Object> matchedFacts(Match match, boolean anchored) {
    List<Object> all = match.getObjects();
    Object[] facts = all.subList(anchored ? 1 : 0, all.size()).toArray();
    for (int i = 0; i < facts.length; i++) {
      facts[i] =
          facts[i] instanceof Object[] results
              ? Collections.unmodifiableList(Arrays.asList(results))
              : facts[i];
    }
    return List.of(facts);
  }

  /** Receives the facts that consequences insert. */
  @Override
  public void objectInserted(ObjectInsertedEvent event) {
    if (firing < 0 || question == null) {
      return;
    }
    handles.add(event.getFactHandle());
    Object fact = event.getObject();
    RuleDescription rule = base.rules().get(firing);
    if (fact instanceof Verdict verdict && question.accepts(verdict)) {
      verdicts.add(new RuleVerdict(verdict, rule.id(), rule.place(), rule.layer(), matched));
      ranks.add(base.rank(firing));
    } else {
      abort("inserted what does not answer the question: " + fact);
    }
  }

  private RuleError toError(String message) {
    return FailedRule.of(base.rules().get(firing), message);
  }

  private void abort(String message) {
    if (error == null) {
      error = toError(message);
    }
    session.halt();
  }
}

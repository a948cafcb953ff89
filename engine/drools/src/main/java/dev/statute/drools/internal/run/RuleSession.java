package dev.statute.drools.internal.run;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleListener;
import dev.statute.drools.RunOptions;
import dev.statute.policy.Proposal;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.drools.core.rule.consequence.InternalMatch;
import org.jspecify.annotations.Nullable;
import org.kie.api.runtime.rule.AgendaFilter;
import org.kie.api.runtime.rule.Match;

/**
 * Evaluation of rules for one question after the other, on one thread: inserts a question's facts,
 * fires rules, reads verdicts, deletes the facts.
 *
 * <p>After an exception, at a limit, or after a verdict that the question does not accept, the
 * Drools session must not be used again: in measurements it silently denied nothing afterwards. It
 * is then disposed of, and this is {@link #isBroken broken}.
 */
public final class RuleSession {
  private final RuleBase base;
  private final RunOptions options;
  private final UncheckedDroolsSession session;
  private final FiringListener firingListener;
  private final List<Object> facts = new ArrayList<>();
  private final List<RuleVerdict> verdicts = new ArrayList<>();

  /** Position of each ruling in the answer. */
  private final List<Integer> ranks = new ArrayList<>();

  private final AgendaFilter filter = this::mayAnswer;

  private final ProposalIndex.AlphaRuleSink collector = this::addAlpha;
  private final List<AlphaRule> alphas = new ArrayList<>();

  /** Proposal that each of the alpha rules may match. */
  private final List<Proposal> proposals = new ArrayList<>();

  /** Rules that fired for the question, if a listener is notified. */
  private final BitSet fired = new BitSet();

  private @Nullable Question question;
  private int acceptedKinds;

  /** Number of the firing rule; -1 = none. */
  private int firing = -1;

  /** Its match, if not {@link #alphaProposal}. */
  private @Nullable InternalMatch match;

  /** Proposal of the firing alpha rule. */
  private @Nullable Proposal alphaProposal;

  private @Nullable RuleError error;
  private final EvaluationBudget budget;

  /** True while rules are evaluated, after all facts of the question were inserted. */
  private boolean evaluating;

  /** Evaluated alpha rule; -1 = none. */
  private int alphaNumber = -1;

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
    session.setListener(new EvaluationListener());
  }

  /** True after a failure; it must not be used again. */
  public boolean isBroken() {
    return broken;
  }

  /** Evaluates all rules. */
  public RuleVerdicts judge(Question asked) {
    acceptedKinds = VerdictKinds.acceptedBy(asked);
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
    boolean alone = base.collectAlphaRules(asked, acceptedKinds, collector);
    long needs = alone ? 0 : base.requiredFacts(asked, acceptedKinds);
    if (needs == 0 && alphas.isEmpty()) {
      return RuleVerdicts.NONE;
    }
    question = asked;
    budget.start();
    if (base.isBudgeted()) {
      budget.enter();
    }
    try {
      int count = alone ? fireAlphas() : fireAll(asked, needs);
      if (count > options.firings() && error == null) {
        error = toError("fires more than " + options.firings() + " times for one question");
      }
      if (error == null) {
        RuleVerdicts answer = answer();
        reset();
        return answer;
      }
    } catch (Throwable e) { // after any exception the session gives wrong answers
      error = FailedRule.ofException(e, base, suspectedRule());
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

  /** Rule that most likely failed, if the exception names none. */
  private @Nullable RuleDescription suspectedRule() {
    int number = evaluating ? session.evaluatedRule() : alphaNumber;
    number = number < 0 ? budget.rule() : number;
    return number < 0 ? null : base.rules().get(number);
  }

  /** Fires all rules that match; returns the number of firings, at most one above the limit. */
  private int fireAll(Question asked, long needs) {
    QuestionFacts.collect(asked, base.factFilter(needs), facts);
    if (base.rejectsAll(asked, facts, acceptedKinds)) {
      return 0;
    }
    for (int i = 0; i < facts.size(); i++) {
      session.insertFact(facts.get(i));
    }
    evaluating = true;
    return session.fireAllRules(filter, options.firings() + 1);
  }

  /** Fires alpha rules, if no other rule may match. */
  private int fireAlphas() throws Exception {
    int count = 0;
    for (int i = 0; i < alphas.size() && count <= options.firings() && error == null; i++) {
      alphaProposal = proposals.get(i);
      alphaNumber = alphas.get(i).number();
      count += session.fire(alphas.get(i), alphaProposal) ? 1 : 0;
    }
    return count;
  }

  /** Adds an alpha rule in the order of firing. */
  private void addAlpha(AlphaRule rule, Proposal proposal) {
    int at = alphas.size();
    while (at > 0 && base.rank(rule.number()) < base.rank(alphas.get(at - 1).number())) {
      at--;
    }
    alphas.add(at, rule);
    proposals.add(at, proposal);
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

  /** Disposes of the session, if no failure did so before. */
  void close() {
    if (!broken) {
      broken = true;
      facts.clear();
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

  /** Deletes the facts and the other state of the question. */
  private void reset() {
    session.deleteAll();
    facts.clear();
    alphas.clear();
    proposals.clear();
    verdicts.clear();
    ranks.clear();
    question = null;
    evaluating = false;
    alphaNumber = -1;
    firing = -1;
    match = null;
    alphaProposal = null;
  }

  /** Tests if the question accepts verdicts of the matched rule. */
  private boolean mayAnswer(Match match) {
    return base.givesAnyOf(RuleBase.number(match.getRule().getName()), acceptedKinds);
  }

  private RuleError toError(String message) {
    return FailedRule.of(base.rules().get(firing), message);
  }

  /** Listener that records the evaluated rule, checks the clock, and receives verdicts. */
  private final class EvaluationListener implements UncheckedDroolsSession.Listener {
    @Override
    public void onFiring(int number, @Nullable InternalMatch how) {
      firing = number;
      match = how;
      if (options.listener() != RuleListener.NONE && question != null) {
        fired.set(number);
        options.listener().fired(base.rules().get(number), question);
      }
      if (firingListener != FiringListener.NONE) {
        firingListener.fired(number, matchedFacts());
      }
      if (budget.isTimeUp()) {
        abort("is still firing after " + options.time().toMillis() + " ms");
      }
    }

    @Override
    public void onVerdict(Object fact) {
      if (firing < 0 || question == null) {
        return;
      }
      RuleDescription rule = base.rules().get(firing);
      if (fact instanceof Verdict verdict && question.accepts(verdict)) {
        RuleVerdict ruling =
            new RuleVerdict(verdict, rule.id(), rule.place(), rule.layer(), matchedFacts());
        verdicts.add(ruling);
        ranks.add(base.rank(firing));
      } else {
        abort("inserted what does not answer the question: " + fact);
      }
    }
  }

  private List<Object> matchedFacts() {
    return alphaProposal == null
        ? MatchReader.facts(Objects.requireNonNull(match, "a rule fires"), base.isAnchored(firing))
        : List.of(alphaProposal);
  }

  private void abort(String message) {
    if (error == null) {
      error = toError(message);
    }
    session.halt();
  }
}

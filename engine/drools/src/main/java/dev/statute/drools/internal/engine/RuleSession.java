package dev.statute.drools.internal.engine;

import dev.statute.drools.Rule;
import dev.statute.drools.RuleListener;
import dev.statute.drools.RunOptions;
import dev.statute.policy.Proposal;
import dev.statute.policy.Question;
import dev.statute.policy.RuleError;
import dev.statute.policy.RuleVerdict;
import dev.statute.policy.RuleVerdicts;
import dev.statute.policy.Verdict;
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
 * Asks the rules, one question after the other, on one thread. A question's facts go in, rules
 * fire, verdicts are read, everything goes out again.
 *
 * <p>After an exception, at a limit, or after a verdict that the question does not take, the
 * session below must not be used again: measured, it would silently let everything pass. It is then
 * disposed of, and this is {@link #isBroken broken}.
 */
public final class RuleSession {
  private final RuleBase base;
  private final RunOptions options;
  private final UncheckedDroolsSession session;
  private final Firing told;
  private final List<Object> facts = new ArrayList<>();
  private final List<RuleVerdict> said = new ArrayList<>();

  /** The place of each ruling in the answer. */
  private final List<Integer> ranks = new ArrayList<>();

  private final AgendaFilter filter = this::mayAnswer;

  private final ProposalIndex.Alphas collector = this::remember;
  private final List<AlphaRule> alphas = new ArrayList<>();

  /** For each of the alpha rules the proposal that it may match. */
  private final List<Proposal> proposals = new ArrayList<>();

  /** The rules that fired for the question, as far as a listener is told. */
  private final BitSet fired = new BitSet();

  private @Nullable Question question;
  private int taken;

  /** The number of the rule that fires; -1 = none did. */
  private int firing = -1;

  /** What it matches, if not {@link #lone}. */
  private @Nullable InternalMatch match;

  /** What the alpha rule looks at that fires. */
  private @Nullable Proposal lone;

  private @Nullable RuleError error;
  private final EvaluationBudget budget;

  /** Whether rules are evaluated, as all facts of the question are there. */
  private boolean fires;

  /** The alpha rule that is asked; -1 = none is. */
  private int asking = -1;

  private boolean broken;

  /** Is told on which facts a rule fires, before its consequence runs. */
  interface Firing {
    /** Nobody listens. */
    Firing NONE = (number, facts) -> {};

    void fired(int number, List<Object> facts);
  }

  public RuleSession(RuleBase base) {
    this(base, base.options(), Firing.NONE);
  }

  RuleSession(RuleBase base, RunOptions options, Firing told) {
    this.base = base;
    this.options = options;
    this.told = told;
    this.budget = new EvaluationBudget(options);
    this.session = base.newSession();
    session.tell(new Listening());
  }

  /** Whether it failed and is of no further use. */
  public boolean isBroken() {
    return broken;
  }

  /** Asks all rules. */
  public RuleVerdicts judge(Question asked) {
    taken = VerdictKinds.taken(asked);
    if (options.listener() == RuleListener.NONE) {
      return answerTo(asked);
    }
    boolean told = false;
    try {
      announce(asked);
      RuleVerdicts rulings = answerTo(asked);
      follow(asked);
      told = true;
      return rulings;
    } finally {
      if (!told) { // a listener threw
        close();
      }
    }
  }

  private RuleVerdicts answerTo(Question asked) {
    boolean alone = base.alphas(asked, taken, collector);
    long needs = alone ? 0 : base.needs(asked, taken);
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
        error = failure("fires more than " + options.firings() + " times for one question");
      }
      if (error == null) {
        RuleVerdicts answer = answer();
        forget();
        return answer;
      }
    } catch (Throwable e) { // after any, the session below answers wrongly
      error = FailedRule.thrown(e, base, suspect());
      if (told == Firing.NONE) {
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

  /** The rule that most likely failed, if what was thrown names none. */
  private @Nullable Rule suspect() {
    int number = fires ? session.evaluated() : asking;
    number = number < 0 ? budget.rule() : number;
    return number < 0 ? null : base.rules().get(number);
  }

  /** Fires all rules that match; returns how often, at most once more than is allowed. */
  private int fireAll(Question asked, long needs) {
    QuestionFacts.collect(asked, base.needed(needs), facts);
    if (base.silent(asked, facts, taken)) {
      return 0;
    }
    for (int i = 0; i < facts.size(); i++) {
      session.put(facts.get(i));
    }
    fires = true;
    return session.fireAllRules(filter, options.firings() + 1);
  }

  /** Does the same where only alpha rules may match. */
  private int fireAlphas() throws Exception {
    int count = 0;
    for (int i = 0; i < alphas.size() && count <= options.firings() && error == null; i++) {
      lone = proposals.get(i);
      asking = alphas.get(i).number();
      count += session.fire(alphas.get(i), lone) ? 1 : 0;
    }
    return count;
  }

  /** Keeps the order in which rules fire. */
  private void remember(AlphaRule rule, Proposal proposal) {
    int at = alphas.size();
    while (at > 0 && base.rank(rule.number()) < base.rank(alphas.get(at - 1).number())) {
      at--;
    }
    alphas.add(at, rule);
    proposals.add(at, proposal);
  }

  private RuleVerdicts answer() {
    if (said.isEmpty()) {
      return RuleVerdicts.NONE;
    }
    // nearly always one; hardly ever many
    for (int i = 1; i < said.size(); i++) {
      for (int at = i; at > 0 && ranks.get(at) < ranks.get(at - 1); at--) {
        Collections.swap(said, at, at - 1);
        Collections.swap(ranks, at, at - 1);
      }
    }
    return new RuleVerdicts(said.size() == 1 ? List.of(said.get(0)) : List.copyOf(said), null);
  }

  /** Lets go of it, if nothing broke it before; it must not be asked again. */
  void close() {
    if (!broken) {
      broken = true;
      facts.clear();
      try {
        session.dispose();
      } catch (Throwable e) { // what is left of it is never asked, and goes with this
        said.clear();
      }
    }
  }

  private void announce(Question asked) {
    for (int number = 0; number < base.rules().size(); number++) {
      if (base.mayAnswer(number, taken)) {
        options.listener().asked(base.rules().get(number), asked);
      }
    }
  }

  /** Tells the listener of patterns. */
  private void follow(Question asked) {
    if (!options.listener().followsPatterns()) {
      return;
    }
    List<Object> all = QuestionFacts.of(base, asked);
    for (int number = 0; number < base.rules().size(); number++) {
      if (base.mayAnswer(number, taken)) {
        Rule rule = base.rules().get(number);
        base.whyNot(number)
            .follow(
                asked,
                all,
                fired.get(number),
                (pattern, matched) ->
                    options.listener().tried(rule, rule.patterns().get(pattern), matched, asked));
      }
    }
    fired.clear();
  }

  /** Takes the facts away, and what the question left behind. */
  private void forget() {
    session.takeAll();
    facts.clear();
    alphas.clear();
    proposals.clear();
    said.clear();
    ranks.clear();
    question = null;
    fires = false;
    asking = -1;
    firing = -1;
    match = null;
    lone = null;
  }

  /** Rules whose verdicts this question does not take stay silent. */
  private boolean mayAnswer(Match match) {
    return base.mayAnswer(RuleBase.number(match.getRule().getName()), taken);
  }

  private RuleError failure(String message) {
    return FailedRule.of(base.rules().get(firing), message);
  }

  /** Knows which rule is at work, looks at the clock, and hears verdicts. */
  private final class Listening implements UncheckedDroolsSession.Listener {
    @Override
    public void fires(int number, @Nullable InternalMatch how) {
      firing = number;
      match = how;
      if (options.listener() != RuleListener.NONE && question != null) {
        fired.set(number);
        options.listener().fired(base.rules().get(number), question);
      }
      if (told != Firing.NONE) {
        told.fired(number, matched());
      }
      if (budget.isTimeUp()) {
        stop("is still firing after " + options.time().toMillis() + " ms");
      }
    }

    @Override
    public void says(Object fact) {
      if (firing < 0 || question == null) {
        return;
      }
      Rule rule = base.rules().get(firing);
      if (fact instanceof Verdict verdict && question.takes(verdict)) {
        RuleVerdict ruling =
            new RuleVerdict(verdict, rule.id(), rule.place(), rule.layer(), matched());
        said.add(ruling);
        ranks.add(base.rank(firing));
      } else {
        stop("inserted what does not answer the question: " + fact);
      }
    }
  }

  private List<Object> matched() {
    return lone == null
        ? MatchReader.facts(Objects.requireNonNull(match, "a rule fires"), base.isGrounded(firing))
        : List.of(lone);
  }

  private void stop(String message) {
    if (error == null) {
      error = failure(message);
    }
    session.halt();
  }
}

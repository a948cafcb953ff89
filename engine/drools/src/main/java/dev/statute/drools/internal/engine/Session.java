package dev.statute.drools.internal.engine;

import dev.statute.drools.Rule;
import dev.statute.drools.RuleListener;
import dev.statute.drools.RunOptions;
import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Observation;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Question;
import dev.statute.policy.RuleError;
import dev.statute.policy.Ruling;
import dev.statute.policy.Rulings;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.drools.base.reteoo.InitialFactImpl;
import org.drools.core.reteoo.TupleImpl;
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
public final class Session {
  private final RuleBase base;
  private final RunOptions options;
  private final Hearing session;
  private final Firing told;
  private final List<Object> facts = new ArrayList<>();
  private final List<Ruling> said = new ArrayList<>();

  /** The place of each ruling in the answer. */
  private final List<Integer> ranks = new ArrayList<>();

  private final AgendaFilter filter = this::mayAnswer;

  /** The rules that fired for the question, as far as a listener is told. */
  private final BitSet fired = new BitSet();

  private @Nullable Question question;
  private int taken;
  private @Nullable InternalMatch firing;
  private @Nullable RuleError error;
  private long started;

  /** What the thread had worked when the time was up; -1 = it is not. */
  private long overtime = -1;

  private boolean broken;

  /** Is told on which facts a rule fires, before its consequence runs. */
  interface Firing {
    /** Nobody listens. */
    Firing NONE = (number, facts) -> {};

    void fired(int number, List<Object> facts);
  }

  public Session(RuleBase base) {
    this(base, base.options(), Firing.NONE);
  }

  Session(RuleBase base, RunOptions options, Firing told) {
    this.base = base;
    this.options = options;
    this.told = told;
    this.session = base.newSession();
    session.tell(new Listening());
  }

  /** Whether it failed and is of no further use. */
  public boolean isBroken() {
    return broken;
  }

  /** Asks all rules. */
  public Rulings judge(Question asked) {
    taken = Answers.taken(asked);
    if (options.listener() == RuleListener.NONE) {
      return answerTo(asked);
    }
    announce(asked);
    Rulings rulings = answerTo(asked);
    follow(asked);
    return rulings;
  }

  private Rulings answerTo(Question asked) {
    long needs = base.needs(asked, taken);
    if (needs == 0) {
      return Rulings.NONE;
    }
    question = asked;
    started = options.nanos().getAsLong();
    overtime = -1;
    try {
      collect(asked, base.needed(needs), facts);
      if (base.silent(asked, facts, taken)) {
        facts.clear();
        question = null;
        return Rulings.NONE;
      }
      for (int i = 0; i < facts.size(); i++) {
        session.put(facts.get(i));
      }
      int count = session.fireAllRules(filter, options.firings() + 1);
      if (count > options.firings() && error == null) {
        error = failure("fires more than " + options.firings() + " times for one question");
      }
      if (error == null) {
        Rulings answer = answer();
        removeFacts();
        return answer;
      }
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      error = thrown(e);
    }
    broken = true;
    session.dispose();
    return new Rulings(List.of(), error);
  }

  private Rulings answer() {
    if (said.isEmpty()) {
      return Rulings.NONE;
    }
    // nearly always one; hardly ever many
    for (int i = 1; i < said.size(); i++) {
      for (int at = i; at > 0 && ranks.get(at) < ranks.get(at - 1); at--) {
        Collections.swap(said, at, at - 1);
        Collections.swap(ranks, at, at - 1);
      }
    }
    return new Rulings(said.size() == 1 ? List.of(said.get(0)) : List.copyOf(said), null);
  }

  /** Lets go of it, if nothing broke it before; it must not be asked again. */
  void close() {
    if (!broken) {
      broken = true;
      session.dispose();
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
    List<Object> all = facts(base, asked);
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

  /** The facts of a question that any rule looks at, in the order they are inserted. */
  static List<Object> facts(RuleBase base, Question asked) {
    List<Object> facts = new ArrayList<>();
    collect(asked, base::uses, facts);
    return facts;
  }

  private static void collect(Question asked, Predicate<Class<?>> wanted, List<Object> facts) {
    if (wanted.test(Instance.class)) {
      facts.add(asked.instance());
    }
    if (wanted.test(Settings.class)) {
      facts.add(asked.settings());
    }
    boolean proposals = wanted.test(Proposal.class);
    if (proposals || wanted.test(Candidate.class)) {
      for (int i = 0; i < asked.candidates().size(); i++) {
        facts.add(asked.candidates().get(i));
      }
    }
    if (proposals || wanted.test(Transition.class)) {
      for (int i = 0; i < asked.transitions().size(); i++) {
        facts.add(asked.transitions().get(i));
      }
    }
    Observation observation = asked.observation();
    if (observation != null) {
      facts.addAll(observation.facts(wanted));
    } else if (wanted.test(Progress.class)) {
      Proposal first = firstOf(asked);
      if (first != null) {
        facts.add(first.progress());
      }
    }
  }

  private static @Nullable Proposal firstOf(Question asked) {
    if (!asked.transitions().isEmpty()) {
      return asked.transitions().get(0);
    }
    return asked.candidates().isEmpty() ? null : asked.candidates().get(0);
  }

  private void removeFacts() {
    session.takeAll();
    facts.clear();
    said.clear();
    ranks.clear();
    question = null;
    firing = null;
  }

  /** Rules whose verdicts this question does not take stay silent. */
  private boolean mayAnswer(Match match) {
    return base.mayAnswer(RuleBase.number(match.getRule().getName()), taken);
  }

  private RuleError failure(String message) {
    Match match = Objects.requireNonNull(firing, "only a rule that fires can fail");
    return failure(base.rule(match.getRule().getName()), message);
  }

  private static RuleError failure(Rule rule, String message) {
    return new RuleError(rule.id(), rule.place(), message);
  }

  private RuleError thrown(Throwable e) {
    Throwable cause = e;
    Rule rule = null;
    for (Throwable at = e; at != null; at = at.getCause()) {
      cause = at;
      rule = rule == null ? culprit(at) : rule;
    }
    if (rule == null) {
      rule = base.firstDeriving() == null ? base.rules().get(0) : base.firstDeriving();
    }
    String what =
        cause.getMessage() == null ? "" : ": " + cause.getMessage().lines().findFirst().orElse("");
    return failure(rule, "threw " + cause.getClass().getSimpleName() + what);
  }

  /** The rule that an exception names, or in whose generated code it arose, or that was firing. */
  private @Nullable Rule culprit(Throwable e) {
    Rule rule = e.getMessage() == null ? null : base.ruleNamedIn(e.getMessage());
    for (StackTraceElement frame : e.getStackTrace()) {
      rule = rule == null ? base.ruleNamedIn(frame.getClassName()) : rule;
    }
    return rule;
  }

  /** Knows which rule is at work, looks at the clock, and hears verdicts. */
  private final class Listening implements Hearing.Listener {
    @Override
    public void fires(InternalMatch match) {
      firing = match;
      if (options.listener() != RuleListener.NONE && question != null) {
        int number = RuleBase.number(match.getRule().getName());
        fired.set(number);
        options.listener().fired(base.rules().get(number), question);
      }
      if (told != Firing.NONE) {
        int number = RuleBase.number(match.getRule().getName());
        told.fired(number, matched(number, match));
      }
      if (options.nanos().getAsLong() - started > options.time().toNanos() && hasWorked()) {
        stop("is still firing after " + options.time().toMillis() + " ms");
      }
    }

    @Override
    public void says(Object fact) {
      if (firing == null || question == null) {
        return;
      }
      int number = RuleBase.number(firing.getRule().getName());
      Rule rule = base.rules().get(number);
      if (fact instanceof Verdict verdict && question.takes(verdict)) {
        Ruling ruling =
            new Ruling(verdict, rule.id(), rule.place(), rule.layer(), matched(number, firing));
        said.add(ruling);
        ranks.add(base.rank(number));
      } else {
        stop("inserted what does not answer the question: " + fact);
      }
    }
  }

  /**
   * The facts that a rule matched, in the order of its patterns; what an {@code accumulate}
   * computed is one of them, a list where it computes several values.
   */
  private List<Object> matched(int number, InternalMatch match) {
    int count = base.isGrounded(number) ? -1 : 0;
    for (TupleImpl at = match.getTuple(); at != null; at = at.getParent()) {
      count += isFact(at) ? 1 : 0;
    }
    if (count == 1 || count == 2) { // nearly always
      Object last = fact(match, 0);
      return count == 1 ? List.of(last) : List.of(fact(match, 1), last);
    }
    Object[] all = new Object[count];
    for (int i = 0; i < count; i++) {
      all[i] = fact(match, count - 1 - i);
    }
    return List.of(all);
  }

  /** A fact of a match, counted from its end. */
  private static Object fact(InternalMatch match, int fromEnd) {
    int left = fromEnd;
    TupleImpl at = match.getTuple();
    while (!isFact(at) || left-- > 0) {
      at = at.getParent();
    }
    Object fact = at.getFactHandle().getObject();
    return fact instanceof Object[] all ? Collections.unmodifiableList(Arrays.asList(all)) : fact;
  }

  /** Not so behind {@code not}, and for what Drools begins a rule with that begins otherwise. */
  private static boolean isFact(TupleImpl tuple) {
    return tuple.getFactHandle() != null
        && tuple.getFactHandle().getObject() != InitialFactImpl.getInstance();
  }

  /**
   * Whether the thread has also worked that long since the time was up: it may have passed while
   * the machine stood still, the process was suspended, or garbage was collected.
   */
  private boolean hasWorked() {
    long worked = options.worked().getAsLong();
    overtime = overtime < 0 ? worked : overtime;
    return worked - overtime > options.time().toNanos();
  }

  private void stop(String message) {
    if (error == null) {
      error = failure(message);
    }
    session.halt();
  }
}

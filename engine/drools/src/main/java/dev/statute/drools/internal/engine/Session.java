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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.drools.core.common.InternalWorkingMemory;
import org.jspecify.annotations.Nullable;
import org.kie.api.event.rule.BeforeMatchFiredEvent;
import org.kie.api.event.rule.DefaultAgendaEventListener;
import org.kie.api.event.rule.DefaultRuleRuntimeEventListener;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
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
  private static final Comparator<Said> BY_RANK = Comparator.comparing(Said::rank);

  private final RuleBase base;
  private final RunOptions options;
  private final KieSession session;
  private final List<FactHandle> inserted = new ArrayList<>();
  private final List<Said> said = new ArrayList<>();
  private @Nullable Question question;
  private @Nullable Match firing;
  private @Nullable RuleError error;
  private long started;
  private boolean broken;
  private final Firing told;

  /** Is told on which facts a rule fires, before its consequence runs. */
  interface Firing {
    /** Nobody listens. */
    Firing NONE = (number, facts) -> {};

    void fired(int number, List<Object> facts);
  }

  /** A ruling with its place in the answer. */
  private record Said(int rank, Ruling ruling) {}

  public Session(RuleBase base) {
    this(base, base.options(), Firing.NONE);
  }

  Session(RuleBase base, RunOptions options, Firing told) {
    this.base = base;
    this.options = options;
    this.told = told;
    this.session = base.newSession();
    session.addEventListener(new Firings());
    session.addEventListener(new Insertions());
  }

  /** Whether it failed and is of no further use. */
  public boolean isBroken() {
    return broken;
  }

  /** Asks all rules. */
  public Rulings judge(Question asked) {
    question = asked;
    started = options.nanos().getAsLong();
    try {
      int taken = Answers.taken(asked);
      announce(asked, taken);
      insertFacts(asked);
      int fired = session.fireAllRules(match -> mayAnswer(match, taken), options.firings() + 1);
      if (fired > options.firings() && error == null) {
        error = failure("fires more than " + options.firings() + " times for one question");
      }
      if (error == null) {
        said.sort(BY_RANK);
        Rulings answer = new Rulings(said.stream().map(Said::ruling).toList(), null);
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

  /** Lets go of it, if nothing broke it before; it must not be asked again. */
  void close() {
    if (!broken) {
      broken = true;
      session.dispose();
    }
  }

  private void announce(Question asked, int taken) {
    if (options.listener() != RuleListener.NONE) {
      for (int number = 0; number < base.rules().size(); number++) {
        if (base.mayAnswer(number, taken)) {
          options.listener().asked(base.rules().get(number), asked);
        }
      }
    }
  }

  private void insertFacts(Question asked) {
    facts(base, asked).forEach(this::insert);
  }

  /** The facts of a question that any rule looks at, in the order they are inserted. */
  static List<Object> facts(RuleBase base, Question asked) {
    List<Object> facts = new ArrayList<>();
    if (base.uses(Instance.class)) {
      facts.add(asked.instance());
    }
    if (base.uses(Settings.class)) {
      facts.add(asked.settings());
    }
    boolean proposals = base.uses(Proposal.class);
    if (proposals || base.uses(Candidate.class)) {
      facts.addAll(asked.candidates());
    }
    if (proposals || base.uses(Transition.class)) {
      facts.addAll(asked.transitions());
    }
    Observation observation = asked.observation();
    if (observation != null) {
      facts.addAll(observation.facts(base::uses));
    } else if (base.uses(Progress.class)) {
      asked.transitions().stream()
          .map(Proposal::progress)
          .findFirst()
          .or(() -> asked.candidates().stream().map(Proposal::progress).findFirst())
          .ifPresent(facts::add);
    }
    return facts;
  }

  private void insert(Object fact) {
    inserted.add(session.insert(fact));
  }

  private void removeFacts() {
    for (int i = inserted.size() - 1; i >= 0; i--) {
      session.delete(inserted.get(i));
    }
    ((InternalWorkingMemory) session).flushPropagations();
    inserted.clear();
    said.clear();
    question = null;
    firing = null;
  }

  /** Rules whose verdicts this question does not take stay silent. */
  private boolean mayAnswer(Match match, int taken) {
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

  /** Knows which rule is at work, and looks at the clock. */
  private final class Firings extends DefaultAgendaEventListener {
    @Override
    public void beforeMatchFired(BeforeMatchFiredEvent event) {
      firing = event.getMatch();
      if (options.listener() != RuleListener.NONE && question != null) {
        options.listener().fired(base.rule(firing.getRule().getName()), question);
      }
      if (told != Firing.NONE) {
        told.fired(RuleBase.number(firing.getRule().getName()), matched(firing));
      }
      if (options.nanos().getAsLong() - started > options.time().toNanos()) {
        stop("is still firing after " + options.time().toMillis() + " ms");
      }
    }
  }

  /** Reads verdicts as they are inserted. */
  private final class Insertions extends DefaultRuleRuntimeEventListener {
    @Override
    public void objectInserted(ObjectInsertedEvent event) {
      if (event.getRule() == null || firing == null || question == null) {
        return;
      }
      inserted.add(event.getFactHandle());
      int number = RuleBase.number(event.getRule().getName());
      Rule rule = base.rules().get(number);
      if (event.getObject() instanceof Verdict verdict && question.takes(verdict)) {
        Ruling ruling = new Ruling(verdict, rule.id(), rule.place(), rule.layer(), matched(firing));
        said.add(new Said(base.rank(number), ruling));
      } else {
        stop("inserted what does not answer the question: " + event.getObject());
      }
    }
  }

  private static List<Object> matched(Match match) {
    List<Object> facts = new ArrayList<>(match.getObjects());
    facts.removeIf(Objects::isNull);
    return facts;
  }

  private void stop(String message) {
    if (error == null) {
      error = failure(message);
    }
    session.halt();
  }
}

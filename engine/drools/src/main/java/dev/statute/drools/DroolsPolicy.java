package dev.statute.drools;

import dev.statute.drools.internal.forecast.RuleForecast;
import dev.statute.drools.internal.run.RuleBase;
import dev.statute.drools.internal.run.RuleExplainer;
import dev.statute.drools.internal.run.RuleSession;
import dev.statute.policy.Finding;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Counter;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Compiled packs. Each thread has a rule session of its own, created at its first question and
 * collected with the thread. All sessions are collected with this object: threads refer to them
 * only weakly, so that a replaced policy is not kept alive by the threads of a pool. Thread-safe.
 */
public final class DroolsPolicy implements Policy {
  private final RuleBase base;
  private final Set<String> settings;
  private final RuleForecast forecast;
  private final boolean withoutRules;
  private final Map<Thread, RuleSession> sessions =
      Collections.synchronizedMap(new WeakHashMap<>());

  // Not static, because a session belongs to one rule base.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable WeakReference<RuleSession>> current = new ThreadLocal<>();

  DroolsPolicy(RuleBase base, Set<String> settings, RuleForecast foresight, boolean missing) {
    this.withoutRules = missing;
    this.base = base;
    this.forecast = foresight;
    this.settings = Collections.unmodifiableSet(new LinkedHashSet<>(settings));
  }

  RuleBase base() {
    return base;
  }

  /** Enabled rules, in the order of their packs, files and lines. */
  public List<RuleDescription> rules() {
    return base.rules();
  }

  /** Approximates the verdicts of the rules for unknown data, payloads and progress. */
  public PolicyApproximation forecast() {
    return forecast;
  }

  /** Tests if some rule may grant a guard to some transition. */
  public boolean mayGrant(String guard) {
    return forecast.mayGrant(guard);
  }

  /** States that rules name as targets of a redirect or of a permitted move. */
  public Set<String> leadsTo() {
    return forecast.leadsTo();
  }

  /** True if it was compiled from no packs. */
  @Override
  public boolean isMissing() {
    return withoutRules;
  }

  @Override
  public boolean mayMatch(Proposal proposal) {
    return base.concerns(proposal);
  }

  @Override
  public boolean producesFindings() {
    return gives(Finding.class);
  }

  @Override
  public boolean mayWaive() {
    return gives(Waive.class);
  }

  @Override
  public boolean mayRefuse() {
    return gives(Refuse.class);
  }

  @Override
  public boolean readsFact(Class<?> fact) {
    return base.uses(fact);
  }

  @Override
  public boolean readsCounter(Counter counter) {
    return base.counts(counter);
  }

  @Override
  public boolean readsArguments() {
    return base.readsArguments();
  }

  private boolean gives(Class<? extends Verdict> kind) {
    return base.rules().stream().anyMatch(rule -> rule.verdictKinds().contains(kind));
  }

  @Override
  public Set<String> settingNames() {
    return settings;
  }

  @Override
  public RuleVerdicts judge(Question question) {
    RuleSession session = session();
    try {
      return session.judge(question);
    } finally {
      if (session.isBroken()) {
        current.remove();
        sessions.remove(Thread.currentThread());
      }
    }
  }

  /** Session of the current thread. */
  RuleSession session() {
    WeakReference<RuleSession> reference = current.get();
    RuleSession session = reference == null ? null : reference.get();
    if (session == null) {
      session = new RuleSession(base);
      sessions.put(Thread.currentThread(), session);
      current.set(new WeakReference<>(session));
    }
    return session;
  }

  @Override
  public Explanation explain(Question question) {
    return RuleExplainer.explain(base, question);
  }
}

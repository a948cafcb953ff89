package dev.statute.drools;

import dev.statute.drools.internal.engine.RuleBase;
import dev.statute.drools.internal.engine.Session;
import dev.statute.policy.Finding;
import dev.statute.policy.Policy;
import dev.statute.policy.Proposal;
import dev.statute.policy.Question;
import dev.statute.policy.Rulings;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Compiled packs. Each thread that asks has a rule session of its own, made at its first question
 * and gone with the thread.
 */
public final class DroolsPolicy implements Policy {
  private final RuleBase base;
  private final Set<String> settings;

  // Of the instance: a session belongs to one rule base, and holds nothing that leads back here,
  // so that it goes with its thread or with this policy, whichever goes first.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Session> sessions = new ThreadLocal<>();

  DroolsPolicy(RuleBase base, Set<String> settings) {
    this.base = base;
    this.settings = Collections.unmodifiableSet(new LinkedHashSet<>(settings));
  }

  /** All rules that are not switched off, in the order of their packs, files and lines. */
  public List<Rule> rules() {
    return base.rules();
  }

  @Override
  public boolean concerns(Proposal proposal) {
    return base.concerns(proposal);
  }

  @Override
  public boolean finds() {
    return gives(Finding.class);
  }

  @Override
  public boolean waives() {
    return gives(Waive.class);
  }

  private boolean gives(Class<? extends Verdict> kind) {
    return base.rules().stream().anyMatch(rule -> rule.gives().contains(kind));
  }

  @Override
  public Set<String> settings() {
    return settings;
  }

  @Override
  public Rulings judge(Question question) {
    Session session = sessions.get();
    if (session == null) {
      session = new Session(base);
      sessions.set(session);
    }
    Rulings rulings = session.judge(question);
    if (session.isBroken()) {
      sessions.remove();
    }
    return rulings;
  }
}

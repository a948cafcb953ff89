package dev.statute.drools.internal.engine;

import dev.statute.policy.Question;
import dev.statute.policy.RuleVerdicts;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A session for each thread that asks, made at its first question. A session goes with its thread,
 * and all go with this: threads themselves refer to them only weakly, so that a policy that was
 * replaced does not live on in the threads of a pool. Thread-safe.
 */
public final class SessionPool {
  private final RuleBase base;
  private final Map<Thread, RuleSession> held = Collections.synchronizedMap(new WeakHashMap<>());

  // Of the instance, as a session belongs to one rule base.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable WeakReference<RuleSession>> mine = new ThreadLocal<>();

  public SessionPool(RuleBase base) {
    this.base = base;
  }

  /** Asks all rules in the session of the current thread. */
  public RuleVerdicts judge(Question question) {
    RuleSession session = session();
    try {
      return session.judge(question);
    } finally {
      if (session.isBroken()) {
        mine.remove();
        held.remove(Thread.currentThread());
      }
    }
  }

  /** The session of the current thread. */
  public RuleSession session() {
    WeakReference<RuleSession> reference = mine.get();
    RuleSession session = reference == null ? null : reference.get();
    if (session == null) {
      session = new RuleSession(base);
      held.put(Thread.currentThread(), session);
      mine.set(new WeakReference<>(session));
    }
    return session;
  }
}

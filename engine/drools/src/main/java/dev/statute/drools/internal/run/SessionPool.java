package dev.statute.drools.internal.run;

import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Session per thread, created at its first question. A session is collected with its thread, and
 * all are collected with this object: threads refer to them only weakly, so that a replaced policy
 * is not kept alive by the threads of a pool. Thread-safe.
 */
public final class SessionPool {
  private final RuleBase base;
  private final Map<Thread, RuleSession> sessions =
      Collections.synchronizedMap(new WeakHashMap<>());

  // Not static, because a session belongs to one rule base.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable WeakReference<RuleSession>> current = new ThreadLocal<>();

  public SessionPool(RuleBase base) {
    this.base = base;
  }

  /** Evaluates all rules in the session of the current thread. */
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
  public RuleSession session() {
    WeakReference<RuleSession> reference = current.get();
    RuleSession session = reference == null ? null : reference.get();
    if (session == null) {
      session = new RuleSession(base);
      sessions.put(Thread.currentThread(), session);
      current.set(new WeakReference<>(session));
    }
    return session;
  }
}

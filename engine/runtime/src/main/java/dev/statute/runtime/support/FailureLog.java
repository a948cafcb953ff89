package dev.statute.runtime.support;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;

/**
 * Log of the failures of work that is repeated: each kind of failure of a part is logged once until
 * the part succeeds again, so that a store that is gone does not fill the log. Thread-safe.
 */
public final class FailureLog {
  private final Logger log;
  private final Set<Failure> failures = ConcurrentHashMap.newKeySet();

  private record Failure(String part, String kind) {}

  /** Creates a log without failures. */
  public FailureLog(Logger log) {
    this.log = log;
  }

  /**
   * Runs a part of the work; its failure is logged and not thrown.
   *
   * @param part what cannot be done if it fails, such as "poll the store"
   */
  public void run(String part, Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      ExceptionHandling.restoreInterrupt(e);
      if (failures.add(new Failure(part, ExceptionHandling.kind(e)))) {
        log.warn("cannot {}; trying again until it succeeds", part, e);
      }
      return;
    }
    if (!failures.isEmpty() && failures.removeIf(failure -> failure.part.equals(part))) {
      log.info("can {} again", part);
    }
  }

  /** Forgets the failures of parts that are no part of the work any more. */
  public void retain(Predicate<String> parts) {
    failures.removeIf(failure -> !parts.test(failure.part));
  }
}

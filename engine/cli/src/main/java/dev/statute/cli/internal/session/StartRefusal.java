package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.session.SessionListener;
import dev.statute.step.Cause;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Instant;

/**
 * Listener that reports an impossible start as a usage error, not as a result.
 *
 * @param instance options of the instance
 */
record StartRefusal(InstanceOptions instance) implements SessionListener {
  @Override
  public void step(int line, Instant at, Step step) {
    Outcome outcome = step.outcome();
    boolean isBroken = outcome instanceof Outcome.Failed && !instance.at().isEmpty();
    if (step.cause() instanceof Cause.Start && (isBroken || outcome instanceof Outcome.Rejected)) {
      throw new UsageException(String.valueOf(outcome.message()));
    }
  }
}

package dev.statute.policy.spi;

import java.util.function.Function;

/**
 * A record while it is counted: an observation that rules have to judge, or the result. A record
 * with the records of a sub-agent has an observation for each of these, and one of its own.
 * Confined to one thread.
 */
public sealed interface CountedRecord permits CountedRecord.Observed, TrackedRecord {
  /**
   * Facts that rules have to judge before the record is counted further.
   *
   * @param continuation counts the record further, with the verdicts about the observation; called
   *     once
   */
  record Observed(Observation observation, Function<RuleVerdicts, CountedRecord> continuation)
      implements CountedRecord {}

  /** Has rules judge each observation, and returns the result. */
  default TrackedRecord judgedBy(Function<Observation, RuleVerdicts> rules) {
    CountedRecord tracking = this;
    while (tracking instanceof Observed observed) {
      tracking = observed.continuation().apply(rules.apply(observed.observation()));
    }
    return (TrackedRecord) tracking;
  }
}

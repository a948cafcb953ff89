package dev.statute.policy.spi;

import dev.statute.policy.Proposal;
import dev.statute.policy.base.Counter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiled set of rule packs: the port between the interpreter and a rule engine. Only {@link
 * #judge} is required; the other methods let the interpreter skip questions. Stateless between
 * questions. Thread-safe.
 */
public interface Policy {
  /** Policy without rules, for charts that name no policies. */
  @SuppressWarnings("ClassInitializationDeadlock") // only this class creates a NoPolicy
  Policy NONE = new NoPolicy(null);

  /**
   * Returns a policy without rules for a chart that names policies but omits them on purpose.
   *
   * @param why reason, included in the trace of every outcome
   */
  static Policy none(String why) {
    return new NoPolicy(why);
  }

  /** Returns the reason for a deliberate omission of the rules; null if they are not omitted. */
  default @Nullable String omissionReason() {
    return null;
  }

  /**
   * Returns true if there are no rules and no reason for it; a chart that names policies rejects
   * that.
   */
  default boolean isMissing() {
    return false;
  }

  /**
   * Returns false if the compiled rules cannot match this proposal, so that the question can be
   * skipped; true if unknown. Cheap.
   */
  default boolean mayMatch(Proposal proposal) {
    return true;
  }

  /** Returns true if a rule can give findings, or if unknown. */
  default boolean producesFindings() {
    return true;
  }

  /** Returns true if records shall be judged even without findings. */
  default boolean acceptsRecords() {
    return false;
  }

  /** Returns true if a rule can waive fields, or if unknown. */
  default boolean mayWaive() {
    return true;
  }

  /** Returns true if a rule can refuse field values, or if unknown. */
  default boolean mayRefuse() {
    return true;
  }

  /** Returns true if a rule reads facts of that type, or if unknown. */
  default boolean readsFact(Class<?> fact) {
    return true;
  }

  /** Returns true if a rule reads that counter, or if unknown. */
  default boolean readsCounter(Counter counter) {
    return true;
  }

  /** Returns true if a rule reads the arguments of recent calls, or if unknown. */
  default boolean readsArguments() {
    return true;
  }

  /** Returns the names of the settings read by rules; charts may set these. */
  default Set<String> settingNames() {
    return Set.of();
  }

  /** Evaluates all rules. Never throws; a failed rule is part of the result. */
  RuleVerdicts judge(Question question);

  /**
   * Evaluates all rules with an explanation of each. Same verdicts as {@link #judge}, at many times
   * the cost.
   */
  default Explanation explain(Question question) {
    return new Explanation(question, judge(question), List.of());
  }
}

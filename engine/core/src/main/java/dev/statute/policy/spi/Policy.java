package dev.statute.policy.spi;

import dev.statute.policy.Counter;
import dev.statute.policy.Proposal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled set of rule packs, ready to judge: the seam between the interpreter and a rule engine.
 * Only {@link #judge} has to be there: what the others tell spares questions. Stateless from one
 * question to the next. Thread-safe.
 */
public interface Policy {
  /** No rules: grants nothing, vetoes nothing, finds nothing. For charts that name no policies. */
  @SuppressWarnings("ClassInitializationDeadlock") // nobody else makes one
  Policy NONE = new NoPolicy(null);

  /**
   * No rules for a chart that names policies, left out on purpose.
   *
   * @param why stands in the trace of every outcome
   */
  static Policy none(String why) {
    return new NoPolicy(why);
  }

  /** Why the rules were left out on purpose; null = they were not. */
  default @Nullable String omissionReason() {
    return null;
  }

  /** Whether there are no rules and nobody said why; a chart that names policies refuses that. */
  default boolean isMissing() {
    return false;
  }

  /**
   * False if no rule could match this, known from the compiled rules; then it need not be asked;
   * true if that is not known. Cheap.
   */
  default boolean mayMatch(Proposal proposal) {
    return true;
  }

  /** Whether any rule gives findings; true if that is not known. */
  default boolean producesFindings() {
    return true;
  }

  /** Whether it wants to be asked about records, even if it gives no findings. */
  default boolean acceptsRecords() {
    return producesFindings();
  }

  /** Whether any rule waives fields; true if that is not known. */
  default boolean mayWaive() {
    return true;
  }

  /** Whether any rule refuses values of fields; true if that is not known. */
  default boolean mayRefuse() {
    return true;
  }

  /** Whether any rule looks at facts of that type; true if that is not known. */
  default boolean readsFact(Class<?> fact) {
    return true;
  }

  /** Whether any rule looks at that counter; true if that is not known. */
  default boolean readsCounter(Counter counter) {
    return true;
  }

  /** Names of the settings that its rules read, which a chart may then have. */
  default Set<String> settingNames() {
    return Set.of();
  }

  /** Asks all rules. Never throws: a rule that does is in the answer. */
  RuleVerdicts judge(Question question);

  /**
   * Asks all rules, and has each say why it fired or did not. Costs many times as much as {@link
   * #judge}, and gives the same answer.
   */
  default Explanation explain(Question question) {
    return new Explanation(question, judge(question), List.of());
  }
}

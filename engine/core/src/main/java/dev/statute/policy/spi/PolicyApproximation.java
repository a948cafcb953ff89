package dev.statute.policy.spi;

import dev.statute.policy.Settings;
import dev.statute.policy.base.Verdict;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Over-approximation of a policy for unknown data, payloads and progress: each verdict that some
 * run can get is among its possible verdicts. Thread-safe.
 */
public interface PolicyApproximation {
  /** Approximation without information: every guard may hold, every finding may be reported. */
  PolicyApproximation UNKNOWN = new UnknownPolicy(true);

  /** Approximation of a policy without rules. */
  PolicyApproximation NO_RULES = new UnknownPolicy(false);

  /** Returns the possible verdicts on a transition or move; empty if no rule can concern it. */
  List<PossibleVerdict> verdicts(ApproximateProposal proposal);

  /** Returns whether a rule can grant the guard of this transition. */
  boolean mayGrant(ApproximateProposal candidate);

  /** Returns whether a rule can report a finding of this level. */
  boolean mayReport(String level);

  /** Returns whether a rule can permit a move that the chart does not list. */
  boolean mayPermit();

  /** Returns the names of events that rules compare with and so distinguish. */
  Set<String> eventNames();

  /**
   * Verdict that a rule can give.
   *
   * @param rule {@code pack#name}
   * @param certain true if the rule gives it in every run
   * @param to target of a redirect; null for other verdicts, and for a target that is unknown
   */
  record PossibleVerdict(
      String rule,
      Layer layer,
      Class<? extends Verdict> kind,
      boolean certain,
      @Nullable String to) {}

  /**
   * Proposal with the fields of a rule's {@code Transition} or {@code Candidate} that do not depend
   * on data.
   *
   * @param event its name, empty for none; null for an event that no rule names
   * @param kind {@code event}, {@code move}, {@code timer} or {@code internal}; null if unknown
   * @param before all states active before the step; null if unknown
   * @param leaves tests whether the transition exits a state
   * @param enters tests whether the transition enters a state
   */
  record ApproximateProposal(
      String chart,
      String from,
      @Nullable String to,
      List<String> targets,
      String source,
      @Nullable String event,
      @Nullable String kind,
      boolean listed,
      String guard,
      List<String> tags,
      Settings settings,
      @Nullable List<String> before,
      Predicate<String> leaves,
      Predicate<String> enters) {}
}

package dev.statute.policy.spi;

import java.util.List;
import java.util.Set;

/**
 * Approximation of a policy with rules that cannot be inspected.
 *
 * @param any true if every guard may hold and every finding may be reported, false if none
 */
record UnknownPolicy(boolean any) implements PolicyApproximation {
  @Override
  public List<PossibleVerdict> verdicts(ApproximateProposal proposal) {
    return List.of();
  }

  @Override
  public boolean mayGrant(ApproximateProposal candidate) {
    return any;
  }

  @Override
  public boolean mayReport(String level) {
    return any;
  }

  @Override
  public boolean mayPermit() {
    return false;
  }

  @Override
  public Set<String> eventNames() {
    return Set.of();
  }
}

package dev.statute.analysis;

import java.util.List;
import java.util.Set;

/**
 * Rules without a text to foresee from.
 *
 * @param any whether any guard may hold and any finding may come, or none
 */
record UnknownPolicy(boolean any) implements PolicyApproximation {
  @Override
  public List<PossibleVerdict> about(ApproximateProposal prospect) {
    return List.of();
  }

  @Override
  public boolean grants(ApproximateProposal candidate) {
    return any;
  }

  @Override
  public boolean finds(String level) {
    return any;
  }

  @Override
  public boolean permits() {
    return false;
  }

  @Override
  public Set<String> events() {
    return Set.of();
  }
}

package dev.statute.policy;

/**
 * A transition that names a guard, before selection; only a {@link Grant} says anything about it.
 */
public final class Candidate extends Proposal {
  public Candidate(Description description) {
    super(description);
  }
}

package dev.statute.policy;

/**
 * A transition with a guard, before selection. The only verdict on it is a {@link Grant}; without
 * one its guard does not hold.
 */
public final class Candidate extends Proposal {
  public Candidate(Description description) {
    super(description);
  }
}

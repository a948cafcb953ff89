package dev.statute.policy.spi;

import dev.statute.policy.Proposal;
import dev.statute.policy.base.Counter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policy without rules: no grants, vetoes or findings.
 *
 * @param omissionReason reason for a deliberate omission; null = none given
 */
record NoPolicy(@Nullable String omissionReason) implements Policy {
  NoPolicy {
    if (omissionReason != null && omissionReason.isBlank()) {
      throw new IllegalArgumentException(
          "who leaves rules out says why, as the reason stands in the trace of every outcome");
    }
  }

  @Override
  public boolean isMissing() {
    return omissionReason == null;
  }

  @Override
  public boolean mayMatch(Proposal proposal) {
    return false;
  }

  @Override
  public boolean producesFindings() {
    return false;
  }

  @Override
  public boolean mayWaive() {
    return false;
  }

  @Override
  public boolean mayRefuse() {
    return false;
  }

  @Override
  public boolean readsFact(Class<?> fact) {
    return false;
  }

  @Override
  public boolean readsCounter(Counter counter) {
    return false;
  }

  @Override
  public boolean readsArguments() {
    return false;
  }

  @Override
  public Set<String> settingNames() {
    return Set.of();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    return RuleVerdicts.NONE;
  }
}

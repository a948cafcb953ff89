package dev.statute.policy;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No rules: grants nothing, vetoes nothing, finds nothing.
 *
 * @param noneReason why they were left out on purpose; null = nobody said
 */
record NoPolicy(@Nullable String noneReason) implements Policy {
  NoPolicy {
    if (noneReason != null && noneReason.isBlank()) {
      throw new IllegalArgumentException(
          "who leaves rules out says why, as the reason stands in the trace of every outcome");
    }
  }

  @Override
  public boolean isMissing() {
    return noneReason == null;
  }

  @Override
  public boolean concerns(Proposal proposal) {
    return false;
  }

  @Override
  public boolean finds() {
    return false;
  }

  @Override
  public boolean waives() {
    return false;
  }

  @Override
  public boolean refuses() {
    return false;
  }

  @Override
  public boolean reads(Class<?> fact) {
    return false;
  }

  @Override
  public boolean counts(Counter counter) {
    return false;
  }

  @Override
  public Set<String> settings() {
    return Set.of();
  }

  @Override
  public RuleVerdicts judge(Question question) {
    return RuleVerdicts.NONE;
  }
}

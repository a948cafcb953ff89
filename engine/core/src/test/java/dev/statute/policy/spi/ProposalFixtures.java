package dev.statute.policy.spi;

import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Values;
import java.util.List;
import java.util.Map;

/** Factory of facts for tests. */
public final class ProposalFixtures {
  static final Instance INSTANCE =
      new Instance("i-1", "agent", 1, List.of(), Values.of(Map.of()), 0, 0, "");

  private ProposalFixtures() {}

  public static Proposal.Description move(String from, String to, boolean listed) {
    return new Proposal.Description(
        "agent",
        from,
        to,
        List.of(to),
        from,
        "",
        "move",
        listed,
        "",
        List.of(),
        Values.of(Map.of()),
        INSTANCE,
        () -> Progress.NONE,
        Settings.of(Map.of()),
        from::equals,
        to::equals,
        () -> "key of the call");
  }
}

package dev.statute.policy;

import java.util.List;
import java.util.Map;

/** Facts for tests. */
final class Proposals {
  static final Instance INSTANCE =
      new Instance("i-1", "agent", 1, List.of(), Values.of(Map.of()), 0, 0, "");

  private Proposals() {}

  static Proposal.Description move(String from, String to, boolean listed) {
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
        Progress.NONE,
        Settings.of(Map.of()),
        from::equals,
        to::equals);
  }
}

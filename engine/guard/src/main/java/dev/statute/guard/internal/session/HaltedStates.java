package dev.statute.guard.internal.session;

import dev.statute.chart.StateDefinition;
import dev.statute.step.Snapshot;
import org.jspecify.annotations.Nullable;

/** States in which charts keep halted agents: those with the tag {@value #TAG}. */
public final class HaltedStates {
  /** Tag of the states. */
  public static final String TAG = "halted";

  private HaltedStates() {}

  /** Returns the reason for which an instance is halted, or null if it is not. */
  public static @Nullable String reason(@Nullable Snapshot snapshot) {
    if (snapshot == null || !isHalted(snapshot, snapshot.chart().definition().root())) {
      return null;
    }
    return snapshot.data().get("reason") instanceof String reason && !reason.isBlank()
        ? reason
        : "the chart halted it";
  }

  /** Tests whether a state, or one in it, is active and has the tag. */
  private static boolean isHalted(Snapshot snapshot, StateDefinition state) {
    String id = state.id().value();
    boolean isTagged = state.tags().stream().anyMatch(tag -> tag.value().equals(TAG));
    return (isTagged
            && (snapshot.activeStates().contains(id) || snapshot.configuration().contains(id)))
        || state.states().stream().anyMatch(child -> isHalted(snapshot, child));
  }
}

package dev.statute.guard.internal.session;

import dev.statute.chart.StateDefinition;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** States in which charts keep halted agents: those with the tag {@value #TAG}. Thread-safe. */
public final class HaltedStates {
  /** Tag of the states. */
  public static final String TAG = "halted";

  private final Map<String, Set<String>> statesByChart = new ConcurrentHashMap<>();

  /** Returns the reason for which an instance is halted, or null if it is not. */
  public @Nullable String reason(@Nullable Snapshot snapshot) {
    if (snapshot == null || !isHalted(snapshot)) {
      return null;
    }
    return snapshot.data().get("reason") instanceof String reason && !reason.isBlank()
        ? reason
        : "the chart halted it";
  }

  private boolean isHalted(Snapshot snapshot) {
    Chart chart = snapshot.chart();
    Set<String> states = statesByChart.computeIfAbsent(chart.hash(), hash -> tagged(chart));
    return !states.isEmpty()
        && Stream.concat(snapshot.activeStates().stream(), snapshot.configuration().stream())
            .anyMatch(states::contains);
  }

  private static Set<String> tagged(Chart chart) {
    Set<String> states = new HashSet<>();
    collect(chart.definition().root(), states);
    return Set.copyOf(states);
  }

  private static void collect(StateDefinition state, Set<String> states) {
    if (state.tags().stream().anyMatch(tag -> tag.value().equals(TAG))) {
      states.add(state.id().value());
    }
    state.states().forEach(child -> collect(child, states));
  }
}

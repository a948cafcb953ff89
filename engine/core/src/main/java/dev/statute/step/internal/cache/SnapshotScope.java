package dev.statute.step.internal.cache;

import dev.statute.expr.internal.node.Activation;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.scope.VariableSlots;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scope of conditions over a snapshot, without the state of a step; only for conditions that {@link
 * StepCache} admits. Reusable; confined to one thread.
 */
public final class SnapshotScope extends Activation {
  private final Map<String, ?> settings;
  private @Nullable ActiveConfiguration configuration;
  private Map<String, ?> data = Map.of();
  private Map<String, ?> payload = Map.of();
  private String event = "";

  SnapshotScope(Map<String, ?> settings) {
    this.settings = settings;
  }

  /** Resets the scope to an instance; returns this. */
  SnapshotScope reset(
      ActiveConfiguration configuration,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload) {
    this.configuration = configuration;
    this.data = data;
    this.event = event;
    this.payload = payload;
    return this;
  }

  @Override
  public @Nullable Object variable(int slot) {
    return switch (slot) {
      case VariableSlots.DATA -> data;
      case VariableSlots.EVENT -> payload;
      case VariableSlots.EVENT_NAME -> event;
      case VariableSlots.SETTINGS -> settings;
      default -> null;
    };
  }

  @Override
  public boolean isActive(int state) {
    return configuration != null && configuration.active().contains(state);
  }
}

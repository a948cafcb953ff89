package dev.statute.step.internal.interpret;

import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;

/** Changes of the active states in a step. The set is copied before its first change. */
public final class ActiveStateChanges {
  private final CompiledChart model;
  private final StateSet toInvoke;
  private ActiveConfiguration configuration;
  private StateSet active;
  private boolean copied;

  ActiveStateChanges(CompiledChart model, ActiveConfiguration base) {
    this.model = model;
    toInvoke = new StateSet(model.size());
    configuration = base;
    active = base.active();
  }

  StateSet active() {
    return active;
  }

  ActiveConfiguration configuration() {
    return configuration;
  }

  /** Returns the states entered and not left since the last stable configuration. */
  StateSet toInvoke() {
    return toInvoke;
  }

  public void activate(int state) {
    copy();
    active.add(state);
    toInvoke.add(state);
  }

  void deactivate(int state) {
    copy();
    active.remove(state);
    toInvoke.remove(state);
  }

  private void copy() {
    if (!copied) {
      active = active.copy();
      copied = true;
    }
  }

  /** Ends the microstep: the active states become the configuration. */
  public void endMicrostep() {
    if (copied) {
      configuration = model.configuration(active);
      active = configuration.active();
      copied = false;
    }
  }
}

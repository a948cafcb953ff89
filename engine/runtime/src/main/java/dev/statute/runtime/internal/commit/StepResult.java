package dev.statute.runtime.internal.commit;

import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Handled;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of a message to an instance before the commit.
 *
 * @param steps in order
 * @param instance state after the steps
 * @param outcome for the sender, after the commit
 * @param settled keys of effects that it answers
 * @param extraEffects effects beside those of the steps
 * @param handled the event that the message handles; null = it has no id
 */
public record StepResult(
    List<Step> steps,
    Instant at,
    LoadedInstance instance,
    Outcome outcome,
    Set<String> settled,
    List<Effect> extraEffects,
    @Nullable Handled handled) {
  /** Creates the result of a message that answers no effect. */
  public StepResult(
      List<Step> steps,
      Instant at,
      LoadedInstance instance,
      Outcome outcome,
      @Nullable Handled handled) {
    this(steps, at, instance, outcome, Set.of(), List.of(), handled);
  }

  public StepResult {
    steps = List.copyOf(steps);
    extraEffects = List.copyOf(extraEffects);
  }
}

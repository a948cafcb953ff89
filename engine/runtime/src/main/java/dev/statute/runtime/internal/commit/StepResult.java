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
 * What a message to an instance came to, before it is written.
 *
 * @param steps in order
 * @param instance the instance afterwards
 * @param outcome what whoever brought the message is told once it is written
 * @param settled keys of effects that it answers
 * @param extraEffects effects beside those of the steps
 * @param handled the event that it deals with, if that has an id; null = it has none
 */
public record StepResult(
    List<Step> steps,
    Instant at,
    LoadedInstance instance,
    Outcome outcome,
    Set<String> settled,
    List<Effect> extraEffects,
    @Nullable Handled handled) {
  public StepResult {
    steps = List.copyOf(steps);
    extraEffects = List.copyOf(extraEffects);
  }
}

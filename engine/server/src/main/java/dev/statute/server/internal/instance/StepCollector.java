package dev.statute.server.internal.instance;

import dev.statute.runtime.Listener;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Listener that returns the steps of an input with its outcome. The engine notifies listeners
 * before it completes the outcome, which is the same object in both, so that the steps are there
 * when the outcome is. Steps are kept for instances with inputs under way only. Thread-safe.
 */
final class StepCollector implements Listener {
  private final DecisionJournal journal;
  private final Map<String, InstanceSteps> instances = new HashMap<>();

  StepCollector(DecisionJournal journal) {
    this.journal = journal;
  }

  /**
   * Steps of one input, in order; without steps if another worker or the inbox handled it.
   *
   * @param seq number of the first step in the decision log
   */
  record HandledInput(Outcome outcome, Instant at, long seq, List<Step> steps) {}

  private record StepBatch(Instant at, long seq, List<Step> steps) {
    /** Tests for this very object; equal outcomes of other inputs do not count. */
    @SuppressWarnings("ReferenceEquality")
    boolean has(Outcome outcome) {
      return steps.stream().anyMatch(step -> step.outcome() == outcome);
    }
  }

  private static final class InstanceSteps {
    private final List<StepBatch> batches = new ArrayList<>();
    private int waiting;
  }

  /**
   * Collects the steps of an input.
   *
   * @param action sends the input to the instance
   */
  CompletableFuture<HandledInput> collect(
      String id, Supplier<CompletableFuture<Outcome>> action, Instant now) {
    begin(id);
    CompletableFuture<Outcome> sent;
    try {
      sent = action.get();
    } catch (RuntimeException e) {
      end(id, null);
      throw e;
    }
    return sent.handle(
        (outcome, error) -> {
          StepBatch batch = end(id, outcome);
          if (error != null) {
            throw error instanceof RuntimeException known
                ? known
                : new IllegalStateException(error);
          }
          return batch == null
              ? new HandledInput(outcome, now, journal.next(id), List.of())
              : new HandledInput(outcome, batch.at(), batch.seq(), batch.steps());
        });
  }

  private synchronized void begin(String id) {
    instances.computeIfAbsent(id, same -> new InstanceSteps()).waiting++;
  }

  /** Returns the steps among which the outcome is, and forgets them. */
  private synchronized @Nullable StepBatch end(String id, @Nullable Outcome outcome) {
    InstanceSteps all = instances.get(id);
    if (all == null) {
      return null;
    }
    StepBatch found = null;
    for (StepBatch each : all.batches) {
      found = outcome != null && each.has(outcome) ? each : found;
    }
    all.batches.remove(found);
    all.waiting--;
    if (all.waiting == 0) {
      instances.remove(id);
    }
    return found;
  }

  @Override
  public synchronized void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    InstanceSteps all = instances.get(instance);
    if (all != null) {
      all.batches.add(new StepBatch(at, journal.next(instance) - steps.size(), steps));
    }
  }
}

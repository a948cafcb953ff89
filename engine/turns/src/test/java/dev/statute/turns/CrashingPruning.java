package dev.statute.turns;

import dev.statute.turns.store.TurnStore.Pruned;
import dev.statute.turns.store.internal.MemoryPruning;
import dev.statute.turns.store.internal.MemoryTables;
import java.time.Instant;
import java.util.List;

/** Pruning that may crash between its steps. */
final class CrashingPruning extends MemoryPruning {
  private final MemoryPruning complete;
  private final ScheduleChoices choices;

  CrashingPruning(
      MemoryTables tables, Instant before, MemoryPruning whole, ScheduleChoices choices) {
    super(tables, before);
    this.complete = whole;
    this.choices = choices;
  }

  @Override
  public Pruned all() {
    List<Runnable> steps =
        List.of(
            complete::turns, complete::inbox, complete::edges, complete::events, complete::cards);
    int done = choices.next(3 * steps.size());
    if (done >= steps.size()) {
      return complete.all();
    }
    steps.subList(0, done).forEach(Runnable::run);
    throw new SimulatedCrash(true);
  }
}

package dev.statute.turns;

import dev.statute.turns.TurnStore.Pruned;
import java.time.Instant;
import java.util.List;

/** Retention by somebody who may die when some of its steps are done and the others are not. */
final class Dying extends MemoryPruning {
  private final MemoryPruning whole;
  private final Choices choices;

  Dying(MemoryTables tables, Instant before, MemoryPruning whole, Choices choices) {
    super(tables, before);
    this.whole = whole;
    this.choices = choices;
  }

  @Override
  Pruned all() {
    List<Runnable> steps =
        List.of(whole::turns, whole::inbox, whole::edges, whole::events, whole::cards);
    int done = choices.next(3 * steps.size());
    if (done >= steps.size()) {
      return whole.all();
    }
    steps.subList(0, done).forEach(Runnable::run);
    throw new Crash(true);
  }
}

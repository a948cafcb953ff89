package dev.statute.turns;

import dev.statute.turns.store.TurnStore.Pruned;

/** Counters of prunings and their consequences, as evidence that they take effect. */
final class PruningCounters {
  /** Number of prunings. */
  long times;

  /** Number of crashes during prunings. */
  long died;

  long turns;
  long events;
  long cards;

  /** Repeated requests that were new again. */
  long again;

  /** Reports to deleted turns. */
  long reports;

  void add(Pruned gone) {
    times += gone.turns() + gone.inbox() + gone.events() + gone.cards() > 0 ? 1 : 0;
    turns += gone.turns();
    events += gone.events();
    cards += gone.cards();
  }

  void add(PruningCounters other) {
    times += other.times;
    died += other.died;
    turns += other.turns;
    events += other.events;
    cards += other.cards;
    again += other.again;
    reports += other.reports;
  }
}

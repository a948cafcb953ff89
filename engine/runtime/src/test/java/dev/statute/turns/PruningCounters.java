package dev.statute.turns;

import dev.statute.turns.store.TurnStore.Pruned;

/** What retention did, and what came after it: counted, so that it proves to take effect. */
final class PruningCounters {
  /** How often something was dropped. */
  long times;

  /** How often the one who dropped things died meanwhile. */
  long died;

  long turns;
  long events;
  long cards;

  /** Requests that were new again. */
  long again;

  /** Reports to turns that were not there any more. */
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

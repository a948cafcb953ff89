package dev.statute.bench.step;

import java.util.Random;

/**
 * Events for a row: a fixed sequence, too long for the branch prediction of the processor to learn
 * soon.
 */
final class EventWalk {
  /** Number of events. */
  static final int LENGTH = 1_024;

  /**
   * Number of draws for an event with an effect: most of the events change the state, some do not.
   */
  private static final int DRAWS = 3;

  private EventWalk() {}

  /** Creates a walk that ends at its start, so that it can be repeated. */
  static int[] of(ChartRow row) {
    for (long seed = 1; ; seed++) {
      ChartMachine machine = row.byHand().get();
      String start = machine.where();
      int[] events = walk(row, machine, new Random(seed));
      if (machine.where().equals(start)) {
        return events;
      }
    }
  }

  private static int[] walk(ChartRow row, ChartMachine machine, Random random) {
    int[] events = new int[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      String before = machine.where();
      for (int draw = 0; draw < DRAWS; draw++) {
        events[i] = random.nextInt(row.plan().events().size());
        if (row.hears(before, events[i])) {
          break;
        }
      }
      machine.send(events[i]);
    }
    return events;
  }
}

package dev.statute.bench.step;

import java.util.Random;

/** Events for a row: the same ones each time, long enough that no processor learns them soon. */
final class EventWalk {
  /** How many events. */
  static final int LENGTH = 1_024;

  /** Draws until one changes something: so most of what is sent is heard, and some is not. */
  private static final int DRAWS = 3;

  private EventWalk() {}

  /** A walk that ends where it began, so that it can be walked again and again. */
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

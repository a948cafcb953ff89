package dev.statute.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Choices of a schedule: from a seed, or from a recorded list. Recorded as they are made, so that a
 * schedule can be repeated and shrunk.
 */
final class ScheduleChoices {
  private final List<Integer> taken = new ArrayList<>();
  private final SplittableRandom random;
  private final int[] scripted;
  private boolean replayed;

  private ScheduleChoices(long seed, int[] given) {
    random = new SplittableRandom(seed);
    this.scripted = given;
  }

  static ScheduleChoices of(long seed) {
    return new ScheduleChoices(seed, new int[0]);
  }

  /** Returns these choices, followed by the first alternative. */
  static ScheduleChoices of(List<Integer> given) {
    ScheduleChoices choices =
        new ScheduleChoices(0, given.stream().mapToInt(Integer::intValue).toArray());
    choices.replayed = true;
    return choices;
  }

  /** Returns a choice from 0 to below {@code bound}. */
  int next(int bound) {
    int at = taken.size();
    int choice;
    if (replayed) {
      choice = at < scripted.length ? Math.min(scripted[at], bound - 1) : 0;
    } else {
      choice = random.nextInt(bound);
    }
    taken.add(choice);
    return choice;
  }

  List<Integer> taken() {
    return List.copyOf(taken);
  }
}

package dev.statute.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Where a schedule gets its decisions from: a seed, or a list of decisions made before. Written
 * down as they are made, so that a schedule can be made again, and made smaller.
 */
final class Choices {
  private final List<Integer> made = new ArrayList<>();
  private final SplittableRandom random;
  private final int[] given;
  private boolean replayed;

  private Choices(long seed, int[] given) {
    random = new SplittableRandom(seed);
    this.given = given;
  }

  static Choices of(long seed) {
    return new Choices(seed, new int[0]);
  }

  /** These decisions, and then always the first alternative. */
  static Choices of(List<Integer> given) {
    Choices choices = new Choices(0, given.stream().mapToInt(Integer::intValue).toArray());
    choices.replayed = true;
    return choices;
  }

  /** From 0 to below {@code bound}. */
  int next(int bound) {
    int at = made.size();
    int choice;
    if (replayed) {
      choice = at < given.length ? Math.min(given[at], bound - 1) : 0;
    } else {
      choice = random.nextInt(bound);
    }
    made.add(choice);
    return choice;
  }

  List<Integer> made() {
    return List.copyOf(made);
  }
}

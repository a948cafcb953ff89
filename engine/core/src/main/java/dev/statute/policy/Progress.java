package dev.statute.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tracker's counters after a record, in one fact, so that a rule about them is one pattern.
 * Each number is explained at its {@link Counter}. Equality is identity. Immutable.
 */
public final class Progress {
  /** Nothing recorded yet. */
  public static final Progress NONE = new Progress(new long[Counter.values().length]);

  private static final List<String> NAMES = Stream.of(Counter.values()).map(Counter::text).toList();

  private final long[] numbers;

  private Progress(long[] numbers) {
    this.numbers = numbers;
  }

  /**
   * Takes numbers in the order of {@link Counter}.
   *
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static Progress of(long[] numbers) {
    if (numbers.length != NAMES.size()) {
      throw new IllegalArgumentException(
          numbers.length + " numbers for " + NAMES.size() + " counters");
    }
    return new Progress(numbers.clone());
  }

  /**
   * Takes counters by name; those not named are 0.
   *
   * @throws IllegalArgumentException if there is no counter of a name
   */
  public static Progress of(Map<String, ? extends Number> byName) {
    long[] numbers = new long[NAMES.size()];
    byName.forEach(
        (name, number) -> {
          Counter counter = Counter.of(name);
          if (counter == null) {
            throw new IllegalArgumentException("no counter is called '" + name + "'");
          }
          numbers[counter.index()] = number.longValue();
        });
    return new Progress(numbers);
  }

  /** Names of all counters, in order. */
  public static List<String> names() {
    return NAMES;
  }

  /** One counter. */
  public long get(Counter counter) {
    return numbers[counter.index()];
  }

  /** The counter of that name, or null if there is none. */
  public @Nullable Long value(String name) {
    Counter counter = Counter.of(name);
    return counter == null ? null : numbers[counter.index()];
  }

  /** All counters by name, in order. */
  public Map<String, Long> toMap() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      all.put(NAMES.get(i), numbers[i]);
    }
    return all;
  }

  public int calls() {
    return at(Counter.CALLS);
  }

  public int successes() {
    return at(Counter.SUCCESSES);
  }

  public int failures() {
    return at(Counter.FAILURES);
  }

  public int consecutiveErrors() {
    return at(Counter.CONSECUTIVE_ERRORS);
  }

  public int filesModified() {
    return at(Counter.FILES_MODIFIED);
  }

  public int commands() {
    return at(Counter.COMMANDS);
  }

  public int tests() {
    return at(Counter.TESTS);
  }

  public int testsPassed() {
    return at(Counter.TESTS_PASSED);
  }

  public int testsFailed() {
    return at(Counter.TESTS_FAILED);
  }

  public int messages() {
    return at(Counter.MESSAGES);
  }

  public int phase() {
    return at(Counter.PHASE);
  }

  public int phasesCompleted() {
    return at(Counter.PHASES_COMPLETED);
  }

  public int phasesTotal() {
    return at(Counter.PHASES_TOTAL);
  }

  public int recentActions() {
    return at(Counter.RECENT_ACTIONS);
  }

  public int sameFailure() {
    return at(Counter.SAME_FAILURE);
  }

  public int alternation() {
    return at(Counter.ALTERNATION);
  }

  public int targets() {
    return at(Counter.TARGETS);
  }

  public int successfulTargets() {
    return at(Counter.SUCCESSFUL_TARGETS);
  }

  public int targetedSuccesses() {
    return at(Counter.TARGETED_SUCCESSES);
  }

  public int workSuccesses() {
    return at(Counter.WORK_SUCCESSES);
  }

  public int successfulTools() {
    return at(Counter.SUCCESSFUL_TOOLS);
  }

  public int fileChanges() {
    return at(Counter.FILE_CHANGES);
  }

  public int duplicateMessage() {
    return at(Counter.DUPLICATE_MESSAGE);
  }

  private int at(Counter counter) {
    return (int) numbers[counter.index()];
  }

  @Override
  public String toString() {
    return "Progress" + toMap();
  }
}

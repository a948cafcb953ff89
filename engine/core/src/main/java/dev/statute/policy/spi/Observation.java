package dev.statute.policy.spi;

import dev.statute.policy.Progress;
import java.util.List;
import java.util.function.Predicate;

/** Facts of the progress tracker after a record. */
public interface Observation {
  /** Returns the counters. */
  Progress progress();

  /**
   * Returns the facts of the wanted types: counters, cycles, polls, budgets, phases, windows of raw
   * records. Facts of other types are never built.
   */
  List<Object> facts(Predicate<Class<?>> wanted);
}

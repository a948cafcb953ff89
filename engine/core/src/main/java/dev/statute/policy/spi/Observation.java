package dev.statute.policy.spi;

import dev.statute.policy.Progress;
import java.util.List;
import java.util.function.Predicate;

/** What the tracker knows after a record, as facts for rules. Made by the progress tracker. */
public interface Observation {
  /** The counters. */
  Progress progress();

  /**
   * The facts of the wanted types: the counters, cycles, polls, budgets, phases, and the raw
   * windows; a type that nobody wants is never built.
   */
  List<Object> facts(Predicate<Class<?>> wanted);
}

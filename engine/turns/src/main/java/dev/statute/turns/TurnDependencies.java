package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.store.Doorbell;
import dev.statute.turns.store.TurnStore;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Dependencies of {@link Turns}.
 *
 * @param clock the only source of time
 * @param random source of the random bits in row ids
 * @param codec of stored text
 * @param doorbell wakes workers and listeners; may lose rings
 * @param executor runs listeners, which may block: with a direct executor, writers wait for them
 * @param resources returns an agent's resources when its turn is claimed; must return quickly
 */
public record TurnDependencies(
    TurnStore store,
    Clock clock,
    RandomGenerator random,
    TurnCodec codec,
    Doorbell doorbell,
    Executor executor,
    Function<String, Resources> resources) {
  /** Creates dependencies without resources. */
  public TurnDependencies(
      TurnStore store,
      Clock clock,
      RandomGenerator random,
      TurnCodec codec,
      Doorbell doorbell,
      Executor executor) {
    this(store, clock, random, codec, doorbell, executor, agent -> Resources.NONE);
  }
}

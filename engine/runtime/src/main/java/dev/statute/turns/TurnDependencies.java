package dev.statute.turns;

import dev.statute.runtime.Clock;
import dev.statute.store.Doorbell;
import dev.statute.turns.store.TurnStore;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Dependencies of {@link Turns}.
 *
 * @param clock the only source of time
 * @param ids generator of row ids
 * @param codec of stored text
 * @param doorbell wakes workers and listeners; may lose rings
 * @param executor runs listeners, which may block: with a direct executor, writers wait for them
 * @param resources returns an agent's resources when its turn is claimed; must return quickly
 */
public record TurnDependencies(
    TurnStore store,
    Clock clock,
    RowIds ids,
    TurnCodec codec,
    Doorbell doorbell,
    Executor executor,
    Function<String, Resources> resources) {
  /** Creates dependencies without resources. */
  public TurnDependencies(
      TurnStore store,
      Clock clock,
      RowIds ids,
      TurnCodec codec,
      Doorbell doorbell,
      Executor executor) {
    this(store, clock, ids, codec, doorbell, executor, agent -> Resources.NONE);
  }
}

package dev.statute.runtime;

import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where instances are kept: the one truth about them.
 *
 * <p>Law, held by every implementation and checked by {@code InstanceStoreContract}:
 *
 * <ul>
 *   <li>A commit happens as a whole or not at all, and only if the instance's revision is the one
 *       it expects; of two commits that expect the same revision at most one happens.
 *   <li>When its stage completes with {@link Committed#DONE}, a later {@link #load}, by anybody,
 *       sees it. {@link Committed#LOST} means that nothing was written. A stage that fails means
 *       that nobody knows: the caller loads again before it goes on.
 *   <li>Effects of a commit are given back by {@link #load} until they are settled.
 * </ul>
 *
 * Thread-safe. {@link #load} may block; {@link #commit} should not, so that many instances' commits
 * can share one write to disk.
 */
public interface InstanceStore extends AutoCloseable {
  /**
   * The instance as last committed, or null if there is none.
   *
   * @param charts the chart that a stored content hash stands for, or null if it is not known
   * @throws StoreException if it cannot be read, or its chart is not known
   */
  @Nullable Stored load(String id, Function<String, @Nullable Chart> charts);

  /** Writes what a message to an instance came to. */
  CompletionStage<Committed> commit(Commit commit);

  /** These effects are carried out and need not be given back any more. May be written lazily. */
  void settle(String id, Set<String> keys);

  /** The instance is gone, with all that belongs to it. */
  void remove(String id);

  /**
   * Ids of instances that need somebody: a timer is due at or before the instant, or an effect is
   * not settled.
   */
  List<String> due(Instant until, int atMost);

  @Override
  default void close() {}

  /** Whether a commit happened. */
  enum Committed {
    DONE,
    LOST
  }

  /**
   * An instance as it is kept.
   *
   * @param revision how many commits there were; 0 = none yet
   * @param parent who started it; null = the host
   * @param events how many events its stream has had
   * @param pending effects committed and not settled, oldest first
   */
  record Stored(
      Snapshot snapshot,
      long revision,
      @Nullable Parent parent,
      long events,
      List<Pending> pending) {
    public Stored {
      pending = List.copyOf(pending);
    }
  }

  /**
   * The invocation that a child instance answers.
   *
   * @param key of the effect that started it
   */
  record Parent(String instance, String invocation, long run, String key) {}

  /** An effect with its idempotency key. */
  record Pending(String key, Effect effect) {}

  /**
   * What is written at once.
   *
   * @param expected the revision the instance must still have; 0 = there is no instance
   * @param snapshot the instance afterwards
   * @param steps what led there, in order; at least one
   * @param at when
   * @param events how many events its stream has had afterwards
   * @param effects of the steps, those that must be carried out even after a crash
   * @param settled keys of effects that this commit takes the answer of
   */
  record Commit(
      String id,
      long expected,
      Snapshot snapshot,
      @Nullable Parent parent,
      List<Step> steps,
      Instant at,
      long events,
      List<Pending> effects,
      Set<String> settled) {
    public Commit {
      steps = List.copyOf(steps);
      effects = List.copyOf(effects);
      settled = Set.copyOf(settled);
    }
  }
}

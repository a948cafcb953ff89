package dev.statute.runtime;

import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Address of an instance. Inputs from one thread are handled in order; the future of an outcome
 * completes after the step is committed and its effects are under way. Every input gets exactly one
 * outcome; for a missing instance it is {@code rejected}, code {@code no-instance}. Thread-safe.
 */
public interface InstanceHandle {
  String id();

  /**
   * Sends an event, a move or a record. If another worker holds the instance, the input goes
   * through the inbox, and the future completes, without a trace, after that worker has handled it.
   * A value beyond the limits is {@code rejected}, code {@code value}.
   *
   * <p>In a transaction of the host that the store joins, the step is made on this thread and
   * becomes valid with the host's commit, and so do its effects and notifications; until then the
   * instance handles no other input. {@code rejected} with code {@code held} if another worker
   * holds the instance, {@code busy} if it stays occupied for seven seconds.
   *
   * @throws IllegalArgumentException if it contains a value unknown to charts
   */
  CompletableFuture<Outcome> send(Input input);

  CompletableFuture<Outcome> send(String event);

  CompletableFuture<Outcome> send(String event, Map<String, ?> data);

  /** Requests a move to a state. */
  CompletableFuture<Outcome> move(String state);

  /** Reports an action of the agent; {@code type} is among the fields. */
  CompletableFuture<Outcome> record(Map<String, ?> fields);

  /**
   * Sends an input and waits for its outcome.
   *
   * @throws IllegalStateException if called from a listener, or elsewhere on the thread of a step,
   *     which would wait for itself; nothing is sent then
   */
  Outcome ask(Input input);

  Outcome ask(String event);

  Outcome ask(String event, Map<String, ?> data);

  /**
   * Puts an input into the inbox of the instance, which handles it once, in this process or another
   * one; also if the instance starts only later.
   *
   * @param input with an id, which identifies the event over repeated posts and sends
   * @return whether it is new, and its result if it is not; completes after the write to the store.
   *     Fails with a {@link StoreException} if the result of the write is unknown, or with code
   *     {@code value} if a value exceeds the limits
   * @throws IllegalArgumentException if it has no id, or contains a value unknown to charts
   */
  CompletableFuture<Accepted> post(Input input);

  /** Returns the result of an event that was posted, or sent with an id; null = not handled yet. */
  @Nullable Handled handled(String event);

  /** Returns the last committed snapshot; null if there is no such instance. */
  @Nullable Snapshot snapshot();

  /** Returns the earlier lives of this id, oldest first, as far as they are kept. */
  List<Life> lives();

  /** Returns phases, blockers and changed files of the agent, see {@link Interpreter#phases}. */
  Map<String, ?> phases();

  /** Returns the progress counters of the agent by name, see {@link Interpreter#progress}. */
  Map<String, Long> progress();

  /** Returns whether and why the agent is stuck now; null if there is no such instance. */
  @Nullable StuckStatus stuck();

  /** Returns the outcome that an input would have now; changes nothing. */
  Outcome can(Input input);

  /**
   * Returns the events and moves that the chart knows in its current state, each with the outcome
   * that it would have.
   */
  List<PossibleInput> enabled();

  /**
   * Subscribes to the events of the instance after number {@code after} (0 = all that are kept), in
   * order, each once, on a thread outside the instances, so that a slow consumer delays no
   * instance. A consumer resumes by the last number that it received, also in another process and
   * in the next life of the id.
   */
  Subscription subscribe(long after, Consumer<StreamEvent> consumer);
}

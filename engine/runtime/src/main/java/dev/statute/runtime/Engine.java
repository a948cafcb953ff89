package dev.statute.runtime;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceStore;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Runtime for instances of charts in this process, alone or with other workers on the same store.
 *
 * <p>Each instance has a mailbox and handles one message at a time, in order of arrival; thousands
 * of instances share a few threads. A step is committed to the {@link InstanceStore} before any
 * notification and before any effect. Refusals are {@link Outcome}s, never exceptions. Thread-safe.
 *
 * <p>{@link #builder} builds engines; programs implement the interface for proxies and for doubles
 * in tests.
 */
public interface Engine extends AutoCloseable {
  /** Returns a builder; its defaults are a store in memory and the clock of the machine. */
  static EngineBuilder builder() {
    return new EngineBuilder();
  }

  /**
   * Registers a chart; instances of other versions keep theirs. Instances of an equal chart use
   * these rules from their next step on.
   *
   * @throws IllegalArgumentException if the chart names policies and is given {@link Policy#NONE};
   *     to omit its rules on purpose, give {@link Policy#none}
   */
  default void register(Chart chart, Policy policy) {
    register(Interpreter.of(chart, policy));
  }

  /** Registers a chart with its rules. */
  void register(Interpreter interpreter);

  /**
   * Replaces the rules of a registered chart, which keeps its place among the versions; without
   * effect if the chart is not registered.
   */
  void replace(Interpreter interpreter);

  /** Returns the registered charts with their rules, in the order of their registration. */
  List<Interpreter> charts();

  /**
   * Unregisters a chart by its content hash. Active instances of it continue; stored ones can no
   * longer be read, so check the store for instances first.
   */
  void retire(String hash);

  /**
   * Returns what instances of the registered charts lack: handlers that are not registered, and
   * guards that cannot be granted because there are no rules. Each was logged on registration.
   */
  List<Problem> warnings();

  /**
   * Returns the number of failures per handler, including retried attempts and missing handlers.
   */
  Map<String, Long> handlerFailures();

  /** Returns the instances with a step over the limit, and its duration so far. */
  Map<String, Duration> slowSteps();

  /** Returns the number of instances in memory. */
  int instancesInMemory();

  /** Returns the number of inputs and other messages that wait in mailboxes. */
  long waitingMessages();

  /** Returns the number of committed effects that are not settled, of the instances in memory. */
  long pendingEffects();

  /**
   * Returns the charts of stored instances that are not registered here. These instances wait for a
   * worker with their chart; all others continue.
   */
  List<ChartUse> unknownCharts();

  /** Returns the store of the instances, for listing, inspection and pruning. */
  InstanceStore store();

  /** Returns the worker as which this engine holds instances. */
  Worker worker();

  /**
   * Parks an instance: no worker handles its messages until {@linkplain #retry retry}; posted
   * events wait.
   *
   * @return false if there is no such instance
   */
  boolean park(String id, String reason);

  /** Resumes a parked instance; false if it was not parked. */
  boolean retry(String id);

  /**
   * Starts an instance of the newest version of a chart. It replaces an ended instance, from which
   * it is {@linkplain Interpreter#hydration hydrated}; for a live one the outcome is {@code
   * rejected}, code {@code exists}.
   *
   * @param data overrides the chart's initial data
   * @return {@code started}, or the reason for the refusal
   * @throws IllegalArgumentException if no such chart is registered, or data contains a value
   *     unknown to charts
   */
  CompletableFuture<Outcome> spawn(String id, String chart, Map<String, ?> data);

  /**
   * Starts an instance as {@link #spawn(String, String, Map)} does, but with the chart's initial
   * data also after a life that ended: nothing is {@linkplain Interpreter#hydration taken over}.
   */
  CompletableFuture<Outcome> spawnAnew(String id, String chart, Map<String, ?> data);

  /** Starts an instance with the chart's initial data. */
  default CompletableFuture<Outcome> spawn(String id, String chart) {
    return spawn(id, chart, Map.of());
  }

  /**
   * Sends an input to an instance, and starts one if none is alive and the chart {@linkplain
   * Interpreter#maySpawn lets this input}: a new one of the newest version of the chart, or a new
   * life after one that ended, {@linkplain Interpreter#hydration hydrated} from it. If several
   * callers find none alive at the same time, one of them starts it; it handles all their inputs.
   *
   * @param input see {@link InstanceHandle#send}
   * @param data overrides the chart's initial data, and the data taken from the last life
   * @return the outcome of the input; {@code rejected} or {@code failed} if no life could start
   * @throws IllegalArgumentException see {@link #spawn} and {@link InstanceHandle#send}
   */
  CompletableFuture<Outcome> sendOrSpawn(String id, String chart, Input input, Map<String, ?> data);

  /** Sends an input, and starts an instance with the chart's initial data if none is alive. */
  default CompletableFuture<Outcome> sendOrSpawn(String id, String chart, Input input) {
    return sendOrSpawn(id, chart, input, Map.of());
  }

  /**
   * Continues an instance from a snapshot, under its own id. Timers that are due by now fire at
   * once.
   *
   * @return {@code started}, or {@code rejected} with code {@code exists}
   * @throws IllegalArgumentException if the snapshot's chart is not registered
   */
  CompletableFuture<Outcome> restore(Snapshot snapshot);

  /** Returns a handle of an instance, existing or not. Cheap. */
  InstanceHandle instance(String id);

  /**
   * Removes an instance: no exit actions run and there is no notification. Only the numbers of its
   * events and effects are never used again.
   *
   * @return true if there was one
   */
  CompletableFuture<Boolean> forget(String id);

  /**
   * Reads from the store the instances with pending work, and processes it. An engine does this
   * when it is built and periodically; tests call it directly.
   */
  void recover();

  /**
   * Stops: steps under way end, waiting and later inputs are {@code rejected} with code {@code
   * stopped}, handlers receive a stop request. Waits at most ten seconds for them, then releases
   * the held instances. The store stays open.
   *
   * <p>A call by a listener, handler or subscriber of this engine returns at once, as it would wait
   * for itself; the rest runs in the background.
   */
  @Override
  void close();

  /** Tests for an engine that was closed. */
  boolean isClosed();
}

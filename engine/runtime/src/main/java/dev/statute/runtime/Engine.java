package dev.statute.runtime;

import dev.statute.expr.ValueException;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.runtime.internal.actor.EngineContext;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.thread.EngineThreads;
import dev.statute.runtime.internal.value.InputConversion;
import dev.statute.runtime.internal.value.ValueConversion;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runtime for instances of charts in this process, alone or with other workers on the same store.
 *
 * <p>Each instance has a mailbox and handles one message at a time, in order of arrival; thousands
 * of instances share a few threads. A step is committed to the {@link InstanceStore} before any
 * notification and before any effect. Refusals are {@link Outcome}s, never exceptions. Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /** Maximum number of lives that may end under one input before it is rejected. */
  private static final int MAX_RESPAWNS = 8;

  private final EngineContext context;
  private final EngineThreads threads;

  Engine(EngineContext context, EngineThreads threads) {
    this.context = context;
    this.threads = threads;
  }

  /** Returns a builder; its defaults are a store in memory and the clock of the machine. */
  public static EngineBuilder builder() {
    return new EngineBuilder();
  }

  /**
   * Registers a chart; instances of other versions keep theirs. Instances of an equal chart use
   * these rules from their next step on.
   *
   * @throws IllegalArgumentException if the chart names policies and is given {@link Policy#NONE};
   *     to omit its rules on purpose, give {@link Policy#none}
   */
  public void register(Chart chart, Policy policy) {
    register(Interpreter.of(chart, policy));
  }

  /** Registers a chart with its rules. */
  public void register(Interpreter interpreter) {
    context.check().check(interpreter).forEach(warning -> LOG.warn("{}", warning));
    context.charts().register(interpreter);
    context.store().saveChart(interpreter.chart());
  }

  /**
   * Unregisters a chart by its content hash. Active instances of it continue; stored ones can no
   * longer be read, so check the store for instances first.
   */
  public void retire(String hash) {
    context.charts().retire(hash);
  }

  /**
   * Returns what instances of the registered charts lack: handlers that are not registered, and
   * guards that cannot be granted because there are no rules. Each was logged on registration.
   */
  public List<Problem> warnings() {
    return context.charts().inRegistrationOrder().stream()
        .flatMap(interpreter -> context.check().findMissing(interpreter).stream())
        .distinct()
        .toList();
  }

  /**
   * Returns the number of failures per handler, including retried attempts and missing handlers.
   */
  public Map<String, Long> handlerFailures() {
    return context.handlerFailures();
  }

  /** Returns the instances with a step over the limit, and its duration so far. */
  public Map<String, Duration> slowSteps() {
    return context.slowSteps();
  }

  /** Returns the number of instances in memory. */
  public int instancesInMemory() {
    return context.instancesInMemory();
  }

  /** Returns the number of inputs and other messages that wait in mailboxes. */
  public long waitingMessages() {
    return context.waitingMessages();
  }

  /** Returns the number of committed effects that are not settled, of the instances in memory. */
  public long pendingEffects() {
    return context.pendingEffects();
  }

  ChartRegistry charts() {
    return context.charts();
  }

  /**
   * Returns the charts of stored instances that are not registered here. These instances wait for a
   * worker with their chart; all others continue.
   */
  public List<ChartUse> unknownCharts() {
    return context.store().charts().stream()
        .filter(use -> use.live() > 0 && context.charts().find(use.hash()) == null)
        .toList();
  }

  /** Logs the warnings and the unknown charts. */
  void logWarnings() {
    warnings().forEach(warning -> LOG.warn("{}", warning));
    for (ChartUse use : unknownCharts()) {
      LOG.warn(
          "{} instances run {} {} ({}), which is not registered; they wait",
          use.live(),
          use.name(),
          use.version(),
          use.hash());
    }
  }

  /** Returns the store of the instances, for listing, inspection and pruning. */
  public InstanceStore store() {
    return context.store();
  }

  /** Returns the worker as which this engine holds instances. */
  public Worker worker() {
    return context.worker();
  }

  /**
   * Parks an instance: no worker handles its messages until {@linkplain #retry retry}; posted
   * events wait.
   *
   * @return false if there is no such instance
   */
  public boolean park(String id, String reason) {
    boolean parked = context.store().park(id, reason);
    context.ring(id);
    return parked;
  }

  /** Resumes a parked instance; false if it was not parked. */
  public boolean retry(String id) {
    boolean retried = context.store().retry(id);
    if (retried) {
      context.openActor(id).ring();
    }
    return retried;
  }

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
  public CompletableFuture<Outcome> spawn(String id, String chart, Map<String, ?> data) {
    return begin(id, chart, data, true);
  }

  /**
   * Starts an instance as {@link #spawn(String, String, Map)} does, but with the chart's initial
   * data also after a life that ended: nothing is {@linkplain Interpreter#hydration taken over}.
   */
  public CompletableFuture<Outcome> spawnAnew(String id, String chart, Map<String, ?> data) {
    return begin(id, chart, data, false);
  }

  private CompletableFuture<Outcome> begin(
      String id, String chart, Map<String, ?> data, boolean hydrates) {
    Interpreter interpreter = context.charts().requireNewest(chart);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    try {
      InputConversion.checkId("the instance's id", id);
      Map<String, ?> plain = ValueConversion.map(data);
      if (context.isStopped()) {
        outcome.complete(new Outcome.Rejected(List.of(), "stopped", "the engine is closed"));
      } else {
        ActorMessage message =
            new ActorMessage.Begin(interpreter, plain, null, hydrates, outcome::complete);
        if (!context.joinedSteps().handle(id, message)) {
          context.enqueue(id, message);
        }
      }
    } catch (ValueException e) {
      outcome.complete(InputConversion.rejection(e));
    }
    return outcome;
  }

  /** Starts an instance with the chart's initial data. */
  public CompletableFuture<Outcome> spawn(String id, String chart) {
    return spawn(id, chart, Map.of());
  }

  /**
   * Sends an input to an instance, and starts one if none is alive: a new one of the newest version
   * of the chart, or a new life after one that ended, {@linkplain Interpreter#hydration hydrated}
   * from it. If several callers find none alive at the same time, one of them starts it; it handles
   * all their inputs.
   *
   * @param input see {@link InstanceHandle#send}
   * @param data overrides the chart's initial data, and the data taken from the last life
   * @return the outcome of the input; {@code rejected} or {@code failed} if no life could start
   * @throws IllegalArgumentException see {@link #spawn} and {@link InstanceHandle#send}
   */
  public CompletableFuture<Outcome> sendOrSpawn(
      String id, String chart, Input input, Map<String, ?> data) {
    return sendOrSpawn(id, chart, input, data, MAX_RESPAWNS);
  }

  /** Sends an input, and starts an instance with the chart's initial data if none is alive. */
  public CompletableFuture<Outcome> sendOrSpawn(String id, String chart, Input input) {
    return sendOrSpawn(id, chart, input, Map.of());
  }

  private CompletableFuture<Outcome> sendOrSpawn(
      String id, String chart, Input input, Map<String, ?> data, int more) {
    return instance(id)
        .send(input)
        .thenCompose(
            outcome -> {
              if (more > 0 && wasRejectedBefore(outcome)) {
                return sendOrSpawn(
                    id, chart, InputConversion.withId(input, input.id() + "+"), data, more - 1);
              }
              return more > 0 && hasNoInstance(outcome)
                  ? spawn(id, chart, data)
                      .thenCompose(
                          begun ->
                              begun instanceof Outcome.Started || "exists".equals(begun.code())
                                  ? sendOrSpawn(id, chart, input, data, more - 1)
                                  : CompletableFuture.completedFuture(begun))
                  : CompletableFuture.completedFuture(outcome);
            });
  }

  private static boolean hasNoInstance(Outcome outcome) {
    return outcome instanceof Outcome.Rejected
        && ("no-instance".equals(outcome.code()) || "finished".equals(outcome.code()));
  }

  /** Tests for an input that an earlier life refused in its inbox; its id is remembered. */
  private static boolean wasRejectedBefore(Outcome outcome) {
    return outcome instanceof Outcome.Duplicate duplicate && duplicate.outcome().equals("rejected");
  }

  /**
   * Continues an instance from a snapshot, under its own id. Timers that are due by now fire at
   * once.
   *
   * @return {@code started}, or {@code rejected} with code {@code exists}
   * @throws IllegalArgumentException if the snapshot's chart is not registered
   */
  public CompletableFuture<Outcome> restore(Snapshot snapshot) {
    Interpreter interpreter = context.charts().find(snapshot.chart().hash());
    if (interpreter == null) {
      throw new IllegalArgumentException(
          "chart " + snapshot.chart() + " (" + snapshot.chart().hash() + ") is not registered");
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    context.enqueue(
        snapshot.id(), new ActorMessage.Restore(interpreter, snapshot, outcome::complete));
    return outcome;
  }

  /** Returns a handle of an instance, existing or not. Cheap. */
  public InstanceHandle instance(String id) {
    return new InstanceHandle(id, context);
  }

  /**
   * Removes an instance: no exit actions run and there is no notification. Only the numbers of its
   * events and effects are never used again.
   *
   * @return true if there was one
   */
  public CompletableFuture<Boolean> forget(String id) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    context.enqueue(id, new ActorMessage.Forget(done::complete));
    return done;
  }

  /**
   * Reads from the store the instances with pending work, and processes it. An engine does this
   * when it is built and periodically; tests call it directly.
   */
  public void recover() {
    context.recover();
  }

  /**
   * Stops: steps under way end, waiting and later inputs are {@code rejected} with code {@code
   * stopped}, handlers receive a stop request. Waits at most ten seconds for them, then releases
   * the held instances. The store stays open.
   *
   * <p>A call by a listener, handler or subscriber of this engine returns at once, as it would wait
   * for itself; the rest runs in the background.
   */
  @Override
  public void close() {
    context.stop();
    threads.shutdown();
    if (threads.isEngineThread()) {
      Thread end = new Thread(this::finishClose, "statute-close");
      end.setDaemon(true);
      end.start();
    } else {
      finishClose();
    }
  }

  /** Tests for an engine that was closed. */
  public boolean isClosed() {
    return context.isStopped();
  }

  private void finishClose() {
    threads.awaitTermination();
    context.retire();
  }
}

package dev.statute.runtime;

import dev.statute.expr.ValueException;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.problem.SpellingSuggestion;
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
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.ChartUse;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs instances of charts in this process, alone or together with other workers on the same store.
 *
 * <p>Each instance has a mailbox and handles one thing at a time, in the order it came; thousands
 * of instances share a few threads. A step is committed to the {@link InstanceStore} before anybody
 * hears of it and before any effect is carried out. Refusals are {@link Outcome}s, never
 * exceptions. Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /** So many lives may end under an input before it is told that they do. */
  private static final int MAX_RESPAWNS = 8;

  private final EngineContext context;
  private final EngineThreads threads;

  Engine(EngineContext core, EngineThreads threads) {
    this.context = core;
    this.threads = threads;
  }

  /** An engine in the making; without more said: in memory, on the machine's clock. */
  public static EngineBuilder builder() {
    return new EngineBuilder();
  }

  /**
   * Makes a chart known; instances of other versions go on with theirs. Instances of the very same
   * chart are judged by these rules from their next step on.
   *
   * @throws IllegalArgumentException if the chart names policies and is given {@link Policy#NONE};
   *     to leave its rules out on purpose, give {@link Policy#none}
   */
  public void register(Chart chart, Policy policy) {
    register(Interpreter.of(chart, policy));
  }

  /** As {@link #register(Chart, Policy)}, put together elsewhere. */
  public void register(Interpreter interpreter) {
    context.check().check(interpreter).forEach(warning -> LOG.warn("{}", warning));
    context.charts().register(interpreter);
    context.store().saveChart(interpreter.chart());
  }

  /**
   * Forgets a chart by its content hash. Instances of it that are at work go on; one that is in the
   * store cannot be read any more, so ask the store first who runs it.
   */
  public void retire(String hash) {
    context.charts().retire(hash);
  }

  /**
   * What instances of the registered charts will miss: calls whose handler nobody registered, and
   * guards that nobody can grant as no rules judge. Each was logged when its chart was registered.
   */
  public List<Problem> warnings() {
    return context.charts().inRegistrationOrder().stream()
        .flatMap(interpreter -> context.check().findMissing(interpreter).stream())
        .distinct()
        .toList();
  }

  /** How often each handler failed, attempts that were tried again and missing ones counted. */
  public Map<String, Long> handlerFailures() {
    return context.handlerFailures();
  }

  /** The instances whose step takes longer than steps should, and for how long it has so far. */
  public Map<String, Duration> slowSteps() {
    return context.slowSteps();
  }

  ChartRegistry charts() {
    return context.charts();
  }

  /**
   * Charts that instances in the store run and nobody registered here: these instances wait for a
   * worker that knows their chart, while all others go on.
   */
  public List<ChartUse> unknownCharts() {
    return context.store().charts().stream()
        .filter(use -> use.live() > 0 && context.charts().find(use.hash()) == null)
        .toList();
  }

  /** Where instances are kept: to list them, to inspect one, to drop what is old. */
  public InstanceStore store() {
    return context.store();
  }

  /** As whom this engine holds instances. */
  public Worker worker() {
    return context.worker();
  }

  /**
   * Sets an instance aside: it handles nothing, wherever it is, until somebody {@linkplain #retry
   * retries}; what is posted to it waits.
   *
   * @return false if there is no such instance
   */
  public boolean park(String id, String reason) {
    boolean parked = context.store().park(id, reason);
    context.ring(id);
    return parked;
  }

  /** Has an instance go on that was set aside; false if it was not. */
  public boolean retry(String id) {
    boolean retried = context.store().retry(id);
    if (retried) {
      context.openActor(id).ring();
    }
    return retried;
  }

  /**
   * Begins an instance of the newest version of a chart. An instance that ended gives way to it;
   * one that is alive does not: {@code rejected}, code {@code exists}.
   *
   * @param data put over the chart's initial data
   * @return {@code started}, or why not
   * @throws IllegalArgumentException if no such chart is registered, or data holds what a chart
   *     cannot
   */
  public CompletableFuture<Outcome> spawn(String id, String chart, Map<String, ?> data) {
    Interpreter interpreter = context.charts().newest(chart);
    if (interpreter == null) {
      String near = SpellingSuggestion.nearest(chart, context.charts().names());
      throw new IllegalArgumentException(
          "no chart '"
              + chart
              + "' is registered; "
              + (near == null
                  ? "there are " + context.charts().names()
                  : "did you mean '" + near + "'?"));
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    try {
      InputConversion.checkId("the instance's id", id);
      Map<String, ?> plain = ValueConversion.map(data);
      if (context.isStopped()) {
        outcome.complete(new Outcome.Rejected(List.of(), "stopped", "the engine is closed"));
      } else {
        context.enqueue(id, new ActorMessage.Begin(interpreter, plain, null, outcome::complete));
      }
    } catch (ValueException e) {
      outcome.complete(InputConversion.rejection(e));
    }
    return outcome;
  }

  /** As {@link #spawn(String, String, Map)}, with the chart's initial data. */
  public CompletableFuture<Outcome> spawn(String id, String chart) {
    return spawn(id, chart, Map.of());
  }

  /**
   * Sends an input to an instance, and begins one where there is none that lives: a new one of the
   * newest version of the chart, or a new life after one that ended, {@linkplain
   * Interpreter#hydration hydrated} from it. Of several that find none alive at the same time, one
   * begins it; all are handled in it.
   *
   * @param input as for {@link InstanceHandle#send}
   * @param data put over the chart's initial data, and over what is taken from the last life
   * @return what came of the input; {@code rejected} or {@code failed} if no life could begin
   * @throws IllegalArgumentException as {@link #spawn} and {@link InstanceHandle#send}
   */
  public CompletableFuture<Outcome> sendOrSpawn(
      String id, String chart, Input input, Map<String, ?> data) {
    return sendOrSpawn(id, chart, input, data, MAX_RESPAWNS);
  }

  /** As {@link #sendOrSpawn(String, String, Input, Map)}, with the chart's initial data. */
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

  /** An earlier life refused it in its inbox, where its id is remembered all the same. */
  private static boolean wasRejectedBefore(Outcome outcome) {
    return outcome instanceof Outcome.Duplicate duplicate && duplicate.outcome().equals("rejected");
  }

  /**
   * Goes on with an instance from a snapshot, under its own id. What came due meanwhile fires at
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

  /** The address of an instance, whether there is one or not. Cheap. */
  public InstanceHandle instance(String id) {
    return new InstanceHandle(id, context);
  }

  /**
   * Drops an instance as if it had never been: no exit actions run, nobody is told. Only the
   * numbers of its events and effects are never used again.
   *
   * @return whether there was one
   */
  public CompletableFuture<Boolean> forget(String id) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    context.enqueue(id, new ActorMessage.Forget(done::complete));
    return done;
  }

  /**
   * Reads from the store who has something to do, and sees to it. Done when the engine is built and
   * from time to time; of use where a test wants it now.
   */
  public void recover() {
    context.recover();
  }

  /**
   * Stops: steps under way end, everything that waits or comes later is {@code rejected} with code
   * {@code stopped}, handlers are asked to stop. Waits at most ten seconds for them. What this
   * engine held is free then. The store is left open.
   *
   * <p>Called by a listener, a handler or a subscriber of this engine it does not wait, as it would
   * for itself: it returns at once, and the rest is done behind it.
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

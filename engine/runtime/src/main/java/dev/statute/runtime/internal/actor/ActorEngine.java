package dev.statute.runtime.internal.actor;

import dev.statute.expr.ValueException;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.runtime.internal.thread.EngineThreads;
import dev.statute.runtime.internal.value.ValueConversion;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.Doorbell;
import dev.statute.store.HostTransaction;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceStore;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Engine whose instances are actors of this process: each has a mailbox and handles one message at
 * a time.
 */
public final class ActorEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /** Maximum number of lives that may end under one input before it is rejected. */
  private static final int MAX_RESPAWNS = 8;

  /** Time for running work to end when the engine closes. */
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);

  private final EngineServices services;
  private final ActorDirectory actors;
  private final JoinedSteps joinedSteps;
  private final RegistrationCheck check;
  private final @Nullable LeaseAndPollLoop leaseAndPoll;
  private final EngineThreads threads;

  /**
   * Creates an engine.
   *
   * @param times null = no other worker can use the store
   */
  public ActorEngine(
      EngineConfiguration configuration,
      EngineConfiguration.Recipients recipients,
      Doorbell doorbell,
      LeaseAndPollLoop.@Nullable Times times,
      RegistrationCheck check,
      EngineThreads threads) {
    this.check = check;
    this.threads = threads;
    actors = new ActorDirectory(configuration, recipients, doorbell);
    services = actors.services();
    joinedSteps = new JoinedSteps(services, actors);
    leaseAndPoll = times == null ? null : new LeaseAndPollLoop(services, actors, times);
    configuration.charts().setRecipients(actors::canReach);
    services.doorbell().listen(this::onInbox, this::onHandled);
  }

  /** Stores its charts and starts processing of the store. */
  public void start() {
    services.charts().charts().forEach(services.store()::saveChart);
    if (leaseAndPoll != null) {
      leaseAndPoll.start();
    }
    logWarnings();
  }

  private void onInbox(String id) {
    if (!isClosed()) {
      actors.open(id);
    }
  }

  private void onHandled(String id) {
    if (!isClosed()) {
      services.subscriptions().notifySubscribers(id);
      if (services.remoteInstances().isAwaited(id)) {
        services.scheduler().execute(() -> services.remoteInstances().poll(id));
      }
    }
  }

  @Override
  public void register(Interpreter interpreter) {
    check.check(interpreter).forEach(warning -> LOG.warn("{}", warning));
    services.store().saveChart(interpreter.chart()); // if it fails, the present chart stays
    services.charts().register(interpreter);
  }

  @Override
  public void replace(Interpreter interpreter) {
    services.charts().replace(interpreter);
  }

  @Override
  public List<Interpreter> charts() {
    return services.charts().inRegistrationOrder();
  }

  @Override
  public void retire(String hash) {
    services.charts().retire(hash);
  }

  @Override
  public List<Problem> warnings() {
    return charts().stream()
        .flatMap(interpreter -> check.findMissing(interpreter).stream())
        .distinct()
        .toList();
  }

  @Override
  public Map<String, Long> handlerFailures() {
    return services.effects().failures();
  }

  @Override
  public Map<String, Duration> slowSteps() {
    return services.watchdog().slow();
  }

  @Override
  public int instancesInMemory() {
    return actors.actors().size();
  }

  @Override
  public long waitingMessages() {
    return actors.actors().stream().mapToLong(actor -> actor.mailbox().size()).sum();
  }

  @Override
  public long pendingEffects() {
    return actors.actors().stream().mapToLong(actor -> actor.cell().pendingEffects().size()).sum();
  }

  @Override
  public List<ChartUse> unknownCharts() {
    return services.store().charts().stream()
        .filter(use -> use.live() > 0 && services.charts().find(use.hash()) == null)
        .toList();
  }

  /** Logs the warnings and the unknown charts. */
  private void logWarnings() {
    warnings().forEach(warning -> LOG.warn("{}", warning));
    for (ChartUse use : unknownCharts()) {
      LOG.warn(
          "{} {} {} ({}), which is not registered{}; {}",
          use.live() == 1 ? "1 instance runs" : use.live() + " instances run",
          use.name(),
          use.version(),
          use.hash(),
          edited(use),
          use.live() == 1 ? "it waits" : "they wait");
    }
  }

  /** Says that a chart of the same name and version is registered, whose file was edited. */
  private String edited(ChartUse use) {
    return services.charts().versions(use.name()).stream()
        .map(Interpreter::chart)
        .filter(chart -> chart.version() == use.version())
        .map(
            chart ->
                " (the file of "
                    + use.name()
                    + " "
                    + use.version()
                    + " was edited and is now "
                    + chart.hash()
                    + ": 'statute store chart' prints what they run; raise its version and migrate, or undo the edit)")
        .findFirst()
        .orElse("");
  }

  @Override
  public InstanceStore store() {
    return services.store();
  }

  @Override
  public Worker worker() {
    return services.worker();
  }

  @Override
  public boolean park(String id, String reason) {
    boolean parked = services.store().park(id, reason);
    services.doorbell().ringInbox(id);
    return parked;
  }

  @Override
  public boolean retry(String id) {
    boolean retried = services.store().retry(id);
    if (retried) {
      actors.open(id);
    }
    return retried;
  }

  @Override
  public CompletableFuture<Outcome> spawn(String id, String chart, Map<String, ?> data) {
    return begin(id, chart, data, true);
  }

  @Override
  public CompletableFuture<Outcome> spawnAnew(String id, String chart, Map<String, ?> data) {
    return begin(id, chart, data, false);
  }

  private CompletableFuture<Outcome> begin(
      String id, String chart, Map<String, ?> data, boolean hydrates) {
    Interpreter interpreter = services.charts().requireNewest(chart);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    try {
      ValueConversion.checkId("the instance's id", id);
      Map<String, ?> plain = ValueConversion.map(data);
      if (services.scheduler().isStopped()) {
        outcome.complete(new Outcome.Rejected(List.of(), "stopped", "the engine is closed"));
      } else {
        ActorMessage message =
            new ActorMessage.Begin(interpreter, plain, null, hydrates, outcome::complete);
        HostTransaction transaction = services.store().hostTransaction();
        if (transaction == null) {
          actors.enqueue(id, message);
        } else {
          joinedSteps.handle(transaction, id, message);
        }
      }
    } catch (ValueException e) {
      outcome.complete(ValueConversion.rejection(e));
    }
    return outcome;
  }

  @Override
  public CompletableFuture<Outcome> sendOrSpawn(
      String id, String chart, Input input, Map<String, ?> data) {
    return sendOrSpawn(id, chart, input, data, MAX_RESPAWNS);
  }

  private CompletableFuture<Outcome> sendOrSpawn(
      String id, String chart, Input input, Map<String, ?> data, int more) {
    return instance(id)
        .send(input)
        .thenCompose(
            outcome -> {
              if (more > 0 && wasRejectedBefore(outcome)) {
                return sendOrSpawn(id, chart, input.withId(input.id() + "+"), data, more - 1);
              }
              return more > 0
                      && hasNoInstance(outcome)
                      && services.charts().requireNewest(chart).maySpawn(input)
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

  @Override
  public CompletableFuture<Outcome> restore(Snapshot snapshot) {
    Interpreter interpreter = services.charts().find(snapshot.chart().hash());
    if (interpreter == null) {
      throw new IllegalArgumentException(
          "chart " + snapshot.chart() + " (" + snapshot.chart().hash() + ") is not registered");
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    actors.enqueue(
        snapshot.id(), new ActorMessage.Restore(interpreter, snapshot, outcome::complete));
    return outcome;
  }

  @Override
  public InstanceHandle instance(String id) {
    return new ActorHandle(id, services, actors, joinedSteps);
  }

  @Override
  public CompletableFuture<Boolean> forget(String id) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    actors.enqueue(id, new ActorMessage.Forget(done::complete));
    return done;
  }

  @Override
  public void recover() {
    if (leaseAndPoll != null) {
      leaseAndPoll.pollNow();
    }
  }

  @Override
  public void close() {
    services.scheduler().stop();
    services.doorbell().close();
    services.effects().stopAll();
    services.remoteInstances().stop();
    if (threads.isEngineThread()) {
      Thread end = new Thread(this::finishClose, "statute-close");
      end.setDaemon(true);
      end.start();
    } else {
      finishClose();
    }
  }

  @Override
  public boolean isClosed() {
    return services.scheduler().isStopped();
  }

  private void finishClose() {
    long end = System.nanoTime() + GRACE_PERIOD.toNanos();
    awaitSteps();
    threads.shutdown();
    threads.awaitTermination(Duration.ofNanos(end - System.nanoTime()));
    retire();
  }

  /** Retires this worker after the last step: others may claim its instances. */
  private void retire() {
    if (leaseAndPoll != null) {
      try {
        services.store().retire(worker());
      } catch (Throwable e) {
        LOG.warn("worker {} could not retire; its lease expires", worker().name(), e);
      }
    }
  }

  /**
   * Waits for the steps under way, with their commits and what follows them: without a thread for
   * it their senders would not learn of what is in the store. What waits behind them is rejected.
   * An executor of the host goes on after the engine, as does a transaction of the calling thread.
   */
  private void awaitSteps() {
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (InstanceActor actor : actors.actors()) {
      CompletableFuture<Boolean> end = new CompletableFuture<>();
      if (actor.isWaiting()
          && actor.mailbox().offerUnbounded(new ActorMessage.Forget(end::complete))
          && !actor.isReservedHere()) {
        ends.add(end);
      }
    }
    if (!threads.hasStepPool()) {
      return;
    }
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .get(GRACE_PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("the engine closes with steps under way", e);
    }
  }
}

package dev.statute.turns;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.internal.call.TurnChartCheck;
import dev.statute.turns.internal.protocol.ReportWithoutHead;
import dev.statute.turns.internal.protocol.RequestIntake;
import dev.statute.turns.internal.protocol.RowIds;
import dev.statute.turns.internal.protocol.ToolReports;
import dev.statute.turns.internal.protocol.TurnAssignment;
import dev.statute.turns.internal.protocol.TurnClaims;
import dev.statute.turns.internal.protocol.TurnContext;
import dev.statute.turns.internal.protocol.TurnTransactions;
import dev.statute.turns.internal.protocol.TurnWatchdog;
import dev.statute.turns.internal.protocol.WorkerProtocol;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Protocol of agent turns, for embedders. Each call is one transaction: it reads the agent's head,
 * turns the input into an event of the agent's chart, lets the chart and its rules decide, executes
 * the decision as row changes, and writes the head by compare-and-set. One request becomes one
 * turn, and each turn ends with one deliverable and one {@code task} event.
 *
 * <p>Every stage completes with an {@link Ack}, or fails with the store; the result is unknown
 * then, and a repetition is always safe. Thread-safe; never blocks unless the store does.
 */
public final class Turns implements AutoCloseable {
  private final TurnDependencies dependencies;
  private final TurnStore store;
  private final TurnTransactions transactions;
  private final RequestIntake inbox;
  private final WorkerProtocol workers;
  private final TurnClaims claims;
  private final ReportWithoutHead headless;
  private final TurnWatchdog watchdog;
  private final AgentEventStreams streams;
  private final LocalWorkers localWorkers = new LocalWorkers();

  private Turns(
      TurnDependencies dependencies,
      TurnContext parts,
      Function<TurnTransactions, WorkerProtocol> workers) {
    this.dependencies = dependencies;
    store = dependencies.store();
    Doorbell doorbell = dependencies.doorbell();
    transactions = new TurnTransactions(store, parts, doorbell);
    this.workers = workers.apply(transactions);
    inbox = new RequestIntake(transactions, this.workers);
    claims = new TurnClaims(store, parts.codec(), this.workers);
    headless = new ReportWithoutHead(transactions, this.workers);
    watchdog = new TurnWatchdog(store, transactions, headless);
    streams = new AgentEventStreams(store, doorbell, dependencies.executor());
  }

  /**
   * Creates a protocol for agents of these charts.
   *
   * @param charts with their rules; new agents get the last one, others keep theirs
   * @return problems of charts that cannot run turns, each with its place
   */
  public static Loaded<Turns> of(TurnDependencies dependencies, List<Interpreter> charts) {
    RowIds ids = RowIds.timeOrdered(dependencies.clock(), dependencies.random());
    return of(dependencies, charts, WorkerProtocol::new, ids);
  }

  /** Tests for a chart of agents: one that makes any of the calls {@code turn.…}. */
  public static boolean runsOn(Chart chart) {
    return TurnChartCheck.usesTurns(chart.definition());
  }

  static Loaded<Turns> of(
      TurnDependencies dependencies,
      List<Interpreter> charts,
      Function<TurnTransactions, WorkerProtocol> workers,
      RowIds ids) {
    ProblemCollector problems = new ProblemCollector();
    for (Interpreter chart : charts) {
      problems.addAll(TurnChartCheck.check(chart.chart().definition()));
    }
    if (charts.isEmpty()) {
      throw new IllegalArgumentException("agents need a chart");
    }
    if (problems.hasErrors()) {
      return Loaded.of(null, problems);
    }
    TurnContext parts =
        new TurnContext(
            dependencies.clock(), ids, dependencies.codec(), charts, dependencies.resources());
    return Loaded.of(new Turns(dependencies, parts, workers), problems);
  }

  /**
   * Makes a chart the one of new agents, or updates the rules of a known one, from the next
   * transaction on.
   *
   * @return the reasons if it cannot run turns; nothing changes then
   */
  public List<Problem> register(Interpreter chart) {
    List<Problem> problems = TurnChartCheck.check(chart.chart().definition());
    if (problems.stream().noneMatch(Problem::isError)) {
      transactions.context().register(chart);
    }
    return problems;
  }

  /** Creates an idle agent, unless it exists. */
  public CompletionStage<Ack> open(String agent) {
    return transactions.open(agent);
  }

  /**
   * Requests a turn of an agent. An idle agent starts it in the same transaction, and a {@link
   * TurnWorker} of these turns with capacity claims it there. A repeated key gets the earlier
   * answer and changes nothing.
   */
  public CompletionStage<Ack> enqueue(TurnRequest request) {
    return localWorkers.offer(
        () -> inbox.enqueue(request), worker -> inbox.enqueue(request, worker));
  }

  /** Requests a turn of an agent, and assigns the agent's waiting turn to this worker. */
  public CompletionStage<AckWithClaims> enqueue(TurnRequest request, String worker) {
    return inbox.enqueue(request, worker).thenApply(AckWithClaims::of);
  }

  /**
   * Answer together with the turns claimed in the same transaction.
   *
   * @param claimed at most one turn
   */
  public record AckWithClaims(Ack ack, List<ClaimedTurn> claimed) {
    private static AckWithClaims of(TurnAssignment.Claimed claimed) {
      return new AckWithClaims(claimed.ack(), claimed.assignments());
    }
  }

  /** Requests an immediate turn; it is refused beside another one, or by a rule. */
  public CompletionStage<Ack> uiAction(TurnRequest request) {
    return inbox.uiAction(request);
  }

  /** Cancels a request that has not become a turn. */
  public CompletionStage<Ack> cancel(String agent, String key) {
    return inbox.cancel(agent, key);
  }

  /**
   * Ends the active turn.
   *
   * @param key idempotency key
   * @param turn the turn to stop; null = the active one
   * @param by origin of the stop
   */
  public CompletionStage<Ack> stop(String agent, String key, @Nullable String turn, String by) {
    return inbox.stop(agent, key, turn, by);
  }

  /** Starts the next request of an idle agent, which all other calls do implicitly. */
  public CompletionStage<Ack> dispatchNext(String agent) {
    return transactions.run(agent, round -> Ack.of(Kind.DONE, "looked"));
  }

  /**
   * Claims turns that wait for a worker, oldest first, of at most so many agents. A turn that
   * cannot be claimed, because of damaged rows or an unregistered chart, does not affect others;
   * fails only if all do.
   */
  public CompletionStage<List<ClaimedTurn>> claim(String worker, int atMost) {
    return claims.claimNext(worker, atMost);
  }

  /** Claims the turn of one agent, if it waits for a worker. */
  public CompletionStage<List<ClaimedTurn>> claimOf(String agent, String worker) {
    return claims.claimFor(agent, worker);
  }

  /** Renews the lease of a turn. */
  public CompletionStage<Ack> heartbeat(Lease lease) {
    return workers.heartbeat(lease);
  }

  /**
   * Adds cards to the turn's own box, all or none.
   *
   * @param cards id → content with the {@code type} of the card, default {@code note}
   */
  public CompletionStage<Ack> write(Lease lease, Map<String, Map<String, ?>> cards) {
    return workers.write(lease, cards);
  }

  /** Calls tools without waiting; {@link #suspend} waits for them. */
  public CompletionStage<Ack> callTools(Lease lease, String step, List<ToolCall> calls) {
    return workers.callTools(lease, step, calls, false);
  }

  /** Calls tools, and waits for them and for all earlier open calls. */
  public CompletionStage<Ack> suspend(Lease lease, String step, List<ToolCall> calls) {
    return workers.callTools(lease, step, calls, true);
  }

  /** Ends the turn with a result. */
  public CompletionStage<Ack> deliver(Lease lease, Map<String, ?> result) {
    return workers.deliver(lease, true, result, null);
  }

  /**
   * Ends the turn by a {@code submit_result} of a step, which must be the only call of the step.
   */
  public CompletionStage<Ack> submitResult(Lease lease, String step, Map<String, ?> result) {
    return workers.deliver(lease, true, result, step);
  }

  /** Ends the turn without a result. */
  public CompletionStage<Ack> fail(Lease lease, Map<String, ?> reason) {
    return workers.deliver(lease, false, reason, null);
  }

  /**
   * Reports the result of a tool call. If the turn continues, a {@link TurnWorker} of these turns
   * with capacity claims it in the same transaction.
   */
  public CompletionStage<Ack> report(ToolReport report) {
    return localWorkers.offer(
        () -> headless.report(report), worker -> headless.report(report, worker));
  }

  /** Reports the result of a tool call, and assigns the agent's waiting turn to this worker. */
  public CompletionStage<AckWithClaims> report(ToolReport report, String worker) {
    return headless.report(report, worker).thenApply(AckWithClaims::of);
  }

  /**
   * Extends the deadline of a call of a slow tool to so long from now, unless it is later already.
   */
  public CompletionStage<Ack> extend(String agent, String call, Duration time) {
    return transactions.run(agent, round -> transactions.reports().extend(round, call, time));
  }

  /** Stores the card of a result before, or shortly after, its report. */
  public CompletionStage<Ack> store(
      String agent,
      String turn,
      String card,
      String call,
      ToolStatus status,
      Map<String, ?> result) {
    return transactions.run(
        agent,
        round -> {
          if (round.tx().card(card) != null) {
            round.abandon();
            return new Ack(Kind.DUPLICATE, "the card is there", null, turn);
          }
          ToolReports.store(round.tx(), turn, card, call, status, result, transactions.context());
          return new Ack(Kind.DONE, "stored", null, turn);
        });
  }

  /**
   * Runs the watchdog on overdue agents, at most so many of each kind, and lets listeners read new
   * events. Call it often, from any process; returns the number of agents examined.
   */
  public CompletionStage<Integer> tick(int atMost) {
    return watchdog
        .tick(atMost)
        .thenApply(
            count -> {
              streams.poll();
              return count;
            });
  }

  /**
   * Passes unpublished events to {@code publish}, in order per agent, then marks them; after a
   * crash one may be passed again.
   *
   * @return number of events
   */
  public int relay(int atMost, Consumer<Event> publish) {
    return streams.relay(atMost, publish, transactions.context()::now);
  }

  /** Subscribes to the events of an agent after a number, each once and in order. */
  public Subscription subscribe(String agent, long after, Consumer<Event> listener) {
    return streams.subscribe(agent, after, listener);
  }

  /** Publishes the activity of a worker, for display only; it may be lost. */
  public void observe(String agent, String activity, @Nullable String tool, int waiting) {
    store.observe(new Signals(agent, activity, tool, waiting, transactions.context().now()));
  }

  /** Returns the last published activity of an agent, or null. */
  public @Nullable Signals observed(String agent) {
    return store.observed(agent);
  }

  /**
   * Returns the results of a turn's calls with stored cards: by id of the call, in the order of the
   * calls, {@code status} and {@code result}. Waits for the store.
   */
  public Map<String, Map<String, ?>> results(ClaimedTurn turn) {
    return claims.results(turn);
  }

  /** Tests for a store without work that a worker on these charts could start at once. */
  boolean isIdle() {
    return !claims.hasCandidates() && watchdog.isIdle() && store.unpublished(1).isEmpty();
  }

  TurnDependencies dependencies() {
    return dependencies;
  }

  LocalWorkers localWorkers() {
    return localWorkers;
  }

  /** Decodes values; none if the text cannot be read. */
  Map<String, @Nullable Object> readValues(String text) {
    return transactions.context().readLeniently(text);
  }

  TurnCodec codec() {
    return transactions.context().codec();
  }

  /** Ends all subscriptions; the store stays open. */
  @Override
  public void close() {
    streams.close();
  }
}

package dev.statute.turns;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.runtime.Clock;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.internal.call.TurnChartCheck;
import dev.statute.turns.internal.protocol.ReportWithoutHead;
import dev.statute.turns.internal.protocol.RequestIntake;
import dev.statute.turns.internal.protocol.ToolReports;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of agent turns, for embedders. Whatever is told to it is one transaction: it reads
 * the agent's head, makes what is so into an event of the agent's chart, has the chart and its
 * rules decide, carries the decision out as rows, and writes the head by compare-and-set. One
 * request becomes one turn, and each turn ends with one deliverable and one {@code task} event.
 *
 * <p>Every stage completes with an {@link Ack} that says what was made of it, or fails as the store
 * does; then nobody knows, and telling it again is always safe. Thread-safe; never blocks unless
 * the store does.
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
      TurnDependencies surroundings,
      TurnContext parts,
      Function<TurnTransactions, WorkerProtocol> workers) {
    this.dependencies = surroundings;
    store = surroundings.store();
    Doorbell doorbell = surroundings.doorbell();
    transactions = new TurnTransactions(store, parts, doorbell);
    this.workers = workers.apply(transactions);
    inbox = new RequestIntake(transactions, this.workers);
    claims = new TurnClaims(store, parts.codec(), this.workers);
    headless = new ReportWithoutHead(transactions, this.workers);
    watchdog = new TurnWatchdog(store, transactions, headless);
    streams = new AgentEventStreams(store, doorbell, surroundings.executor());
  }

  /**
   * What a protocol stands on.
   *
   * @param clock the only clock there is
   * @param ids makes the ids of rows
   * @param codec writes what the store keeps as text
   * @param doorbell wakes workers and listeners; may lose rings
   * @param executor tells listeners, which may block: one that runs work at once has whoever writes
   *     wait for them
   * @param resources what an agent has to work with, asked when its turn is taken; it must return
   *     quickly
   */
  public record TurnDependencies(
      TurnStore store,
      Clock clock,
      RowIds ids,
      TurnCodec codec,
      Doorbell doorbell,
      Executor executor,
      Function<String, Resources> resources) {
    /** One whose agents are told of no resources. */
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

  /**
   * A protocol for agents of these charts.
   *
   * @param charts with their rules; new agents get the last one, others stay on theirs
   * @return problems of charts that cannot run turns, each with its place
   */
  public static Loaded<Turns> of(TurnDependencies surroundings, List<Interpreter> charts) {
    return of(surroundings, charts, WorkerProtocol::new);
  }

  /** Whether a chart is one for agents: whether it makes any of the calls {@code turn.…}. */
  public static boolean runsOn(Chart chart) {
    return TurnChartCheck.usesTurns(chart.definition());
  }

  static Loaded<Turns> of(
      TurnDependencies surroundings,
      List<Interpreter> charts,
      Function<TurnTransactions, WorkerProtocol> workers) {
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
            surroundings.clock(),
            surroundings.ids(),
            surroundings.codec(),
            charts,
            surroundings.resources());
    return Loaded.of(new Turns(surroundings, parts, workers), problems);
  }

  /**
   * Makes a chart that of new agents, or gives one that is known other rules, from the next
   * transaction on.
   *
   * @return why it cannot run turns; what runs goes on then
   */
  public List<Problem> register(Interpreter chart) {
    List<Problem> problems = TurnChartCheck.check(chart.chart().definition());
    if (problems.stream().noneMatch(Problem::isError)) {
      transactions.context().register(chart);
    }
    return problems;
  }

  /** Makes an agent, idle, unless it is there. */
  public CompletionStage<Ack> open(String agent) {
    return inbox.open(agent);
  }

  /**
   * Asks an agent for a turn; if it is idle, it takes it in the same transaction, and so does a
   * {@link TurnWorker} of these turns that has room. The same key again is answered as before and
   * changes nothing.
   */
  public CompletionStage<Ack> enqueue(TurnRequest request) {
    return localWorkers.offer(
        () -> inbox.enqueue(request), worker -> inbox.enqueue(request, worker));
  }

  /** The same, and the agent's turn becomes this worker's if it then waits for one. */
  public CompletionStage<AckWithClaims> enqueue(TurnRequest request, String worker) {
    return inbox.enqueue(request, worker).thenApply(AckWithClaims::of);
  }

  /**
   * What was made of something, and what became a worker's with it, in one transaction.
   *
   * @param claimed one turn or none
   */
  public record AckWithClaims(Ack ack, List<ClaimedTurn> claimed) {
    private static AckWithClaims of(WorkerProtocol.Claimed claimed) {
      return new AckWithClaims(claimed.ack(), claimed.assignments());
    }
  }

  /** Asks for a turn now or not at all: {@link Kind#AGENT_BUSY} if the agent has one. */
  public CompletionStage<Ack> uiAction(TurnRequest request) {
    return inbox.uiAction(request);
  }

  /** Takes back a request that has not become a turn. */
  public CompletionStage<Ack> cancel(String agent, String key) {
    return inbox.cancel(agent, key);
  }

  /**
   * Ends the active turn.
   *
   * @param key the same key is the same stop
   * @param turn the turn that is meant; null = whichever is active
   * @param by who says so
   */
  public CompletionStage<Ack> stop(String agent, String key, @Nullable String turn, String by) {
    return inbox.stop(agent, key, turn, by);
  }

  /** Has an idle agent take its next request, as everything else here does by itself. */
  public CompletionStage<Ack> dispatchNext(String agent) {
    return transactions.run(agent, round -> Ack.of(Kind.DONE, "looked"));
  }

  /**
   * Turns that wait for a worker, oldest first: of at most so many agents they become this
   * worker's. An agent whose turn cannot be claimed, for its rows are damaged or nobody registered
   * its chart, keeps no other from being claimed; fails only if all of them did.
   */
  public CompletionStage<List<ClaimedTurn>> claim(String worker, int atMost) {
    return claims.claimNext(worker, atMost);
  }

  /** The turn of one agent, if it waits for a worker. */
  public CompletionStage<List<ClaimedTurn>> claimOf(String agent, String worker) {
    return claims.claimFor(agent, worker);
  }

  /** The worker is alive, and has the turn for another lease. */
  public CompletionStage<Ack> heartbeat(Lease lease) {
    return workers.heartbeat(lease);
  }

  /**
   * Adds cards to the turn's own box, all or none.
   *
   * @param cards id → content; its {@code type} is the card's, {@code note} unless given
   */
  public CompletionStage<Ack> write(Lease lease, Map<String, Map<String, ?>> cards) {
    return workers.write(lease, cards);
  }

  /** Calls tools and goes on working; {@link #suspend} waits for them. */
  public CompletionStage<Ack> callTools(Lease lease, String step, List<ToolCall> calls) {
    return workers.callTools(lease, step, calls, false);
  }

  /** Calls tools, and waits for them and for all that were called before and are open. */
  public CompletionStage<Ack> suspend(Lease lease, String step, List<ToolCall> calls) {
    return workers.callTools(lease, step, calls, true);
  }

  /** Ends the turn with a result. */
  public CompletionStage<Ack> deliver(Lease lease, Map<String, ?> result) {
    return workers.deliver(lease, true, result, null);
  }

  /** Ends the turn by a {@code submit_result} of a step, which must be all that the step calls. */
  public CompletionStage<Ack> submitResult(Lease lease, String step, Map<String, ?> result) {
    return workers.deliver(lease, true, result, step);
  }

  /** Ends the turn without a result. */
  public CompletionStage<Ack> fail(Lease lease, Map<String, ?> reason) {
    return workers.deliver(lease, false, reason, null);
  }

  /**
   * What came of a tool call. If the turn goes on with it, a {@link TurnWorker} of these turns that
   * has room takes it in the same transaction.
   */
  public CompletionStage<Ack> report(ToolReport report) {
    return localWorkers.offer(
        () -> headless.report(report), worker -> headless.report(report, worker));
  }

  /** The same, and the agent's turn becomes this worker's if it then waits for one. */
  public CompletionStage<AckWithClaims> report(ToolReport report, String worker) {
    return headless.report(report, worker).thenApply(AckWithClaims::of);
  }

  /**
   * A tool that takes long is at work: its call is waited for so long from now, unless it is waited
   * for longer.
   */
  public CompletionStage<Ack> extend(String agent, String call, Duration time) {
    return transactions.run(agent, round -> transactions.reports().extend(round, call, time));
  }

  /** Stores the card of a result before, or a moment after, it is reported. */
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
   * The watchdog: looks after whoever nobody hears of, at most so many agents of each kind, and has
   * listeners look for events. Call it often, from everywhere; the value is how many agents it
   * looked at.
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
   * Hands events that have not left to {@code publish}, of each agent in order, then marks them;
   * one that was handed over may be handed over again after a crash.
   *
   * @return how many
   */
  public int relay(int atMost, Consumer<Event> publish) {
    List<Event> events = store.unpublished(atMost);
    List<String> left = new ArrayList<>();
    try {
      for (Event event : events) {
        publish.accept(event);
        left.add(event.id());
      }
    } finally {
      if (!left.isEmpty()) {
        store.markPublished(left, transactions.context().now());
      }
    }
    return left.size();
  }

  /** Tells every event of an agent after a number, and all that come, once and in order. */
  public Subscription subscribe(String agent, long after, Consumer<Event> listener) {
    return streams.subscribe(agent, after, listener);
  }

  /** Lets be seen what a worker is at. Nothing is ever decided by it, and it may be lost. */
  public void observe(String agent, String activity, @Nullable String tool, int waiting) {
    store.observe(new Signals(agent, activity, tool, waiting, transactions.context().now()));
  }

  /** What was last seen of an agent, or null. */
  public @Nullable Signals observed(String agent) {
    return store.observed(agent);
  }

  /**
   * What came of a turn's calls, as far as their cards are there: by id of the call, in the order
   * of the calls, {@code status} and {@code result}. Waits for the store.
   */
  public Map<String, Map<String, ?>> results(ClaimedTurn turn) {
    return claims.results(turn);
  }

  /** Whether there is anything that a worker on these charts could begin at once. */
  boolean isIdle() {
    return !claims.hasCandidates() && watchdog.isIdle() && store.unpublished(1).isEmpty();
  }

  TurnDependencies dependencies() {
    return dependencies;
  }

  /** Who may be given turns by those that make them ready. */
  LocalWorkers localWorkers() {
    return localWorkers;
  }

  /** A map of an unknown value: its entries if it is one, else none. */
  public static Map<String, @Nullable Object> toValues(@Nullable Object value) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> all.put(String.valueOf(key), each));
    }
    return all;
  }

  /** What a text holds; nothing if it cannot be read. */
  Map<String, @Nullable Object> readValues(String text) {
    return transactions.reports().read(text);
  }

  /** What reads the payloads of events, among other things. */
  TurnCodec codec() {
    return transactions.context().codec();
  }

  /** Tells listeners nothing more; the store stays open. */
  @Override
  public void close() {
    streams.close();
  }
}

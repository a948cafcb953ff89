package dev.statute.turns.internal.protocol;

import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.store.Doorbell;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.internal.result.RequestPayload;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import dev.statute.turns.store.TurnWork;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what the protocol does: one transaction each, begun again where somebody else was faster,
 * and a ring when it is committed. Where rows of the agent cannot be read, the store gives them up,
 * so that its other requests go on and a turn that hangs on them ends, and it is run once more.
 */
public final class TurnTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(TurnTransactions.class);
  private static final int MAX_ATTEMPTS = 10;
  private static final int MAX_RECONSIDERATIONS = 64;

  private final TurnStore store;
  private final TurnContext context;
  private final Doorbell doorbell;
  private final ToolReports reports;

  public TurnTransactions(TurnStore store, TurnContext parts, Doorbell doorbell) {
    this.store = store;
    this.context = parts;
    this.doorbell = doorbell;
    reports = new ToolReports(parts);
  }

  public TurnContext context() {
    return context;
  }

  public ToolReports reports() {
    return reports;
  }

  /** What a transaction gave, and whether it rings. */
  private record Done<T>(T value, boolean rings) {}

  /** Runs one about an agent that has a head. */
  public CompletionStage<Ack> run(String agent, Function<AgentTransaction, Ack> work) {
    return run(agent, ReadHints.NONE, work, ack -> ack);
  }

  /**
   * Runs one about an agent that has a head.
   *
   * @param ahead what it will look at
   * @param otherwise what is answered if it cannot be run
   */
  <T> CompletionStage<T> run(
      String agent,
      ReadHints ahead,
      Function<AgentTransaction, T> work,
      Function<Ack, T> otherwise) {
    return runRetrying(
        agent,
        ahead,
        tx -> {
          Head head = tx.head();
          if (head == null) {
            tx.abandon();
            return new Done<>(otherwise.apply(unknown(agent)), false);
          }
          return runWithHead(tx, head, work, otherwise);
        },
        1);
  }

  /** Runs one that also knows what to do without a head. */
  <T> CompletionStage<T> run(
      String agent,
      ReadHints ahead,
      Function<AgentTransaction, T> work,
      Function<TurnTransaction, AgentTransaction> headless,
      Function<Ack, T> otherwise) {
    return runRetrying(
        agent,
        ahead,
        tx -> {
          Head head = tx.head();
          if (head != null) {
            return runWithHead(tx, head, work, otherwise);
          }
          return runGuarded(tx, headless.apply(tx), work, otherwise);
        },
        1);
  }

  /** Makes an agent, idle, unless it is there. */
  CompletionStage<Ack> open(String agent) {
    return run(
        agent,
        ReadHints.NONE,
        round -> {
          if (round.isHeadless()) {
            round.createHead();
            return Ack.of(Kind.DONE, "opened");
          }
          round.abandon();
          return Ack.of(Kind.DUPLICATE, "it is open");
        },
        tx -> {
          HeadDraft draft = new HeadDraft();
          draft.eventSeq = tx.lastEvent();
          return AgentTransaction.withoutHead(tx, draft, context.newest(), context);
        },
        ack -> ack);
  }

  static Ack unknown(String agent) {
    return Ack.of(Kind.UNKNOWN_AGENT, "there is no agent '" + agent + "'; open it first");
  }

  private <T> Done<T> runWithHead(
      TurnTransaction tx,
      Head head,
      Function<AgentTransaction, T> work,
      Function<Ack, T> otherwise) {
    Interpreter interpreter = context.chart(head.chartHash());
    if (interpreter == null) {
      tx.abandon();
      String message =
          "agent '"
              + head.agent()
              + "' runs chart '"
              + head.chart()
              + "' ("
              + head.chartHash()
              + "), which is not registered";
      return new Done<>(otherwise.apply(Ack.of(Kind.UNKNOWN_CHART, message)), false);
    }
    return runGuarded(tx, AgentTransaction.of(tx, head, interpreter, context), work, otherwise);
  }

  private <T> Done<T> runGuarded(
      TurnTransaction tx,
      AgentTransaction round,
      Function<AgentTransaction, T> work,
      Function<Ack, T> otherwise) {
    try {
      round.wake();
      reconsider(round);
      T value = work.apply(round);
      if (round.isAbandoned()) {
        return new Done<>(value, false);
      }
      settle(round);
      round.close();
      return new Done<>(value, round.isRingRequested());
    } catch (TurnChartException fault) {
      tx.abandon();
      return new Done<>(
          otherwise.apply(Ack.of(Kind.CHART_ERROR, String.valueOf(fault.getMessage()))), false);
    }
  }

  /** What a transaction ends with; it may be said before, and again. */
  void settle(AgentTransaction round) {
    reconsider(round);
    dispatchNext(round);
  }

  /** Looks again at what was put off, with the facts of now. */
  private void reconsider(AgentTransaction round) {
    for (Long inbox : round.handleDeferred()) {
      Message row = round.tx().message(inbox);
      if (row != null && row.status() == InboxStatus.DEFERRED) {
        reports.handle(round, row);
      }
    }
  }

  /** An idle agent with a request takes the next one, in the same transaction. */
  private void dispatchNext(AgentTransaction round) {
    // some requests are over as soon as they are looked at; the rest is looked at later
    for (int looks = 0; looks < MAX_RECONSIDERATIONS; looks++) {
      if (!round.hasHead() || round.headDraft().turn != null || round.status() != HeadStatus.IDLE) {
        return;
      }
      Message first = round.tx().firstQueued();
      if (first == null) {
        return;
      }
      String problem = RequestPayload.findProblem(first, context.codec());
      if (problem != null) {
        reject(round, first, problem);
        continue;
      }
      Outcome outcome = round.handleEvent("Dispatch", RequestIntake.eventData(first));
      if (outcome instanceof Outcome.Failed failed) {
        throw new TurnChartException(failed.message());
      }
      if (!(outcome instanceof Outcome.Taken)) {
        return;
      }
    }
  }

  /** True if something was given up, so that it is of use to try again. */
  private CompletionStage<Boolean> discard(String agent) {
    return store
        .discard(agent, null, context.now())
        .thenCompose(
            gone -> {
              if (gone.problems().isEmpty()) {
                return CompletableFuture.completedStage(false);
              }
              LOG.error(
                  "what cannot be read of agent {} is given up: {}; turns that ended: {}",
                  agent,
                  String.join("; ", gone.problems()),
                  gone.turns());
              return gone.turns().isEmpty()
                  ? CompletableFuture.completedStage(true)
                  : open(agent).thenApply(ack -> true);
            });
  }

  /** A request that cannot be read is kept as an error, to be seen, and those after it go on. */
  private static void reject(AgentTransaction round, Message row, String problem) {
    LOG.warn("request {} of agent {} cannot be read: {}", row.id(), row.agent(), problem);
    TurnRows rows = round.builtInCalls().rows();
    rows.updateMessage(row, row.withStatus(InboxStatus.ERROR, problem), InboxStatus.QUEUED);
    rows.edge(row.id(), Primitive.ENQUEUE, Phase.RESPONSE, row.agent(), row.lineage().parent());
    round.emitIds("request.rejected", "inbox", Long.toString(row.id()));
  }

  private <T> CompletionStage<T> runRetrying(
      String agent, ReadHints ahead, TurnWork<Done<T>> work, int attempt) {
    return runRetrying(agent, ahead, work, attempt, true);
  }

  /**
   * @param mends whether what cannot be read may be given up
   */
  private <T> CompletionStage<T> runRetrying(
      String agent, ReadHints ahead, TurnWork<Done<T>> work, int attempt, boolean mends) {
    return store
        .transact(agent, ahead, work)
        .handle(
            (done, error) -> {
              if (error == null) {
                if (done.rings()) {
                  doorbell.ring(agent);
                }
                return CompletableFuture.completedStage(done.value());
              }
              Throwable cause =
                  error instanceof CompletionException && error.getCause() != null
                      ? error.getCause()
                      : error;
              if (cause instanceof WriteConflict && attempt < MAX_ATTEMPTS) {
                return runRetrying(agent, ahead, work, attempt + 1, mends);
              }
              if (mends && cause instanceof StoreException e && e.code().equals("corrupted")) {
                return discard(agent)
                    .thenCompose(
                        some ->
                            some
                                ? runRetrying(agent, ahead, work, attempt, false)
                                : CompletableFuture.<T>failedStage(cause));
              }
              return CompletableFuture.<T>failedStage(cause);
            })
        .thenCompose(stage -> stage);
  }
}

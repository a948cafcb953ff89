package dev.statute.turns.internal.protocol;

import dev.statute.runtime.support.ExceptionHandling;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the transactions of the protocol: each is repeated after a conflict, and followed by a ring
 * after the commit. If rows of the agent cannot be read, the store discards them, which ends a turn
 * that depends on them and lets other requests continue, and the transaction is repeated once.
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

  /** Result of a transaction, and whether it rings. */
  private record Done<T>(T value, boolean rings) {}

  /** Runs a transaction of an agent that has a head. */
  public CompletionStage<Ack> run(String agent, Function<AgentTransaction, Ack> work) {
    return run(agent, ReadHints.NONE, work, ack -> ack);
  }

  /**
   * Runs a transaction of an agent that has a head.
   *
   * @param hints read hints
   * @param fallback answer if it cannot be run
   */
  <T> CompletionStage<T> run(
      String agent,
      ReadHints hints,
      Function<AgentTransaction, T> work,
      Function<Ack, T> fallback) {
    return runRetrying(
        agent,
        hints,
        tx -> {
          Head head = tx.head();
          if (head == null) {
            tx.abandon();
            return new Done<>(fallback.apply(unknown(agent)), false);
          }
          return runWithHead(tx, head, work, fallback);
        },
        1,
        true);
  }

  /** Runs a transaction with an alternative for an agent without a head. */
  <T> CompletionStage<T> run(
      String agent,
      ReadHints hints,
      Function<AgentTransaction, T> work,
      Function<TurnTransaction, AgentTransaction> headless,
      Function<Ack, T> fallback) {
    return runRetrying(
        agent,
        hints,
        tx -> {
          Head head = tx.head();
          if (head != null) {
            return runWithHead(tx, head, work, fallback);
          }
          return runGuarded(tx, headless.apply(tx), work, fallback);
        },
        1,
        true);
  }

  /** Creates an idle agent, unless it exists. */
  public CompletionStage<Ack> open(String agent) {
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
      Function<Ack, T> fallback) {
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
      return new Done<>(fallback.apply(Ack.of(Kind.UNKNOWN_CHART, message)), false);
    }
    return runGuarded(tx, AgentTransaction.of(tx, head, interpreter, context), work, fallback);
  }

  private <T> Done<T> runGuarded(
      TurnTransaction tx,
      AgentTransaction round,
      Function<AgentTransaction, T> work,
      Function<Ack, T> fallback) {
    try {
      AgentSteps.fireDue(round);
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
          fallback.apply(Ack.of(Kind.CHART_ERROR, String.valueOf(fault.getMessage()))), false);
    }
  }

  /** Ends a transaction with its follow-up work; may be called repeatedly. */
  void settle(AgentTransaction round) {
    reconsider(round);
    dispatchNext(round);
  }

  /** Reconsiders deferred rows with current facts. */
  private void reconsider(AgentTransaction round) {
    for (Long inbox : round.handleDeferred()) {
      Message row = round.tx().message(inbox);
      if (row != null && row.status() == InboxStatus.DEFERRED) {
        reports.handle(round, row);
      }
    }
  }

  /** Starts the next request of an idle agent, in the same transaction. */
  private void dispatchNext(AgentTransaction round) {
    // some requests end at once; the rest follows later
    for (int attempts = 0; attempts < MAX_RECONSIDERATIONS; attempts++) {
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
      Outcome outcome = AgentSteps.handleOrThrow(round, "Dispatch", eventData(first));
      if (!(outcome instanceof Outcome.Taken)) {
        return;
      }
    }
  }

  /** Returns the event data of a request for the chart. */
  static Map<String, Object> eventData(Message row) {
    return Map.of("inbox", row.id(), "depth", (long) row.lineage().depth());
  }

  /** Discards unreadable rows; true if a repetition may succeed. */
  private CompletionStage<Boolean> discard(String agent) {
    return store
        .discard(agent, null, context.now())
        .thenCompose(
            gone -> {
              if (gone.problems().isEmpty()) {
                return CompletableFuture.completedStage(false);
              }
              LOG.error(
                  "unreadable rows of agent {} are discarded: {}; turns that ended: {}",
                  agent,
                  String.join("; ", gone.problems()),
                  gone.turns());
              return gone.turns().isEmpty()
                  ? CompletableFuture.completedStage(true)
                  : open(agent).thenApply(ack -> true);
            });
  }

  /** Marks an unreadable request as an error, so that it stays visible and later ones continue. */
  private static void reject(AgentTransaction round, Message row, String problem) {
    LOG.warn("request {} of agent {} cannot be read: {}", row.id(), row.agent(), problem);
    TurnRows rows = new TurnRows(round);
    rows.updateMessage(row, row.withStatus(InboxStatus.ERROR, problem), InboxStatus.QUEUED);
    rows.edge(row.id(), Primitive.ENQUEUE, Phase.RESPONSE, row.agent(), row.lineage().parent());
    round.emitIds("request.rejected", "inbox", Long.toString(row.id()));
  }

  /**
   * Runs a transaction, and repeats it after conflicts.
   *
   * @param mayDiscard true if unreadable rows may be discarded
   */
  private <T> CompletionStage<T> runRetrying(
      String agent,
      ReadHints hints,
      Function<TurnTransaction, Done<T>> work,
      int attempt,
      boolean mayDiscard) {
    return transact(agent, hints, work)
        .handle(
            (done, error) -> {
              if (error == null) {
                if (done.rings()) {
                  doorbell.ring(agent);
                }
                return CompletableFuture.completedStage(done.value());
              }
              Throwable cause = ExceptionHandling.cause(error);
              if (cause instanceof WriteConflict && attempt < MAX_ATTEMPTS) {
                return runRetrying(agent, hints, work, attempt + 1, mayDiscard);
              }
              if (mayDiscard && cause instanceof StoreException e && e.code().equals("corrupted")) {
                return discard(agent)
                    .thenCompose(
                        some ->
                            some
                                ? runRetrying(agent, hints, work, attempt, false)
                                : CompletableFuture.<T>failedStage(cause));
              }
              return CompletableFuture.<T>failedStage(cause);
            })
        .thenCompose(stage -> stage);
  }

  /** Runs a transaction; the stage fails also if the store throws at once. */
  private <T> CompletionStage<T> transact(
      String agent, ReadHints hints, Function<TurnTransaction, T> work) {
    try {
      return store.transact(agent, hints, work);
    } catch (Throwable e) {
      return CompletableFuture.failedStage(e);
    }
  }
}

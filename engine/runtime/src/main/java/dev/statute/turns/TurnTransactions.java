package dev.statute.turns;

import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.store.Doorbell;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnStatuses.HeadStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStore.ReadHints;
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
final class TurnTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(TurnTransactions.class);
  private static final int TRIES = 10;
  private static final int MOST_LOOKS = 64;

  private final TurnStore store;
  private final TurnContext parts;
  private final Doorbell doorbell;
  private final ToolReports reports;

  TurnTransactions(TurnStore store, TurnContext parts, Doorbell doorbell) {
    this.store = store;
    this.parts = parts;
    this.doorbell = doorbell;
    reports = new ToolReports(parts);
  }

  TurnContext parts() {
    return parts;
  }

  ToolReports reports() {
    return reports;
  }

  /** What a transaction gave, and whether it rings. */
  private record Done<T>(T value, boolean rings) {}

  /** Runs one about an agent that has a head. */
  CompletionStage<Ack> run(String agent, Function<AgentTransaction, Ack> work) {
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
    return raw(
        agent,
        ahead,
        tx -> {
          Head head = tx.head();
          if (head == null) {
            tx.abandon();
            return new Done<>(otherwise.apply(unknown(agent)), false);
          }
          return with(tx, head, work, otherwise);
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
    return raw(
        agent,
        ahead,
        tx -> {
          Head head = tx.head();
          if (head != null) {
            return with(tx, head, work, otherwise);
          }
          return guarded(tx, headless.apply(tx), work, otherwise);
        },
        1);
  }

  /** Makes an agent, idle, unless it is there. */
  CompletionStage<Ack> open(String agent) {
    return run(
        agent,
        ReadHints.NONE,
        round -> {
          if (round.isGhost()) {
            round.keep();
            return Ack.of(Kind.DONE, "opened");
          }
          round.abandon();
          return Ack.of(Kind.DUPLICATE, "it is open");
        },
        tx -> {
          HeadDraft draft = new HeadDraft();
          draft.eventSeq = tx.lastEvent();
          return AgentTransaction.ghost(tx, draft, parts.newest(), parts);
        },
        ack -> ack);
  }

  static Ack unknown(String agent) {
    return Ack.of(Kind.UNKNOWN_AGENT, "there is no agent '" + agent + "'; open it first");
  }

  private <T> Done<T> with(
      TurnTransaction tx,
      Head head,
      Function<AgentTransaction, T> work,
      Function<Ack, T> otherwise) {
    Interpreter interpreter = parts.chart(head.chartHash());
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
    return guarded(tx, AgentTransaction.of(tx, head, interpreter, parts), work, otherwise);
  }

  private <T> Done<T> guarded(
      TurnTransaction tx,
      AgentTransaction round,
      Function<AgentTransaction, T> work,
      Function<Ack, T> otherwise) {
    try {
      round.wake();
      again(round);
      T value = work.apply(round);
      if (round.isAbandoned()) {
        return new Done<>(value, false);
      }
      settle(round);
      round.close();
      return new Done<>(value, round.isRung());
    } catch (ChartFault fault) {
      tx.abandon();
      return new Done<>(
          otherwise.apply(Ack.of(Kind.CHART_ERROR, String.valueOf(fault.getMessage()))), false);
    }
  }

  /** What a transaction ends with; it may be said before, and again. */
  void settle(AgentTransaction round) {
    again(round);
    next(round);
  }

  /** Looks again at what was put off, with the facts of now. */
  private void again(AgentTransaction round) {
    for (Long inbox : round.takeAgain()) {
      Message row = round.tx().message(inbox);
      if (row != null && row.status() == InboxStatus.DEFERRED) {
        reports.decide(round, row);
      }
    }
  }

  /** An idle agent with a request takes the next one, in the same transaction. */
  private void next(AgentTransaction round) {
    // some requests are over as soon as they are looked at; the rest is looked at later
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      if (!round.isReal() || round.draft().turn != null || round.status() != HeadStatus.IDLE) {
        return;
      }
      Message first = round.tx().firstQueued();
      if (first == null) {
        return;
      }
      String problem = RequestPayload.problem(first, parts.codec());
      if (problem != null) {
        reject(round, first, problem);
        continue;
      }
      Outcome outcome = round.tell("Dispatch", RequestIntake.facts(first));
      if (outcome instanceof Outcome.Failed failed) {
        throw new ChartFault(failed.message());
      }
      if (!(outcome instanceof Outcome.Taken)) {
        return;
      }
    }
  }

  /** True if something was given up, so that it is of use to try again. */
  private CompletionStage<Boolean> discard(String agent) {
    return store
        .discard(agent, null, parts.now())
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
    TurnRows rows = round.primitives().rows();
    rows.settle(row, row.at(InboxStatus.ERROR, problem), InboxStatus.QUEUED);
    rows.edge(row.id(), Primitive.ENQUEUE, Phase.RESPONSE, row.agent(), row.lineage().parent());
    round.emitIds("request.rejected", "inbox", Long.toString(row.id()));
  }

  private <T> CompletionStage<T> raw(
      String agent, ReadHints ahead, TurnWork<Done<T>> work, int attempt) {
    return raw(agent, ahead, work, attempt, true);
  }

  /**
   * @param mends whether what cannot be read may be given up
   */
  private <T> CompletionStage<T> raw(
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
              if (cause instanceof WriteConflict && attempt < TRIES) {
                return raw(agent, ahead, work, attempt + 1, mends);
              }
              if (mends && cause instanceof StoreException e && e.code().equals("corrupted")) {
                return discard(agent)
                    .thenCompose(
                        some ->
                            some
                                ? raw(agent, ahead, work, attempt, false)
                                : CompletableFuture.<T>failedStage(cause));
              }
              return CompletableFuture.<T>failedStage(cause);
            })
        .thenCompose(stage -> stage);
  }
}

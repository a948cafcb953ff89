package dev.statute.turns.internal.protocol;

import dev.statute.turns.Ack;
import dev.statute.turns.ToolReport;
import dev.statute.turns.internal.protocol.TurnAssignment.Claimed;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reports to an agent that may have no head, not yet or no longer. The same chart decides; deferred
 * reports get a timer outside the head, and a turn that ends gets a head for that.
 */
public final class ReportWithoutHead {
  private final TurnTransactions transactions;
  private final WorkerProtocol workers;
  private final TurnContext context;

  public ReportWithoutHead(TurnTransactions transactions, WorkerProtocol workers) {
    this.transactions = transactions;
    this.workers = workers;
    context = transactions.context();
  }

  public CompletionStage<Ack> report(ToolReport report) {
    return transactions.run(
        report.agent(),
        ToolReports.readHints(report, false),
        round -> take(round, report),
        tx -> headless(tx, report.turn()),
        ack -> ack);
  }

  /** Accepts a report, and assigns a continuing turn to a worker. */
  public CompletionStage<Claimed> report(ToolReport report, String worker) {
    return transactions.run(
        report.agent(),
        ToolReports.readHints(report, true),
        workers.claimAfter(worker, round -> take(round, report)),
        tx -> headless(tx, report.turn()),
        Claimed::new);
  }

  private Ack take(AgentTransaction round, ToolReport report) {
    return transactions.reports().accept(round, report, MessageType.TOOL_RESULT);
  }

  /** Reconsiders a report that was deferred without a head. */
  CompletionStage<Ack> retry(Timer timer) {
    long inbox = Long.parseLong(timer.name().substring(AgentTransaction.DEFERRED_PREFIX.length()));
    return transactions.run(
        timer.agent(),
        ReadHints.NONE,
        round -> retry(round, timer.name(), inbox),
        tx -> headless(tx, turn(tx, inbox)),
        ack -> ack);
  }

  private Ack retry(AgentTransaction round, String timer, long inbox) {
    round.tx().disarm(timer);
    Message row = round.tx().message(inbox);
    if (row == null || row.status() != InboxStatus.DEFERRED) {
      return Ack.of(Ack.Kind.IGNORED, "it was settled since");
    }
    return transactions.reports().handle(round, row);
  }

  private static @Nullable String turn(TurnTransaction tx, long inbox) {
    Message row = tx.message(inbox);
    return row == null ? null : row.turn();
  }

  /**
   * Starts a transaction with the reported turn as the active one, if it exists and has not ended.
   */
  private AgentTransaction headless(TurnTransaction tx, @Nullable String turn) {
    HeadDraft draft = new HeadDraft();
    draft.eventSeq = tx.lastEvent();
    Turn row = turn == null ? null : tx.turn(turn);
    if (row != null && row.agent().equals(tx.agent()) && !row.status().isEnded()) {
      draft.turn = row.id();
      draft.epoch = row.epoch();
    }
    return AgentTransaction.withoutHead(tx, draft, context.newest(), context);
  }
}

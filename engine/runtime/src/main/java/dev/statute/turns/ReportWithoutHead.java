package dev.statute.turns;

import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Timer;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import dev.statute.turns.TurnStore.ReadHints;
import dev.statute.turns.WorkerProtocol.Claimed;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reports to an agent, which may have no head: not yet, or not any more. The same chart decides as
 * always; what it puts off is remembered outside of the head, and a turn that it ends gets a head
 * to end in.
 */
final class ReportWithoutHead {
  private final TurnTransactions transactions;
  private final WorkerProtocol workers;
  private final TurnContext parts;

  ReportWithoutHead(TurnTransactions transactions, WorkerProtocol workers) {
    this.transactions = transactions;
    this.workers = workers;
    parts = transactions.parts();
  }

  CompletionStage<Ack> report(ToolReport report) {
    return transactions.run(
        report.agent(),
        ToolReports.ahead(report, false),
        round -> take(round, report),
        tx -> ghost(tx, report.turn()),
        ack -> ack);
  }

  /** The same, and a worker takes the turn with it if it goes on. */
  CompletionStage<Claimed> report(ToolReport report, String worker) {
    return transactions.run(
        report.agent(),
        ToolReports.ahead(report, true),
        workers.claiming(worker, round -> take(round, report)),
        tx -> ghost(tx, report.turn()),
        ack -> new Claimed(ack, List.of()));
  }

  private Ack take(AgentTransaction round, ToolReport report) {
    return transactions.reports().take(round, report, MessageType.TOOL_RESULT);
  }

  /** The moment has come to look again at what was put off without a head. */
  CompletionStage<Ack> again(Timer timer) {
    long inbox = Long.parseLong(timer.name().substring(AgentTransaction.AGAIN.length()));
    return transactions.run(
        timer.agent(),
        ReadHints.NONE,
        round -> again(round, timer.name(), inbox),
        tx -> ghost(tx, turn(tx, inbox)),
        ack -> ack);
  }

  private Ack again(AgentTransaction round, String timer, long inbox) {
    round.tx().disarm(timer);
    Message row = round.tx().message(inbox);
    if (row == null || row.status() != InboxStatus.DEFERRED) {
      return Ack.of(Ack.Kind.IGNORED, "it was settled since");
    }
    return transactions.reports().decide(round, row);
  }

  private static @Nullable String turn(TurnTransaction tx, long inbox) {
    Message row = tx.message(inbox);
    return row == null ? null : row.turn();
  }

  /** As if the turn that is reported to were the active one, if it is there and has not ended. */
  private AgentTransaction ghost(TurnTransaction tx, @Nullable String turn) {
    HeadDraft draft = new HeadDraft();
    draft.eventSeq = tx.lastEvent();
    Turn row = turn == null ? null : tx.turn(turn);
    if (row != null && row.agent().equals(tx.agent()) && !row.status().isEnded()) {
      draft.turn = row.id();
      draft.epoch = row.epoch();
    }
    return AgentTransaction.ghost(tx, draft, parts.newest(), parts);
  }
}

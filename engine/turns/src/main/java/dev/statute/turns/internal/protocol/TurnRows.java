package dev.statute.turns.internal.protocol;

import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an agent's active turn, changed in the transaction: a row that changed since it was read
 * cannot be written.
 */
final class TurnRows {
  private final AgentTransaction transaction;
  private final TurnContext context;
  private final TurnTransaction tx;

  TurnRows(AgentTransaction round) {
    this.transaction = round;
    context = round.context();
    tx = round.tx();
  }

  /** Adds an edge of the execution graph for an inbox row. */
  void edge(
      long message,
      Primitive primitive,
      Phase phase,
      @Nullable String source,
      @Nullable String target) {
    Message row = tx.message(message);
    tx.add(
        new ExecutionEdge(
            context.ids().number(),
            message,
            primitive,
            phase,
            source,
            target,
            row == null ? null : row.lineage().trace(),
            transaction.now()));
  }

  /** Returns its open calls. */
  List<AwaitedCall> openCalls() {
    return tx.calls(transaction.headDraft().activeTurn()).stream()
        .filter(call -> call.status().isOpen())
        .toList();
  }

  Turn turn() {
    Turn turn = tx.turn(transaction.headDraft().activeTurn());
    if (turn == null) {
      throw new TurnChartException("turn " + transaction.headDraft().turn + " has no row");
    }
    return turn;
  }

  Turn withStatus(Turn turn, TurnStatus status) {
    Instant started =
        status == TurnStatus.RUNNING && turn.startedAt() == null
            ? transaction.now()
            : turn.startedAt();
    return turn.with(transaction.headDraft().epoch, turn.attempt(), status, started, null);
  }

  /**
   * Ends the steps with calls that were awaited since the turn's last resume.
   *
   * @param phase of their end
   * @param besides another step that ends with them, or null
   */
  void endSteps(Turn turn, String phase, @Nullable String besides) {
    Set<String> steps = new LinkedHashSet<>();
    for (AwaitedCall call : tx.calls(turn.id())) {
      if (call.epoch() == turn.epoch() && call.step() != null) {
        steps.add(call.step());
      }
    }
    if (besides != null) {
      steps.add(besides);
    }
    steps.forEach(
        step -> transaction.emitIds("step", "turn", turn.id(), "step", step, "phase", phase));
  }

  Message requireMessage(long inbox) {
    Message message = tx.message(inbox);
    if (message == null) {
      throw new TurnChartException("there is no inbox row " + inbox);
    }
    return message;
  }

  void updateMessage(Message before, Message after, InboxStatus expected) {
    if (before.status() != expected || !tx.update(after, expected)) {
      throw new WriteConflict("inbox row " + before.id());
    }
  }

  void updateCall(AwaitedCall before, AwaitedCall after) {
    if (!tx.update(after, before.status())) {
      throw new WriteConflict("call " + before.id());
    }
  }

  void updateTurn(Turn before, Turn after) {
    if (!tx.update(after, before.status())) {
      throw new WriteConflict("turn " + before.id());
    }
  }

  /**
   * Sets the resume deadline: each open call waits until its own deadline, those without one so
   * long from now.
   *
   * @param patience null = unchanged
   */
  void refreshDeadline(@Nullable Duration patience) {
    HeadDraft draft = transaction.headDraft();
    AgentLease before = draft.lease;
    Instant others = before == null ? transaction.now() : before.until();
    if (patience != null) {
      others = transaction.now().plus(patience);
    } else if (before == null && draft.resumeDeadline != null) {
      others = draft.resumeDeadline;
    }
    Instant last = others;
    draft.lease = new AgentLease(null, others);
    draft.resumeDeadline =
        openCalls().stream()
            .map(call -> deadline(call, last))
            .min(Comparator.naturalOrder())
            .orElse(last);
  }

  /**
   * Returns the deadline of a call.
   *
   * @param others deadline of calls without one of their own
   */
  static Instant deadline(AwaitedCall call, Instant others) {
    return call.deadline().equals(AwaitedCall.DEFAULT_PATIENCE) ? others : call.deadline();
  }
}

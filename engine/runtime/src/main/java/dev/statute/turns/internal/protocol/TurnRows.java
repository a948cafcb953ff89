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
 * The rows of an agent's active turn, changed in the transaction of a round: what is not as it was
 * read, cannot be written.
 */
final class TurnRows {
  private final AgentTransaction transaction;
  private final TurnContext context;
  private final TurnTransaction tx;

  TurnRows(AgentTransaction round, TurnContext parts) {
    this.transaction = round;
    this.context = parts;
    tx = round.tx();
  }

  /** An edge of the execution graph that hangs on an inbox row. */
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

  /** Its calls that are still waited for. */
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
   * The steps are over whose calls were waited for since the turn was last taken up.
   *
   * @param phase how they ended
   * @param besides another one that ends with them, or null
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
   * The turn waits for its open calls: for each until its own deadline, for those without one so
   * long from now.
   *
   * @param patience null = as long as was said before
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
   * When a call is given up.
   *
   * @param others when those are that were given no time of their own
   */
  static Instant deadline(AwaitedCall call, Instant others) {
    return call.deadline().equals(AwaitedCall.DEFAULT_PATIENCE) ? others : call.deadline();
  }
}

package dev.statute.turns.internal.protocol;

import dev.statute.step.Effect;
import dev.statute.turns.internal.call.BuiltInCall;
import dev.statute.turns.internal.call.CallArguments;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Execution of built-in calls as row changes in the transaction of the step. Knows no states and
 * decides nothing: invalid changes cannot be written.
 */
final class BuiltInCalls {
  private final AgentTransaction transaction;
  private final TurnTransaction tx;
  private final TurnContext context;
  private final CardBoxes boxes;
  private final TurnRows rows;
  private final ResumeCall resumeCall;

  BuiltInCalls(AgentTransaction round) {
    this.transaction = round;
    context = round.context();
    tx = round.tx();
    boxes = round.boxes();
    rows = new TurnRows(round);
    resumeCall = new ResumeCall(round, rows);
  }

  void execute(Effect.Call asked) {
    BuiltInCall call = BuiltInCall.of(asked.handler());
    if (call == null) {
      throw new TurnChartException("nobody carries out the call '" + asked.handler() + "'");
    }
    CallArguments with = CallArguments.of(call, asked.with());
    switch (call) {
      case LEASE -> lease(with);
      case START -> start(with.requireTime("lease"));
      case SUSPEND -> suspend(with.requireTime("patience"));
      case RESUME -> resumeCall.resume(with);
      case EXTEND -> resumeCall.extend(with);
      case BUMP -> bump();
      case DELIVER ->
          new DeliverCall(transaction, rows)
              .deliver(outcome(with.requireText("outcome")), with.text("reason"));
      case RING -> ring(with);
    }
  }

  private static TurnStatus outcome(String word) {
    return TurnStatuses.of(TurnStatus.class, word);
  }

  private void lease(CallArguments with) {
    Long attempt = with.number("attempt");
    HeadDraft draft = transaction.headDraft();
    draft.epoch++;
    if (attempt == null || attempt <= 1) {
      leaseQueued(with.requireNumber("inbox"));
    } else {
      leaseAgain(attempt.intValue());
    }
    draft.lease = new AgentLease(null, transaction.now().plus(with.requireTime("patience")));
    transaction.emitIds("turn.dispatched", "turn", draft.activeTurn());
  }

  private void leaseQueued(long inbox) {
    HeadDraft draft = transaction.headDraft();
    Message message = rows.requireMessage(inbox);
    String turn = transaction.takeNewTurn();
    Map<String, @Nullable Object> payload = context.codec().read(message.payload());
    TurnBoxes before = draft.boxes;
    String output = payload.get("output_box") instanceof String named ? named : null;
    draft.boxes =
        boxes.acquire(
            turn,
            payload.get("context_box") instanceof String named ? named : null,
            output == null && before != null ? before.output() : output);
    draft.turn = turn;
    draft.lineage = message.lineage();
    rows.updateMessage(
        message, message.assignedTo(turn, draft.epoch, InboxStatus.PENDING), InboxStatus.QUEUED);
    tx.add(new Turn(turn, tx.agent(), inbox, draft.epoch, 1, TurnStatus.DISPATCHED, null, null));
  }

  private void leaseAgain(int attempt) {
    HeadDraft draft = transaction.headDraft();
    Turn turn = rows.turn();
    Message message = tx.message(turn.message());
    if (message != null && message.status() == InboxStatus.PENDING) {
      rows.updateMessage(
          message,
          message.assignedTo(turn.id(), draft.epoch, InboxStatus.PENDING),
          InboxStatus.PENDING);
    }
    rows.updateTurn(
        turn, turn.with(draft.epoch, attempt, TurnStatus.DISPATCHED, turn.startedAt(), null));
  }

  /** Gives the worker the turn for so long; marks its rows as processing the first time. */
  private void start(Duration lease) {
    HeadDraft draft = transaction.headDraft();
    String worker = transaction.worker();
    if (worker == null) {
      throw new TurnChartException("there is no worker to start the turn");
    }
    boolean taken = draft.leaseOwner().isEmpty();
    draft.lease = new AgentLease(worker, transaction.now().plus(lease));
    if (!taken) {
      return;
    }
    Turn turn = rows.turn();
    for (Message message : tx.messages(turn.id())) {
      if (message.status() == InboxStatus.PENDING) {
        rows.updateMessage(
            message, message.withStatus(InboxStatus.PROCESSING, null), InboxStatus.PENDING);
      }
    }
    rows.updateTurn(turn, rows.withStatus(turn, TurnStatus.RUNNING));
    transaction.emitIds("turn.running", "turn", turn.id());
  }

  private void suspend(Duration patience) {
    HeadDraft draft = transaction.headDraft();
    Turn turn = rows.turn();
    List<AwaitedCall> open = rows.openCalls();
    draft.waiting = open.size();
    rows.refreshDeadline(patience);
    open.stream().filter(call -> call.status() == CallStatus.RECEIVED).forEach(this::reconsider);
    rows.updateTurn(turn, rows.withStatus(turn, TurnStatus.SUSPENDED));
    rows.edge(turn.message(), Primitive.JOIN, Phase.REQUEST, turn.id(), tx.agent());
    transaction.emitIds("turn.suspended", "turn", turn.id());
  }

  /** Reconsiders a report that arrived before the turn awaited its call. */
  private void reconsider(AwaitedCall call) {
    Message report = tx.message(call.id());
    if (report != null && report.status() == InboxStatus.DEFERRED && resumeCall.isStored(report)) {
      transaction.reconsider(report.id());
    }
  }

  void bump() {
    transaction.headDraft().epoch++;
  }

  private void ring(CallArguments with) {
    Duration patience = with.time("patience");
    if (patience != null) {
      transaction.headDraft().lease = new AgentLease(null, transaction.now().plus(patience));
    }
    Long inbox = with.number("inbox");
    if (inbox != null) {
      transaction.reconsider(inbox);
    }
    transaction.requestRing();
  }
}

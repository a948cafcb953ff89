package dev.statute.turns.internal.protocol;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** End of a turn: card, deliverable, inbox row, turn and event, all or none. */
final class DeliverCall {
  private final AgentTransaction transaction;
  private final TurnContext context;
  private final TurnRows rows;
  private final CardBoxes boxes;
  private final TurnTransaction tx;

  DeliverCall(AgentTransaction round, TurnRows rows) {
    this.transaction = round;
    this.rows = rows;
    context = round.context();
    boxes = round.boxes();
    tx = round.tx();
  }

  void deliver(TurnStatus outcome, @Nullable String reason) {
    HeadDraft draft = transaction.headDraft();
    Turn turn = rows.turn();
    TurnBoxes row = draft.boxes == null ? boxes.acquire(turn.id(), null, null) : draft.boxes;
    draft.boxes = row;
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("outcome", outcome.word());
    if (reason != null && !reason.isEmpty()) {
      values.put("reason", reason);
    }
    values.putAll(transaction.resultContent());
    List<AwaitedCall> calls = tx.calls(turn.id());
    values.put(
        "results",
        calls.stream().filter(c -> c.resultCard() != null).map(AwaitedCall::resultCard).toList());
    Card card =
        boxes.append(
            row.output(),
            context.ids().id("card"),
            "task.deliverable",
            turn.id(),
            draft.epoch,
            context.codec().write(values),
            transaction.now());
    if (!tx.add(new Deliverable(turn.id(), card.id(), outcome))) {
      throw new WriteConflict("the deliverable of " + turn.id());
    }
    for (AwaitedCall call : calls) {
      if (call.status().isOpen()) {
        rows.updateCall(
            call, call.settled(CallStatus.DROPPED, call.resultCard(), call.result(), null));
      }
    }
    settleMessages(turn, outcome);
    rows.endSteps(
        turn, outcome == TurnStatus.SUCCESS ? "completed" : "failed", transaction.submittingStep());
    rows.updateTurn(
        turn, turn.with(draft.epoch, turn.attempt(), outcome, turn.startedAt(), transaction.now()));
    boxes.release(row.output(), turn.id());
    rows.edge(turn.message(), Primitive.ENQUEUE, Phase.RESPONSE, tx.agent(), turn.id());
    transaction.emitIds(
        Event.TASK,
        "turn",
        turn.id(),
        "inbox",
        Long.toString(turn.message()),
        "deliverable_card_id",
        card.id(),
        "output_box_id",
        row.output(),
        "status",
        outcome.word());
    draft.turn = null;
    draft.lease = null;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    transaction.createHead();
    transaction.requestRing();
  }

  /** Settles the request, and deferred reports, which are of no use any more. */
  private void settleMessages(Turn turn, TurnStatus outcome) {
    for (Message message : tx.messages(turn.id())) {
      boolean request = message.id() == turn.message();
      switch (message.status()) {
        case PENDING, PROCESSING, DEFERRED ->
            rows.updateMessage(
                message,
                request
                    ? message.withStatus(InboxStatus.CONSUMED, outcome.word())
                    : message.withStatus(InboxStatus.SKIPPED, "its turn has ended"),
                message.status());
        case QUEUED, CONSUMED, ERROR, SKIPPED -> {}
      }
    }
  }
}

package dev.statute.turns;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.BoxesRow;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStatuses.TurnStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a turn: card, deliverable, inbox row, turn and event, all of them or none. */
final class DeliverCall {
  private final AgentTransaction round;
  private final TurnContext parts;
  private final TurnRows rows;
  private final CardBoxes boxes;
  private final TurnTransaction tx;
  private Map<String, ?> content = Map.of();
  private @Nullable String step;

  DeliverCall(AgentTransaction round, TurnContext parts, TurnRows rows, CardBoxes boxes) {
    this.round = round;
    this.parts = parts;
    this.rows = rows;
    this.boxes = boxes;
    tx = round.tx();
  }

  /**
   * What a deliverable holds, if this transaction makes one.
   *
   * @param by the step that submits it, or null
   */
  void content(Map<String, ?> made, @Nullable String by) {
    content = made;
    step = by;
  }

  void deliver(TurnStatus outcome, @Nullable String reason) {
    HeadDraft draft = round.draft();
    Turn turn = rows.turn();
    BoxesRow row = draft.boxes == null ? boxes.take(turn.id(), null, null) : draft.boxes;
    draft.boxes = row;
    Map<String, @Nullable Object> made = new LinkedHashMap<>();
    made.put("outcome", outcome.word());
    if (reason != null && !reason.isEmpty()) {
      made.put("reason", reason);
    }
    made.putAll(content);
    List<Awaited> calls = tx.calls(turn.id());
    made.put(
        "results",
        calls.stream().filter(c -> c.resultCard() != null).map(Awaited::resultCard).toList());
    Card card =
        boxes.append(
            row.output(),
            parts.ids().id("card"),
            "task.deliverable",
            turn.id(),
            draft.epoch,
            parts.codec().write(made),
            round.now());
    if (!tx.add(new Deliverable(turn.id(), card.id(), outcome))) {
      throw new WriteConflict("the deliverable of " + turn.id());
    }
    for (Awaited call : calls) {
      if (call.status().isOpen()) {
        rows.mark(call, call.settled(CallStatus.DROPPED, call.resultCard(), call.result(), null));
      }
    }
    messages(turn, outcome);
    rows.endSteps(turn, outcome == TurnStatus.SUCCESS ? "completed" : "failed", step);
    rows.write(turn, turn.at(draft.epoch, turn.attempt(), outcome, turn.startedAt(), round.now()));
    boxes.give(row.output(), turn.id());
    rows.edge(turn.message(), Primitive.ENQUEUE, Phase.RESPONSE, tx.agent(), turn.id());
    round.emitIds(
        "task",
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
    round.keep();
    round.ring();
  }

  /** The request is done with; reports that still wait for their moment are of no use any more. */
  private void messages(Turn turn, TurnStatus outcome) {
    for (Message message : tx.messages(turn.id())) {
      boolean request = message.id() == turn.message();
      switch (message.status()) {
        case PENDING, PROCESSING, DEFERRED ->
            rows.settle(
                message,
                request
                    ? message.at(InboxStatus.CONSUMED, outcome.word())
                    : message.at(InboxStatus.SKIPPED, "its turn has ended"),
                message.status());
        case QUEUED, CONSUMED, ERROR, SKIPPED -> {}
      }
    }
  }
}

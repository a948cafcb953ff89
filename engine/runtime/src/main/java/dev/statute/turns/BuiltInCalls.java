package dev.statute.turns;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.BoxesRow;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStatuses.TurnStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the built-in calls of a chart as rows of the transaction that made the step. Knows no
 * states and decides nothing: what must not be cannot be written.
 */
final class BuiltInCalls {
  private final AgentTransaction round;
  private final TurnTransaction tx;
  private final TurnContext parts;
  private final CardBoxes boxes;
  private final TurnRows rows;
  private final ResumeCall resuming;
  private final DeliverCall delivering;
  private @Nullable String worker;
  private @Nullable String id;

  BuiltInCalls(AgentTransaction round, TurnContext parts) {
    this.round = round;
    this.parts = parts;
    tx = round.tx();
    boxes = new CardBoxes(tx, parts.ids());
    rows = new TurnRows(round, parts);
    resuming = new ResumeCall(round, parts, rows);
    delivering = new DeliverCall(round, parts, rows, boxes);
  }

  /** Who works. */
  void worker(String name) {
    worker = name;
  }

  /** The id of the turn that it may begin. */
  void turn(String made) {
    id = made;
  }

  CardBoxes boxes() {
    return boxes;
  }

  TurnRows rows() {
    return rows;
  }

  DeliverCall delivering() {
    return delivering;
  }

  void carryOut(BuiltInCall call, CallArguments with) {
    switch (call) {
      case LEASE -> lease(with);
      case START -> start(with.needTime("lease"));
      case SUSPEND -> suspend(with.needTime("patience"));
      case RESUME -> resuming.resume(with);
      case EXTEND -> resuming.extend(with);
      case BUMP -> bump();
      case DELIVER -> delivering.deliver(outcome(with.needText("outcome")), with.text("reason"));
      case RING -> ring(with);
    }
  }

  private static TurnStatus outcome(String word) {
    return TurnStatuses.of(TurnStatus.class, word);
  }

  private void lease(CallArguments with) {
    Long attempt = with.number("attempt");
    HeadDraft draft = round.draft();
    draft.epoch++;
    if (attempt == null || attempt <= 1) {
      first(with.needNumber("inbox"));
    } else {
      another(attempt.intValue());
    }
    draft.lease = new LeaseRow(null, round.now().plus(with.needTime("patience")));
    round.emitIds("turn.dispatched", "turn", draft.activeTurn());
  }

  private void first(long inbox) {
    HeadDraft draft = round.draft();
    Message message = rows.need(inbox);
    String turn = id == null ? parts.ids().id("turn") : id;
    id = null;
    Map<String, @Nullable Object> payload = parts.codec().read(message.payload());
    BoxesRow before = draft.boxes;
    String output = payload.get("output_box") instanceof String named ? named : null;
    draft.boxes =
        boxes.take(
            turn,
            payload.get("context_box") instanceof String named ? named : null,
            output == null && before != null ? before.output() : output);
    draft.turn = turn;
    draft.lineage = message.lineage();
    rows.settle(message, message.of(turn, draft.epoch, InboxStatus.PENDING), InboxStatus.QUEUED);
    tx.add(new Turn(turn, tx.agent(), inbox, draft.epoch, 1, TurnStatus.DISPATCHED, null, null));
  }

  private void another(int attempt) {
    HeadDraft draft = round.draft();
    Turn turn = rows.turn();
    Message message = tx.message(turn.message());
    if (message != null && message.status() == InboxStatus.PENDING) {
      rows.settle(
          message, message.of(turn.id(), draft.epoch, InboxStatus.PENDING), InboxStatus.PENDING);
    }
    rows.write(turn, turn.at(draft.epoch, attempt, TurnStatus.DISPATCHED, turn.startedAt(), null));
  }

  /** The worker has the turn from now on for so long; the first time, its rows are begun with. */
  private void start(Duration lease) {
    HeadDraft draft = round.draft();
    if (worker == null) {
      throw new ChartFault("there is no worker to start the turn");
    }
    boolean taken = draft.owner().isEmpty();
    draft.lease = new LeaseRow(worker, round.now().plus(lease));
    if (!taken) {
      return;
    }
    Turn turn = rows.turn();
    for (Message message : tx.messages(turn.id())) {
      if (message.status() == InboxStatus.PENDING) {
        rows.settle(message, message.at(InboxStatus.PROCESSING, null), InboxStatus.PENDING);
      }
    }
    rows.write(turn, rows.at(turn, TurnStatus.RUNNING));
    round.emitIds("turn.running", "turn", turn.id());
  }

  private void suspend(Duration patience) {
    HeadDraft draft = round.draft();
    Turn turn = rows.turn();
    List<Awaited> open = rows.open();
    draft.waiting = open.size();
    rows.await(patience);
    open.stream().filter(call -> call.status() == CallStatus.RECEIVED).forEach(this::reconsider);
    rows.write(turn, rows.at(turn, TurnStatus.SUSPENDED));
    rows.edge(turn.message(), Primitive.JOIN, Phase.REQUEST, turn.id(), tx.agent());
    round.emitIds("turn.suspended", "turn", turn.id());
  }

  /** What came of a call before the turn waited for it is looked at now that it does. */
  private void reconsider(Awaited call) {
    Message report = tx.message(call.id());
    if (report != null && report.status() == InboxStatus.DEFERRED && resuming.isStored(report)) {
      round.lookAgain(report.id());
    }
  }

  void bump() {
    round.draft().epoch++;
  }

  private void ring(CallArguments with) {
    Duration patience = with.time("patience");
    if (patience != null) {
      round.draft().lease = new LeaseRow(null, round.now().plus(patience));
    }
    Long inbox = with.number("inbox");
    if (inbox != null) {
      round.lookAgain(inbox);
    }
    round.ring();
  }
}

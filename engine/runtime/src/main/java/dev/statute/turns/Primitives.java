package dev.statute.turns;

import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.BoxesRow;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Deliverable;
import dev.statute.turns.Rows.EdgeRow;
import dev.statute.turns.Rows.LeaseRow;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Turn;
import dev.statute.turns.Words.CallStatus;
import dev.statute.turns.Words.InboxStatus;
import dev.statute.turns.Words.Phase;
import dev.statute.turns.Words.Primitive;
import dev.statute.turns.Words.ToolStatus;
import dev.statute.turns.Words.TurnStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the built-in calls of a chart as rows of the transaction that made the step. Knows no
 * states and decides nothing: what must not be cannot be written.
 */
class Primitives {
  private final Round round;
  private final TurnTransaction tx;
  private final Parts parts;
  private final Boxes boxes;
  private @Nullable String worker;
  private Map<String, ?> content = Map.of();
  private boolean delivered;
  private @Nullable String id;

  Primitives(Round round, Parts parts) {
    this.round = round;
    this.parts = parts;
    tx = round.tx();
    boxes = new Boxes(tx, parts.ids());
  }

  /** Who works. */
  void worker(String name) {
    worker = name;
  }

  /** The id of the turn that it may begin. */
  void turn(String made) {
    id = made;
  }

  /** What a deliverable holds, if this transaction makes one. */
  void content(Map<String, ?> made) {
    content = made;
  }

  Boxes boxes() {
    return boxes;
  }

  /** Whether a turn has ended. */
  boolean isDelivered() {
    return delivered;
  }

  void carryOut(BuiltIn call, With with) {
    switch (call) {
      case LEASE -> lease(with);
      case START -> start(with.needTime("lease"));
      case SUSPEND -> suspend(with.needTime("patience"));
      case RESUME -> resume(with);
      case BUMP -> bump();
      case DELIVER -> deliver(outcome(with.needText("outcome")), with.text("reason"));
      case RING -> ring(with);
    }
  }

  private static TurnStatus outcome(String word) {
    return Words.of(TurnStatus.class, word);
  }

  private void lease(With with) {
    Long attempt = with.number("attempt");
    Draft draft = round.draft();
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
    Draft draft = round.draft();
    Message message = need(inbox);
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
    settle(message, message.of(turn, draft.epoch, InboxStatus.PENDING), InboxStatus.QUEUED);
    tx.add(new Turn(turn, tx.agent(), inbox, draft.epoch, 1, TurnStatus.DISPATCHED, null, null));
  }

  private void another(int attempt) {
    Draft draft = round.draft();
    Turn turn = turn();
    Message message = tx.message(turn.message());
    if (message != null && message.status() == InboxStatus.PENDING) {
      settle(message, message.of(turn.id(), draft.epoch, InboxStatus.PENDING), InboxStatus.PENDING);
    }
    write(
        turn,
        new Turn(
            turn.id(),
            turn.agent(),
            turn.message(),
            draft.epoch,
            attempt,
            TurnStatus.DISPATCHED,
            turn.startedAt(),
            null));
  }

  /** The worker has the turn from now on for so long; the first time, its rows are begun with. */
  private void start(Duration lease) {
    Draft draft = round.draft();
    if (worker == null) {
      throw new ChartFault("there is no worker to start the turn");
    }
    boolean taken = draft.owner().isEmpty();
    draft.lease = new LeaseRow(worker, round.now().plus(lease));
    if (!taken) {
      return;
    }
    Turn turn = turn();
    for (Message message : tx.messages(turn.id())) {
      if (message.status() == InboxStatus.PENDING) {
        settle(message, message.at(InboxStatus.PROCESSING, null), InboxStatus.PENDING);
      }
    }
    write(turn, at(turn, TurnStatus.RUNNING));
    round.emitIds("turn.running", "turn", turn.id());
  }

  private void suspend(Duration patience) {
    Draft draft = round.draft();
    Turn turn = turn();
    List<Awaited> open = open(turn.id());
    draft.waiting = open.size();
    draft.resumeDeadline = deadline(patience, open);
    draft.lease = null;
    write(turn, at(turn, TurnStatus.SUSPENDED));
    edge(turn.message(), Primitive.JOIN, Phase.REQUEST, turn.id(), tx.agent());
    round.emitIds("turn.suspended", "turn", turn.id());
  }

  /** So long from now, or as long as the call that is given the most time. */
  private Instant deadline(Duration patience, List<Awaited> open) {
    Instant latest = round.now().plus(patience);
    for (Awaited call : open) {
      latest = call.deadline().isAfter(latest) ? call.deadline() : latest;
    }
    return latest;
  }

  private void resume(With with) {
    Message message = need(with.needNumber("inbox"));
    InboxStatus status = Words.of(InboxStatus.class, with.needText("status"));
    String why = with.text("outcome");
    Awaited call = message.correlation() == null ? null : tx.awaited(message.correlation());
    if (status == InboxStatus.DEFERRED) {
      settle(message, message.deferred(why), message.status());
      round.defer(message.id());
      if (call != null && call.status() == CallStatus.WAITING && isOf(call, message)) {
        mark(call, call.settled(CallStatus.RECEIVED, null, null, message.id()));
      }
      return;
    }
    settle(message, message.at(status, why), message.status());
    edge(message.id(), Primitive.REPORT, Phase.RESPONSE, tx.agent(), message.turn());
    String mark = with.text("mark");
    if (mark != null) {
      apply(message, call, Words.of(CallStatus.class, mark));
    }
    Draft draft = round.draft();
    Duration wait = with.time("wait");
    if (wait != null) {
      draft.resumeDeadline = deadline(wait, open(draft.activeTurn()));
    }
    Duration run = with.time("run");
    if (run != null) {
      goOn(run);
    }
  }

  private static boolean isOf(Awaited call, Message message) {
    Long epoch = message.epoch();
    return call.turn().equals(message.turn()) && epoch != null && call.epoch() == epoch;
  }

  private void apply(Message message, @Nullable Awaited call, CallStatus mark) {
    if (call == null || !call.status().isOpen()) {
      throw new Conflict("call " + message.correlation());
    }
    Map<String, @Nullable Object> payload = parts.codec().read(message.payload());
    String card = payload.get("card") instanceof String named ? named : null;
    ToolStatus how =
        payload.get("status") instanceof String word
            ? Words.of(ToolStatus.class, word)
            : ToolStatus.FAILED;
    mark(call, call.settled(mark, card, how, message.id()));
    round.draft().waiting = open(round.draft().activeTurn()).size();
  }

  private void goOn(Duration patience) {
    Draft draft = round.draft();
    draft.epoch++;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    draft.lease = new LeaseRow(null, round.now().plus(patience));
    Turn turn = turn();
    write(turn, at(turn, TurnStatus.RUNNING));
    edge(turn.message(), Primitive.JOIN, Phase.RESPONSE, tx.agent(), turn.id());
    round.emitIds("turn.resumed", "turn", turn.id());
  }

  void bump() {
    round.draft().epoch++;
  }

  /** Card, deliverable, inbox row, turn and event, all of them or none. */
  void deliver(TurnStatus outcome, @Nullable String reason) {
    Draft draft = round.draft();
    Turn turn = turn();
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
      throw new Conflict("the deliverable of " + turn.id());
    }
    for (Awaited call : calls) {
      if (call.status().isOpen()) {
        mark(call, call.settled(CallStatus.DROPPED, call.resultCard(), call.result(), null));
      }
    }
    rowsOf(turn, outcome);
    write(
        turn,
        new Turn(
            turn.id(),
            turn.agent(),
            turn.message(),
            draft.epoch,
            turn.attempt(),
            outcome,
            turn.startedAt(),
            round.now()));
    boxes.give(row.output(), turn.id());
    edge(turn.message(), Primitive.ENQUEUE, Phase.RESPONSE, tx.agent(), turn.id());
    round.emitIds(
        "task",
        "turn",
        turn.id(),
        "inbox",
        Long.toString(turn.message()),
        "deliverable_card_id",
        card.id(),
        "output_box_id",
        row.output());
    draft.turn = null;
    draft.lease = null;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    delivered = true;
    round.keep();
    round.ring();
  }

  /** The request is done with; reports that still wait for their moment are of no use any more. */
  private void rowsOf(Turn turn, TurnStatus outcome) {
    for (Message message : tx.messages(turn.id())) {
      boolean request = message.id() == turn.message();
      switch (message.status()) {
        case PENDING, PROCESSING, DEFERRED ->
            settle(
                message,
                request
                    ? message.at(InboxStatus.CONSUMED, outcome.word())
                    : message.at(InboxStatus.SKIPPED, "its turn has ended"),
                message.status());
        case QUEUED, CONSUMED, ERROR, SKIPPED -> {}
      }
    }
  }

  private void ring(With with) {
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

  /** An edge of the execution graph that hangs on an inbox row. */
  void edge(
      long message,
      Primitive primitive,
      Phase phase,
      @Nullable String source,
      @Nullable String target) {
    Message row = tx.message(message);
    tx.add(
        new EdgeRow(
            parts.ids().number(),
            message,
            primitive,
            phase,
            source,
            target,
            row == null ? null : row.lineage().trace(),
            round.now()));
  }

  private List<Awaited> open(String turn) {
    return tx.calls(turn).stream().filter(call -> call.status().isOpen()).toList();
  }

  private Turn turn() {
    Turn turn = tx.turn(round.draft().activeTurn());
    if (turn == null) {
      throw new ChartFault("turn " + round.draft().turn + " has no row");
    }
    return turn;
  }

  private Turn at(Turn turn, TurnStatus status) {
    Instant started =
        status == TurnStatus.RUNNING && turn.startedAt() == null ? round.now() : turn.startedAt();
    return new Turn(
        turn.id(),
        turn.agent(),
        turn.message(),
        round.draft().epoch,
        turn.attempt(),
        status,
        started,
        null);
  }

  private Message need(long inbox) {
    Message message = tx.message(inbox);
    if (message == null) {
      throw new ChartFault("there is no inbox row " + inbox);
    }
    return message;
  }

  private void settle(Message before, Message after, InboxStatus expected) {
    if (before.status() != expected || !tx.change(after, expected)) {
      throw new Conflict("inbox row " + before.id());
    }
  }

  private void mark(Awaited before, Awaited after) {
    if (!tx.change(after, before.status())) {
      throw new Conflict("call " + before.id());
    }
  }

  private void write(Turn before, Turn after) {
    if (!tx.change(after, before.status())) {
      throw new Conflict("turn " + before.id());
    }
  }
}

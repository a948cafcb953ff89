package dev.statute.turns;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.HeadStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStatuses.ToolStatus;
import dev.statute.turns.TurnStatuses.TurnStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes in a report, and lets the turn go on when its chart says so. */
final class ResumeCall {
  private final AgentTransaction round;
  private final TurnContext parts;
  private final TurnRows rows;
  private final TurnTransaction tx;

  ResumeCall(AgentTransaction round, TurnContext parts, TurnRows rows) {
    this.round = round;
    this.parts = parts;
    this.rows = rows;
    tx = round.tx();
  }

  void resume(CallArguments with) {
    Message message = rows.need(with.needNumber("inbox"));
    InboxStatus status = TurnStatuses.of(InboxStatus.class, with.needText("status"));
    String why = with.text("outcome");
    Awaited call = message.correlation() == null ? null : tx.awaited(message.correlation());
    if (status == InboxStatus.DEFERRED) {
      rows.settle(message, message.deferred(why), message.status());
      round.defer(message.id());
      if (call != null
          && call.status() == CallStatus.WAITING
          && isOf(call, message)
          && call.id().equals(message.dedupKey())) {
        rows.mark(call, call.settled(CallStatus.RECEIVED, null, null, message.id()));
      }
      return;
    }
    rows.settle(message, message.at(status, why), message.status());
    rows.edge(message.id(), Primitive.REPORT, Phase.RESPONSE, tx.agent(), message.turn());
    String mark = with.text("mark");
    if (mark != null) {
      apply(message, call, TurnStatuses.of(CallStatus.class, mark));
    }
    if (round.status() == HeadStatus.SUSPENDED) {
      rows.await(with.time("wait"));
    }
    Duration run = with.time("run");
    if (run != null) {
      goOn(run);
    }
  }

  /** Gives a call its time anew: so long as is said, or its own, or the chart's patience. */
  void extend(CallArguments with) {
    Awaited call = tx.awaited(with.needText("call"));
    if (call == null || !call.status().isOpen()) {
      throw new ChartFault("there is no open call '" + with.text("call") + "'");
    }
    Duration wait = with.time("wait");
    Duration own = wait == null ? timeout(call) : wait;
    Duration patience = with.needTime("patience");
    LeaseRow lease = round.draft().lease;
    boolean waits = round.status() == HeadStatus.SUSPENDED;
    Instant now =
        TurnRows.deadline(
            call, waits && lease != null ? lease.until() : round.now().plus(patience));
    Instant later = round.now().plus(own == null ? patience : own);
    if (own != null && now.isBefore(later)) {
      rows.mark(call, call.until(later));
    }
    if (waits) {
      rows.await(own == null ? patience : null);
    }
  }

  private @Nullable Duration timeout(Awaited call) {
    Card card = tx.card(call.callCard());
    return card != null
            && parts.codec().read(card.content()).get(WorkerProtocol.TIMEOUT) instanceof Long millis
        ? Duration.ofMillis(millis)
        : null;
  }

  /** Whether the card of a report is there. */
  boolean isStored(Message report) {
    return parts.codec().read(report.payload()).get("card") instanceof String card
        && tx.card(card) != null;
  }

  private static boolean isOf(Awaited call, Message message) {
    Long epoch = message.epoch();
    return call.turn().equals(message.turn()) && epoch != null && call.epoch() == epoch;
  }

  private void apply(Message message, @Nullable Awaited call, CallStatus mark) {
    if (call == null || !call.status().isOpen()) {
      throw new WriteConflict("call " + message.correlation());
    }
    Map<String, @Nullable Object> payload = parts.codec().read(message.payload());
    String card = payload.get("card") instanceof String named ? named : null;
    ToolStatus how =
        payload.get("status") instanceof String word
            ? TurnStatuses.of(ToolStatus.class, word)
            : ToolStatus.FAILED;
    Card stored = card == null ? null : tx.card(card);
    String after =
        AfterExecution.of(
            stored == null ? Map.of() : parts.codec().read(stored.content()),
            payload.get("after"),
            call.after());
    rows.mark(call, call.settled(mark, card, how, message.id()).followed(after));
    round.draft().waiting = rows.open().size();
  }

  private void goOn(Duration patience) {
    HeadDraft draft = round.draft();
    draft.epoch++;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    draft.lease = new LeaseRow(null, round.now().plus(patience));
    Turn turn = rows.turn();
    rows.endSteps(turn, "completed", null);
    rows.write(turn, rows.at(turn, TurnStatus.RUNNING));
    rows.edge(turn.message(), Primitive.JOIN, Phase.RESPONSE, tx.agent(), turn.id());
    round.emitIds("turn.resumed", "turn", turn.id());
  }
}

package dev.statute.turns.internal.protocol;

import dev.statute.turns.internal.call.CallArguments;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.internal.result.AfterExecution;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Application of a report; the turn continues when its chart decides so. */
final class ResumeCall {
  private final AgentTransaction transaction;
  private final TurnContext context;
  private final TurnRows rows;
  private final TurnTransaction tx;

  ResumeCall(AgentTransaction round, TurnRows rows) {
    this.transaction = round;
    this.rows = rows;
    context = round.context();
    tx = round.tx();
  }

  void resume(CallArguments with) {
    Message message = rows.requireMessage(with.requireNumber("inbox"));
    InboxStatus status = TurnStatuses.of(InboxStatus.class, with.requireText("status"));
    String why = with.text("outcome");
    AwaitedCall call = message.correlation() == null ? null : tx.awaited(message.correlation());
    if (status == InboxStatus.DEFERRED) {
      rows.updateMessage(message, message.deferred(why), message.status());
      transaction.defer(message.id());
      if (call != null
          && call.status() == CallStatus.WAITING
          && matches(call, message)
          && call.id().equals(message.dedupKey())) {
        rows.updateCall(call, call.settled(CallStatus.RECEIVED, null, null, message.id()));
      }
      return;
    }
    rows.updateMessage(message, message.withStatus(status, why), message.status());
    rows.edge(message.id(), Primitive.REPORT, Phase.RESPONSE, tx.agent(), message.turn());
    String mark = with.text("mark");
    if (mark != null) {
      apply(message, call, TurnStatuses.of(CallStatus.class, mark));
    }
    if (transaction.status() == HeadStatus.SUSPENDED) {
      rows.refreshDeadline(with.time("wait"));
    }
    Duration run = with.time("run");
    if (run != null) {
      continueTurn(run);
    }
  }

  /** Restarts the time of a call: a given duration, or its own, or the chart's patience. */
  void extend(CallArguments with) {
    AwaitedCall call = tx.awaited(with.requireText("call"));
    if (call == null || !call.status().isOpen()) {
      throw new TurnChartException("there is no open call '" + with.text("call") + "'");
    }
    Duration wait = with.time("wait");
    Duration own = wait == null ? timeout(call) : wait;
    Duration patience = with.requireTime("patience");
    AgentLease lease = transaction.headDraft().lease;
    boolean waits = transaction.status() == HeadStatus.SUSPENDED;
    Instant now =
        TurnRows.deadline(
            call, waits && lease != null ? lease.until() : transaction.now().plus(patience));
    Instant later = transaction.now().plus(own == null ? patience : own);
    if (own != null && now.isBefore(later)) {
      rows.updateCall(call, call.withDeadline(later));
    }
    if (waits) {
      rows.refreshDeadline(own == null ? patience : null);
    }
  }

  private @Nullable Duration timeout(AwaitedCall call) {
    Card card = tx.card(call.callCard());
    return card != null
            && context.codec().read(card.content()).get(CallCard.TIMEOUT) instanceof Long millis
        ? Duration.ofMillis(millis)
        : null;
  }

  /** Tests for the stored card of a report. */
  boolean isStored(Message report) {
    return context.codec().read(report.payload()).get("card") instanceof String card
        && tx.card(card) != null;
  }

  private static boolean matches(AwaitedCall call, Message message) {
    Long epoch = message.epoch();
    return call.turn().equals(message.turn()) && epoch != null && call.epoch() == epoch;
  }

  private void apply(Message message, @Nullable AwaitedCall call, CallStatus mark) {
    if (call == null || !call.status().isOpen()) {
      throw new WriteConflict("call " + message.correlation());
    }
    Map<String, @Nullable Object> payload = context.codec().read(message.payload());
    String card = payload.get("card") instanceof String named ? named : null;
    ToolStatus how =
        payload.get("status") instanceof String word
            ? TurnStatuses.of(ToolStatus.class, word)
            : ToolStatus.FAILED;
    Card stored = card == null ? null : tx.card(card);
    String after =
        AfterExecution.of(
            stored == null ? Map.of() : context.codec().read(stored.content()),
            payload.get("after"),
            call.after());
    rows.updateCall(call, call.settled(mark, card, how, message.id()).withAfter(after));
    transaction.headDraft().waiting = rows.openCalls().size();
  }

  private void continueTurn(Duration patience) {
    HeadDraft draft = transaction.headDraft();
    draft.epoch++;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    draft.lease = new AgentLease(null, transaction.now().plus(patience));
    Turn turn = rows.turn();
    rows.endSteps(turn, "completed", null);
    rows.updateTurn(turn, rows.withStatus(turn, TurnStatus.RUNNING));
    rows.edge(turn.message(), Primitive.JOIN, Phase.RESPONSE, tx.agent(), turn.id());
    transaction.emitIds("turn.resumed", "turn", turn.id());
  }
}

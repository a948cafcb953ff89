package dev.statute.turns;

import dev.statute.turns.Rows.Awaited;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes in a report, and lets the turn go on when its chart says so. */
final class Resuming {
  private final Round round;
  private final Parts parts;
  private final TurnRows rows;
  private final TurnTransaction tx;

  Resuming(Round round, Parts parts, TurnRows rows) {
    this.round = round;
    this.parts = parts;
    this.rows = rows;
    tx = round.tx();
  }

  void resume(With with) {
    Message message = rows.need(with.needNumber("inbox"));
    InboxStatus status = Words.of(InboxStatus.class, with.needText("status"));
    String why = with.text("outcome");
    Awaited call = message.correlation() == null ? null : tx.awaited(message.correlation());
    if (status == InboxStatus.DEFERRED) {
      rows.settle(message, message.deferred(why), message.status());
      round.defer(message.id());
      if (call != null && call.status() == CallStatus.WAITING && isOf(call, message)) {
        rows.mark(call, call.settled(CallStatus.RECEIVED, null, null, message.id()));
      }
      return;
    }
    rows.settle(message, message.at(status, why), message.status());
    rows.edge(message.id(), Primitive.REPORT, Phase.RESPONSE, tx.agent(), message.turn());
    String mark = with.text("mark");
    if (mark != null) {
      apply(message, call, Words.of(CallStatus.class, mark));
    }
    Draft draft = round.draft();
    Duration wait = with.time("wait");
    if (wait != null) {
      draft.resumeDeadline = rows.deadline(wait);
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
    rows.mark(call, call.settled(mark, card, how, message.id()));
    round.draft().waiting = rows.open().size();
  }

  private void goOn(Duration patience) {
    Draft draft = round.draft();
    draft.epoch++;
    draft.waiting = 0;
    draft.resumeDeadline = null;
    draft.lease = new LeaseRow(null, round.now().plus(patience));
    Turn turn = rows.turn();
    rows.write(turn, rows.at(turn, TurnStatus.RUNNING));
    rows.edge(turn.message(), Primitive.JOIN, Phase.RESPONSE, tx.agent(), turn.id());
    round.emitIds("turn.resumed", "turn", turn.id());
  }
}

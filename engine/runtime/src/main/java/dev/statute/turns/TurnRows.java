package dev.statute.turns;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.EdgeRow;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStatuses.TurnStatus;
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
  private final AgentTransaction round;
  private final TurnContext parts;
  private final TurnTransaction tx;

  TurnRows(AgentTransaction round, TurnContext parts) {
    this.round = round;
    this.parts = parts;
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

  /** Its calls that are still waited for. */
  List<Awaited> open() {
    return tx.calls(round.draft().activeTurn()).stream()
        .filter(call -> call.status().isOpen())
        .toList();
  }

  Turn turn() {
    Turn turn = tx.turn(round.draft().activeTurn());
    if (turn == null) {
      throw new ChartFault("turn " + round.draft().turn + " has no row");
    }
    return turn;
  }

  Turn at(Turn turn, TurnStatus status) {
    Instant started =
        status == TurnStatus.RUNNING && turn.startedAt() == null ? round.now() : turn.startedAt();
    return turn.at(round.draft().epoch, turn.attempt(), status, started, null);
  }

  /**
   * The steps are over whose calls were waited for since the turn was last taken up.
   *
   * @param phase how they ended
   * @param besides another one that ends with them, or null
   */
  void endSteps(Turn turn, String phase, @Nullable String besides) {
    Set<String> steps = new LinkedHashSet<>();
    for (Awaited call : tx.calls(turn.id())) {
      if (call.epoch() == turn.epoch() && call.step() != null) {
        steps.add(call.step());
      }
    }
    if (besides != null) {
      steps.add(besides);
    }
    steps.forEach(step -> round.emitIds("step", "turn", turn.id(), "step", step, "phase", phase));
  }

  Message need(long inbox) {
    Message message = tx.message(inbox);
    if (message == null) {
      throw new ChartFault("there is no inbox row " + inbox);
    }
    return message;
  }

  void settle(Message before, Message after, InboxStatus expected) {
    if (before.status() != expected || !tx.change(after, expected)) {
      throw new WriteConflict("inbox row " + before.id());
    }
  }

  void mark(Awaited before, Awaited after) {
    if (!tx.change(after, before.status())) {
      throw new WriteConflict("call " + before.id());
    }
  }

  void write(Turn before, Turn after) {
    if (!tx.change(after, before.status())) {
      throw new WriteConflict("turn " + before.id());
    }
  }

  /**
   * The turn waits for its open calls: for each until its own deadline, for those without one so
   * long from now.
   *
   * @param patience null = as long as was said before
   */
  void await(@Nullable Duration patience) {
    HeadDraft draft = round.draft();
    LeaseRow before = draft.lease;
    Instant others = before == null ? round.now() : before.until();
    if (patience != null) {
      others = round.now().plus(patience);
    } else if (before == null && draft.resumeDeadline != null) {
      others = draft.resumeDeadline;
    }
    Instant last = others;
    draft.lease = new LeaseRow(null, others);
    draft.resumeDeadline =
        open().stream()
            .map(call -> deadline(call, last))
            .min(Comparator.naturalOrder())
            .orElse(last);
  }

  /**
   * When a call is given up.
   *
   * @param others when those are that were given no time of their own
   */
  static Instant deadline(Awaited call, Instant others) {
    return call.deadline().equals(Awaited.PATIENCE) ? others : call.deadline();
  }
}

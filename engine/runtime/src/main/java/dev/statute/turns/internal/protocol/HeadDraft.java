package dev.statute.turns.internal.protocol;

import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The head as the steps of a transaction change it, before it is written. */
final class HeadDraft {
  long epoch;
  @Nullable String turn;
  long eventSeq;
  int waiting;
  @Nullable Instant resumeDeadline;
  @Nullable AgentLease lease;
  @Nullable TurnBoxes boxes;
  Lineage lineage = Lineage.NONE;

  static HeadDraft from(Head head) {
    HeadDraft draft = new HeadDraft();
    draft.epoch = head.turnEpoch();
    draft.turn = head.turn();
    draft.eventSeq = head.eventSeq();
    draft.waiting = head.waiting();
    draft.resumeDeadline = head.resumeDeadline();
    draft.lease = head.lease();
    draft.boxes = head.boxes();
    draft.lineage = head.lineage();
    return draft;
  }

  /** Its lease's owner; empty if nobody has it. */
  String leaseOwner() {
    AgentLease row = lease;
    return row == null || row.owner() == null ? "" : row.owner();
  }

  /** The turn, where there must be one. */
  String activeTurn() {
    if (turn == null) {
      throw new TurnChartException("there is no turn");
    }
    return turn;
  }

  /** The boxes of the turn, where there must be some. */
  TurnBoxes activeBoxes() {
    if (boxes == null) {
      throw new TurnChartException("the turn has no boxes");
    }
    return boxes;
  }
}

package dev.statute.turns.internal.protocol;

import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Draft of the head during a transaction. */
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

  /** Returns the lease's owner; empty if there is none. */
  String leaseOwner() {
    AgentLease row = lease;
    return row == null || row.owner() == null ? "" : row.owner();
  }

  /** Returns the active turn, which must exist. */
  String activeTurn() {
    if (turn == null) {
      throw new TurnChartException("there is no turn");
    }
    return turn;
  }

  /** Returns the boxes of the active turn, which must exist. */
  TurnBoxes activeBoxes() {
    if (boxes == null) {
      throw new TurnChartException("the turn has no boxes");
    }
    return boxes;
  }
}

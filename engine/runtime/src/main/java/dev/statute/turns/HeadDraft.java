package dev.statute.turns;

import dev.statute.turns.TurnRecords.BoxesRow;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Lineage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The head as the steps of a transaction change it, before it is written. */
final class HeadDraft {
  long epoch;
  @Nullable String turn;
  long eventSeq;
  int waiting;
  @Nullable Instant resumeDeadline;
  @Nullable LeaseRow lease;
  @Nullable BoxesRow boxes;
  Lineage lineage = Lineage.NONE;

  static HeadDraft of(Head head) {
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
  String owner() {
    LeaseRow row = lease;
    return row == null || row.owner() == null ? "" : row.owner();
  }

  /** The turn, where there must be one. */
  String activeTurn() {
    if (turn == null) {
      throw new ChartFault("there is no turn");
    }
    return turn;
  }

  /** The boxes of the turn, where there must be some. */
  BoxesRow activeBoxes() {
    if (boxes == null) {
      throw new ChartFault("the turn has no boxes");
    }
    return boxes;
  }
}

package dev.statute.jdbc.internal.turn;

import static dev.statute.jdbc.internal.sql.RecordTable.millis;

import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.TurnStatus;

/** Mapping of cards, outbox events, timers and signals to tables. */
public final class CardTables {
  private CardTables() {}

  static final RecordTable<ExecutionEdge> EDGES =
      new RecordTable<>(
          "execution_edges",
          "edge_id# inbox_id# primitive edge_phase source_id target_id trace_id created_at#",
          row ->
              TurnTables.row(
                  row.id(),
                  row.message(),
                  row.primitive().word(),
                  row.phase().word(),
                  row.source(),
                  row.target(),
                  row.trace(),
                  millis(row.createdAt())),
          row ->
              new ExecutionEdge(
                  row.number(0),
                  row.numberOrNull(1),
                  row.enumValue(2, Primitive.class),
                  row.enumValue(3, Phase.class),
                  row.textOrNull(4),
                  row.textOrNull(5),
                  row.textOrNull(6),
                  row.instant(7)));

  static final RecordTable<Box> BOXES =
      new RecordTable<>(
          "boxes",
          "box_id writer forked_from forked_at#",
          row -> TurnTables.row(row.id(), row.writer(), row.forkedFrom(), row.forkedAt()),
          row -> new Box(row.text(0), row.textOrNull(1), row.textOrNull(2), row.number(3)));

  public static final RecordTable<Card> CARDS =
      new RecordTable<>(
          "cards",
          "card_id box_id seq# type agent_turn_id turn_epoch# content created_at#",
          row ->
              TurnTables.row(
                  row.id(),
                  row.box(),
                  row.seq(),
                  row.type(),
                  row.turn(),
                  row.epoch(),
                  row.content(),
                  millis(row.createdAt())),
          row ->
              new Card(
                  row.text(0),
                  row.text(1),
                  row.number(2),
                  row.text(3),
                  row.textOrNull(4),
                  row.number(5),
                  row.text(6),
                  row.instant(7)));

  static final RecordTable<Deliverable> DELIVERABLES =
      new RecordTable<>(
          "deliverables",
          "agent_turn_id card_id outcome",
          row -> TurnTables.row(row.turn(), row.card(), row.outcome().word()),
          row -> new Deliverable(row.text(0), row.text(1), row.enumValue(2, TurnStatus.class)));

  /** Without the time of publication, which is unknown at the insertion and thus no content. */
  public static final RecordTable<Event> EVENTS =
      new RecordTable<>(
          "agent_outbox",
          "event_id agent_id event_seq# agent_turn_id turn_epoch# type payload created_at#",
          SideColumns.PUBLICATION,
          row ->
              TurnTables.row(
                  row.id(),
                  row.agent(),
                  row.seq(),
                  row.turn(),
                  row.epoch(),
                  row.type(),
                  row.payload(),
                  millis(row.createdAt())),
          row ->
              new Event(
                  row.text(0),
                  row.text(1),
                  row.number(2),
                  row.textOrNull(3),
                  row.number(4),
                  row.text(5),
                  row.text(6),
                  row.instant(7),
                  null));

  public static final RecordTable<Timer> TIMERS =
      new RecordTable<>(
          "agent_timers",
          "agent_id name due_at# payload",
          row -> TurnTables.row(row.agent(), row.name(), millis(row.dueAt()), row.payload()),
          row -> new Timer(row.text(0), row.text(1), row.instant(2), row.textOrNull(3)));

  public static final RecordTable<Signals> SIGNALS =
      new RecordTable<>(
          "agent_signals",
          "agent_id activity tool waiting# seen_at#",
          row ->
              TurnTables.row(
                  row.agent(), row.activity(), row.tool(), row.waiting(), millis(row.at())),
          row ->
              new Signals(
                  row.text(0), row.text(1), row.textOrNull(2), row.integer(3), row.instant(4)));
}

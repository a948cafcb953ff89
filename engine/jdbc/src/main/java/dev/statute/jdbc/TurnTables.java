package dev.statute.jdbc;

import static dev.statute.jdbc.RecordTable.millis;

import dev.statute.jdbc.RecordTable.Values;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.BoxesRow;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Lineage;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.HeadStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import dev.statute.turns.TurnStatuses.ToolStatus;
import dev.statute.turns.TurnStatuses.TurnStatus;
import dev.statute.turns.TurnStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the rows of turns lie in their tables. */
final class TurnTables {
  private TurnTables() {}

  static @Nullable Object[] values(@Nullable Object... values) {
    return values;
  }

  private static Lineage lineage(Values row, int at) {
    return new Lineage(row.textOrNull(at), row.textOrNull(at + 1), row.small(at + 2));
  }

  static final RecordTable<Head> HEADS =
      new RecordTable<>(
          "agent_state_head",
          "agent_id bucket# chart_id chart_hash status chart_state data turn_epoch#"
              + " active_agent_turn_id rev# event_seq# waiting_tool_count# resume_deadline#"
              + " lease_owner lease_until# context_box_id context_seq# output_box_id trace_id"
              + " parent_step_id depth# updated_at#",
          SideColumns.CHANGES,
          TurnTables::head,
          TurnTables::head);

  private static @Nullable Object[] head(Head row) {
    LeaseRow lease = row.lease();
    BoxesRow boxes = row.boxes();
    return values(
        row.agent(),
        TurnStore.bucket(row.agent()),
        row.chart(),
        row.chartHash(),
        row.status().word(),
        row.chartState(),
        row.data(),
        row.turnEpoch(),
        row.turn(),
        row.rev(),
        row.eventSeq(),
        row.waiting(),
        millis(row.resumeDeadline()),
        lease == null ? null : lease.owner(),
        lease == null ? null : millis(lease.until()),
        boxes == null ? null : boxes.context(),
        boxes == null ? null : (Long) boxes.contextSeq(),
        boxes == null ? null : boxes.output(),
        row.lineage().trace(),
        row.lineage().parent(),
        row.lineage().depth(),
        millis(row.updatedAt()));
  }

  private static Head head(Values row) {
    Instant leased = row.instantOrNull(14);
    String output = row.textOrNull(17);
    return new Head(
        row.text(0),
        row.text(2),
        row.text(3),
        row.word(4, HeadStatus.class),
        row.text(5),
        row.text(6),
        row.number(7),
        row.textOrNull(8),
        row.number(9),
        row.number(10),
        row.small(11),
        row.instantOrNull(12),
        leased == null ? null : new LeaseRow(row.textOrNull(13), leased),
        output == null ? null : new BoxesRow(row.textOrNull(15), row.number(16), output),
        lineage(row, 18),
        row.instant(21));
  }

  static final RecordTable<Message> MESSAGES =
      new RecordTable<>(
          "agent_inbox",
          "inbox_id# agent_id bucket# message_type dedup_key correlation_id agent_turn_id"
              + " turn_epoch# status tries# payload trace_id parent_step_id depth# outcome"
              + " created_at#",
          row ->
              values(
                  row.id(),
                  row.agent(),
                  TurnStore.bucket(row.agent()),
                  row.type().word(),
                  row.dedupKey(),
                  row.correlation(),
                  row.turn(),
                  row.epoch(),
                  row.status().word(),
                  row.tries(),
                  row.payload(),
                  row.lineage().trace(),
                  row.lineage().parent(),
                  row.lineage().depth(),
                  row.outcome(),
                  millis(row.createdAt())),
          row ->
              new Message(
                  row.number(0),
                  row.text(1),
                  row.word(3, MessageType.class),
                  row.text(4),
                  row.textOrNull(5),
                  row.textOrNull(6),
                  row.numberOrNull(7),
                  row.word(8, InboxStatus.class),
                  row.small(9),
                  row.text(10),
                  lineage(row, 11),
                  row.textOrNull(14),
                  row.instant(15)));

  static final RecordTable<Turn> TURNS =
      new RecordTable<>(
          "turns",
          "agent_turn_id agent_id inbox_id# turn_epoch# attempt# status started_at# ended_at#",
          row ->
              values(
                  row.id(),
                  row.agent(),
                  row.message(),
                  row.epoch(),
                  row.attempt(),
                  row.status().word(),
                  millis(row.startedAt()),
                  millis(row.endedAt())),
          row ->
              new Turn(
                  row.text(0),
                  row.text(1),
                  row.number(2),
                  row.number(3),
                  row.small(4),
                  row.word(5, TurnStatus.class),
                  row.instantOrNull(6),
                  row.instantOrNull(7)));

  static final RecordTable<Awaited> CALLS =
      new RecordTable<>(
          "turn_waiting_tools",
          "tool_call_id agent_turn_id agent_id turn_epoch# step_id after_execution status"
              + " deadline# call_card_id result_card_id result settled_by#",
          SideColumns.PLACE,
          TurnTables::call,
          row ->
              new Awaited(
                  row.text(0),
                  row.text(1),
                  row.text(2),
                  row.number(3),
                  row.textOrNull(4),
                  row.text(5),
                  row.word(6, CallStatus.class),
                  row.instant(7),
                  row.text(8),
                  row.textOrNull(9),
                  row.textOrNull(10) == null ? null : row.word(10, ToolStatus.class),
                  row.numberOrNull(11)));

  private static @Nullable Object[] call(Awaited row) {
    ToolStatus result = row.result();
    return values(
        row.id(),
        row.turn(),
        row.agent(),
        row.epoch(),
        row.step(),
        row.after(),
        row.status().word(),
        millis(row.deadline()),
        row.callCard(),
        row.resultCard(),
        result == null ? null : result.word(),
        row.settledBy());
  }

  static final List<RecordTable<?>> ALL =
      List.of(
          HEADS,
          MESSAGES,
          TURNS,
          CALLS,
          CardTables.EDGES,
          CardTables.BOXES,
          CardTables.CARDS,
          CardTables.DELIVERABLES,
          CardTables.EVENTS,
          CardTables.TIMERS,
          CardTables.SIGNALS);
}

package dev.statute.jdbc.internal.turn;

import static dev.statute.jdbc.internal.sql.RecordTable.millis;

import dev.statute.jdbc.internal.sql.RecordTable;
import dev.statute.jdbc.internal.sql.RecordTable.RowValues;
import dev.statute.jdbc.internal.sql.SideColumns;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mapping of turns to tables. */
public final class TurnTables {
  private TurnTables() {}

  static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  /** Returns the bucket of an agent's rows, of 1,024, for sharding. */
  private static int bucket(String agent) {
    return Math.floorMod(agent.hashCode(), 1024);
  }

  private static Lineage lineage(RowValues row, int at) {
    return new Lineage(row.textOrNull(at), row.textOrNull(at + 1), row.integer(at + 2));
  }

  public static final RecordTable<Head> HEADS =
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
    AgentLease lease = row.lease();
    TurnBoxes boxes = row.boxes();
    return row(
        row.agent(),
        bucket(row.agent()),
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

  private static Head head(RowValues row) {
    Instant leased = row.instantOrNull(14);
    String output = row.textOrNull(17);
    return new Head(
        row.text(0),
        row.text(2),
        row.text(3),
        row.enumValue(4, HeadStatus.class),
        row.text(5),
        row.text(6),
        row.number(7),
        row.textOrNull(8),
        row.number(9),
        row.number(10),
        row.integer(11),
        row.instantOrNull(12),
        leased == null ? null : new AgentLease(row.textOrNull(13), leased),
        output == null ? null : new TurnBoxes(row.textOrNull(15), row.number(16), output),
        lineage(row, 18),
        row.instant(21));
  }

  public static final RecordTable<Message> MESSAGES =
      new RecordTable<>(
          "agent_inbox",
          "inbox_id# agent_id bucket# message_type dedup_key correlation_id agent_turn_id"
              + " turn_epoch# status tries# payload trace_id parent_step_id depth# outcome"
              + " created_at#",
          row ->
              row(
                  row.id(),
                  row.agent(),
                  bucket(row.agent()),
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
                  row.enumValue(3, MessageType.class),
                  row.text(4),
                  row.textOrNull(5),
                  row.textOrNull(6),
                  row.numberOrNull(7),
                  row.enumValue(8, InboxStatus.class),
                  row.integer(9),
                  row.text(10),
                  lineage(row, 11),
                  row.textOrNull(14),
                  row.instant(15)));

  public static final RecordTable<Turn> TURNS =
      new RecordTable<>(
          "turns",
          "agent_turn_id agent_id inbox_id# turn_epoch# attempt# status started_at# ended_at#",
          row ->
              row(
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
                  row.integer(4),
                  row.enumValue(5, TurnStatus.class),
                  row.instantOrNull(6),
                  row.instantOrNull(7)));

  public static final RecordTable<AwaitedCall> CALLS =
      new RecordTable<>(
          "turn_waiting_tools",
          "tool_call_id agent_turn_id agent_id turn_epoch# step_id after_execution status"
              + " deadline# call_card_id result_card_id result settled_by#",
          SideColumns.POSITION,
          TurnTables::call,
          row ->
              new AwaitedCall(
                  row.text(0),
                  row.text(1),
                  row.text(2),
                  row.number(3),
                  row.textOrNull(4),
                  row.text(5),
                  row.enumValue(6, CallStatus.class),
                  row.instant(7),
                  row.text(8),
                  row.textOrNull(9),
                  row.textOrNull(10) == null ? null : row.enumValue(10, ToolStatus.class),
                  row.numberOrNull(11)));

  private static @Nullable Object[] call(AwaitedCall row) {
    ToolStatus result = row.result();
    return row(
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

  public static final List<RecordTable<?>> ALL =
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

package dev.statute.turns.internal.protocol;

import dev.statute.turns.ToolCall;
import dev.statute.turns.internal.result.AfterExecution;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnTransaction;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facts about a report, as data of the event that lets the chart decide. */
final class ReportFacts {
  private ReportFacts() {}

  /** Returns the event data of a report's row. */
  static Map<String, Object> eventData(AgentTransaction round, Message row) {
    TurnTransaction tx = round.tx();
    Map<String, @Nullable Object> payload = round.context().readLeniently(row.payload());
    String call = row.correlation() == null ? "" : row.correlation();
    String turn = row.turn() == null ? "" : row.turn();
    AwaitedCall known = call.isEmpty() ? null : tx.awaited(call);
    AwaitedCall awaited = known != null && known.turn().equals(turn) ? known : null;
    String card = text(payload.get("card"));
    Card stored = card.isEmpty() ? null : tx.card(card);
    Map<String, @Nullable Object> result =
        stored == null ? Map.of() : round.context().readLeniently(stored.content());
    String after =
        AfterExecution.of(result, payload.get("after"), awaited == null ? null : awaited.after());
    boolean partial =
        row.type() == MessageType.TOOL_RESULT
            && ToolStatus.PARTIAL.word().equals(payload.get("status"));
    List<AwaitedCall> set =
        tx.calls(turn).stream()
            .filter(each -> row.epoch() != null && each.epoch() == row.epoch())
            .toList();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("inbox", row.id());
    facts.put("type", row.type().word());
    facts.put("by", text(payload.get("by")));
    facts.put("turn", turn);
    facts.put("epoch", row.epoch() == null ? 0L : row.epoch());
    facts.put("head", !round.isHeadless());
    facts.put("call", call);
    facts.put("after", after);
    facts.put("partial", partial);
    facts.put("alive", isAlive(round));
    facts.put("state", awaited == null ? "none" : awaited.status().word());
    facts.put("call_card", awaited != null && tx.card(awaited.callCard()) != null);
    facts.put("card", card);
    facts.put("stored", stored != null);
    facts.put(
        "fits",
        stored != null && stored.type().equals("tool.result") && call.equals(result.get("call")));
    facts.put("tries", (long) row.tries());
    facts.put(
        "others",
        set.stream().filter(each -> each.status().isOpen() && !each.id().equals(call)).count());
    facts.put(
        "terminates",
        set.stream().anyMatch(each -> terminates(each.id().equals(call) ? after : each.after())));
    facts.put("failed", failed(set, call, after, text(payload.get("status"))));
    return facts;
  }

  /** Tests for a worker that holds the turn with a valid lease. */
  private static boolean isAlive(AgentTransaction round) {
    AgentLease lease = round.headDraft().lease;
    return lease != null && lease.owner() != null && lease.until().isAfter(round.now());
  }

  private static boolean terminates(String after) {
    return after.equals(ToolCall.After.TERMINATE.word());
  }

  /** Returns the first failed result that ends the turn, in the order of arrival. */
  private static String failed(List<AwaitedCall> set, String call, String after, String status) {
    AwaitedCall first =
        set.stream()
            .filter(each -> terminates(each.after()) && isFailure(each.result()))
            .min(Comparator.comparing(each -> each.settledBy() == null ? 0L : each.settledBy()))
            .orElse(null);
    if (first != null && first.result() != null) {
      return first.result().word();
    }
    for (AwaitedCall each : set) {
      if (each.id().equals(call) && terminates(after)) {
        ToolStatus how = TurnStatuses.find(ToolStatus.class, status);
        return isFailure(how) && how != null ? how.word() : "";
      }
    }
    return "";
  }

  private static boolean isFailure(@Nullable ToolStatus status) {
    return status == ToolStatus.FAILED
        || status == ToolStatus.CANCELED
        || status == ToolStatus.TIMEOUT;
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }
}

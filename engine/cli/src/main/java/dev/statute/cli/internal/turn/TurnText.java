package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.json.JsonText;
import dev.statute.turns.Ack;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Agents of a store and their turns as text and as lines of JSON. */
final class TurnText {
  private static final int PAGE = 1_000;

  private TurnText() {}

  /** Formats an acknowledgement in one line. */
  static String acknowledgement(String agent, String key, Ack ack) {
    return agent
        + "  "
        + ack.message()
        + "  "
        + key
        + (ack.turn() == null ? "" : "  " + ack.turn());
  }

  static void agents(Console console, List<Head> all, boolean json) {
    TextTable table =
        new TextTable(
            "agent", "status", "turn", ">epoch", ">waiting", ">events", "held by", "changed");
    for (Head each : all) {
      if (json) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("agent", each.agent());
        line.putAll(toJson(each));
        console.printLine(JsonText.write(line));
      } else {
        table.row(
            List.of(
                each.agent(),
                each.status().word(),
                each.turn() == null ? "" : each.turn(),
                Long.toString(each.turnEpoch()),
                Integer.toString(each.waiting()),
                Long.toString(each.eventSeq()),
                leaseOwner(each).orElse(""),
                each.updatedAt().toString()),
            TextTable.Mark.NONE);
      }
    }
    if (!json) {
      table.print(console, "no agents");
    }
  }

  private static Optional<String> leaseOwner(Head head) {
    return Optional.ofNullable(head.lease()).map(AgentLease::owner);
  }

  private static Map<String, @Nullable Object> toJson(Head head) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("status", head.status().word());
    all.put("chart", head.chart());
    all.put("hash", head.chartHash());
    all.put("turn", head.turn());
    all.put("epoch", head.turnEpoch());
    all.put("waiting", head.waiting());
    all.put("events", head.eventSeq());
    all.put("holder", leaseOwner(head).orElse(null));
    all.put(
        "lease_until",
        head.lease() == null || head.lease().owner() == null ? null : head.lease().until());
    all.put("resume_deadline", head.resumeDeadline());
    all.put("changed", head.updatedAt());
    return all;
  }

  /** Describes an agent; null if it does not exist. */
  static @Nullable Map<String, @Nullable Object> agentJson(TurnStore store, String id) {
    List<Event> ends = endEvents(store, id);
    Signals seen = store.observed(id);
    return store
        .transact(
            id,
            tx -> {
              tx.abandon();
              return Optional.ofNullable(tx.head()).map(head -> agentJson(tx, head, ends, seen));
            })
        .toCompletableFuture()
        .join()
        .orElse(null);
  }

  private static List<Event> endEvents(TurnStore store, String id) {
    List<Event> ends = new ArrayList<>();
    List<Event> page;
    long after = 0;
    do {
      page = store.events(id, after, PAGE);
      for (Event event : page) {
        after = event.seq();
        if (event.type().equals(Event.TASK)) {
          ends.add(event);
        }
      }
    } while (page.size() == PAGE);
    return ends;
  }

  private static Map<String, @Nullable Object> agentJson(
      TurnTransaction tx, Head head, List<Event> ends, @Nullable Signals seen) {
    Map<String, @Nullable Object> all = toJson(head);
    all.put("seen", seen == null ? null : signalsJson(seen));
    String turn = head.turn();
    if (turn != null) {
      all.put("asked", requestOf(tx, turn));
      all.put("calls", tx.calls(turn).stream().map(call -> toolCallJson(tx, call)).toList());
    }
    Message next = tx.firstQueued();
    all.put("next", next == null ? null : messageJson(next));
    all.put("delivered", ends.stream().map(end -> deliveryJson(tx, end)).toList());
    return all;
  }

  private static Map<String, @Nullable Object> signalsJson(Signals seen) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("activity", seen.activity());
    one.put("tool", seen.tool());
    one.put("waiting", seen.waiting());
    one.put("at", seen.at());
    return one;
  }

  private static @Nullable Map<String, @Nullable Object> requestOf(TurnTransaction tx, String id) {
    Turn turn = tx.turn(id);
    Message row = turn == null ? null : tx.message(turn.message());
    return row == null ? null : messageJson(row);
  }

  private static Map<String, @Nullable Object> messageJson(Message row) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("key", row.dedupKey());
    one.put("since", row.createdAt());
    one.put("task", JsonText.object(row.payload()).get("task"));
    return one;
  }

  private static Map<String, @Nullable Object> toolCallJson(TurnTransaction tx, AwaitedCall call) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("call", call.id());
    Card card = tx.card(call.callCard());
    one.put("tool", card == null ? null : JsonText.object(card.content()).get("tool"));
    one.put("status", call.status().word());
    one.put("result", call.result() == null ? null : call.result().word());
    return one;
  }

  private static Map<String, @Nullable Object> deliveryJson(TurnTransaction tx, Event end) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("turn", end.turn());
    Object id = JsonText.object(end.payload()).get("deliverable_card_id");
    Card card = tx.card(String.valueOf(id));
    if (card == null) {
      one.put("card", id); // it was deleted in between
    } else {
      one.putAll(JsonText.object(card.content()));
    }
    return one;
  }
}

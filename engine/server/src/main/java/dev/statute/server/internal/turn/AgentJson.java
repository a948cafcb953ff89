package dev.statute.server.internal.turn;

import dev.statute.json.JsonText;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** JSON form of agents. */
final class AgentJson {
  private static final int PAGE = 1_000;

  private AgentJson() {}

  /** Returns the entry of a list. */
  static Map<String, @Nullable Object> head(Head head) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("agent", head.agent());
    json.put("status", head.status().word());
    json.put("chart", head.chart());
    json.put("state", head.chartState());
    json.put("turn", head.turn());
    json.put("epoch", head.turnEpoch());
    json.put("waiting", (long) head.waiting());
    json.put("events", head.eventSeq());
    json.put("holder", head.lease() == null ? null : head.lease().owner());
    json.put(
        "resume_deadline", head.resumeDeadline() == null ? null : head.resumeDeadline().toString());
    json.put("changed", head.updatedAt().toString());
    return json;
  }

  /** Reads an agent with its request, open calls and deliverables; empty if it does not exist. */
  static CompletionStage<Optional<Map<String, @Nullable Object>>> read(
      TurnStore store, String agent) {
    List<Event> ends = ends(store, agent);
    return store.transact(
        agent,
        transaction -> {
          transaction.abandon();
          return Optional.ofNullable(transaction.head())
              .map(head -> details(transaction, head, ends));
        });
  }

  private static List<Event> ends(TurnStore store, String agent) {
    List<Event> ends = new ArrayList<>();
    List<Event> page;
    long after = 0;
    do {
      page = store.events(agent, after, PAGE);
      for (Event event : page) {
        after = event.seq();
        if (event.type().equals(Event.TASK)) {
          ends.add(event);
        }
      }
    } while (page.size() == PAGE);
    return ends;
  }

  private static Map<String, @Nullable Object> details(
      TurnTransaction transaction, Head head, List<Event> ends) {
    Map<String, @Nullable Object> json = head(head);
    String active = head.turn();
    if (active != null) {
      Turn turn = transaction.turn(active);
      Message row = turn == null ? null : transaction.message(turn.message());
      json.put("asked", row == null ? null : request(row));
      json.put(
          "calls",
          transaction.calls(active).stream().map(each -> call(transaction, each)).toList());
    }
    Message next = transaction.firstQueued();
    json.put("next", next == null ? null : request(next));
    json.put("delivered", ends.stream().map(end -> delivered(transaction, end)).toList());
    return json;
  }

  private static Map<String, @Nullable Object> request(Message row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("key", row.dedupKey());
    json.put("since", row.createdAt().toString());
    json.put("task", JsonText.object(row.payload()).get("task"));
    return json;
  }

  private static Map<String, @Nullable Object> call(TurnTransaction transaction, AwaitedCall call) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("call", call.id());
    Card card = transaction.card(call.callCard());
    json.put("tool", card == null ? null : JsonText.object(card.content()).get("tool"));
    json.put("status", call.status().word());
    json.put("result", call.result() == null ? null : call.result().word());
    return json;
  }

  private static Map<String, @Nullable Object> delivered(TurnTransaction transaction, Event end) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("turn", end.turn());
    Object id = JsonText.object(end.payload()).get("deliverable_card_id");
    Card card = transaction.card(String.valueOf(id));
    if (card == null) {
      json.put("card", id); // deleted by retention
    } else {
      json.putAll(JsonText.object(card.content()));
    }
    return json;
  }
}

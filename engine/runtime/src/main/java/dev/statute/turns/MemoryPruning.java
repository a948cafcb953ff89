package dev.statute.turns;

import dev.statute.turns.Rows.Box;
import dev.statute.turns.Rows.BoxesRow;
import dev.statute.turns.Rows.Card;
import dev.statute.turns.Rows.Event;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Turn;
import dev.statute.turns.TurnStore.Pruned;
import dev.statute.turns.Words.InboxStatus;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Drops what is over from the tables of a {@link MemoryTurnStore}, under its lock. */
final class MemoryPruning {
  private final MemoryTables tables;
  private final Instant before;

  MemoryPruning(MemoryTables tables, Instant before) {
    this.tables = tables;
    this.before = before;
  }

  Pruned all() {
    Set<String> unpublished =
        tables.unpublished().stream().map(Event::id).collect(Collectors.toSet());
    long turns = 0;
    long inbox = 0;
    for (Turn turn : List.copyOf(tables.turns.values())) {
      Instant ended = turn.endedAt();
      String task = tables.taskEvents.get(turn.id());
      if (turn.status().isEnded()
          && ended != null
          && ended.isBefore(before)
          && (task == null || !unpublished.contains(task))
          && messages(turn).stream().allMatch(MemoryPruning::isOver)) {
        inbox += drop(turn);
        turns++;
      }
    }
    for (Message message : List.copyOf(tables.messages.values())) {
      if (isOver(message) && message.createdAt().isBefore(before) && isGone(message.turn())) {
        drop(message);
        inbox++;
      }
    }
    tables
        .edges
        .values()
        .removeIf(
            edges ->
                edges.stream()
                    .allMatch(
                        edge ->
                            edge.createdAt().isBefore(before)
                                && !tables.messages.containsKey(edge.message())));
    return new Pruned(turns, inbox, events(), cards());
  }

  private static boolean isOver(Message message) {
    InboxStatus status = message.status();
    return status == InboxStatus.CONSUMED
        || status == InboxStatus.ERROR
        || status == InboxStatus.SKIPPED;
  }

  private boolean isGone(@Nullable String turn) {
    return turn == null || !tables.turns.containsKey(turn);
  }

  private List<Message> messages(Turn turn) {
    var rows = tables.agent(turn.agent()).byTurn.get(turn.id());
    return rows == null ? List.of() : List.copyOf(rows.values());
  }

  private long drop(Turn turn) {
    List<Message> messages = messages(turn);
    messages.forEach(this::drop);
    List<String> calls = tables.callsOf.remove(turn.id());
    if (calls != null) {
      calls.forEach(tables.awaited::remove);
    }
    Rows.Deliverable end = tables.deliverables.remove(turn.id());
    if (end != null) {
      tables.deliveredBy.remove(end.card());
    }
    tables.turnOf.remove(turn.message());
    tables.turns.remove(turn.id());
    return messages.size();
  }

  private void drop(Message message) {
    tables.remove(tables.agent(message.agent()), message);
    tables.edges.remove(message.id());
  }

  private long events() {
    Set<String> waiting = tables.unpublished().stream().map(Event::id).collect(Collectors.toSet());
    long gone = 0;
    for (MemoryTables.Agent agent : tables.agents()) {
      // from the first one on: what is kept has no gaps
      while (agent.events.size() > 1) {
        Event first = agent.events.get(0);
        if (waiting.contains(first.id())
            || !first.createdAt().isBefore(before)
            || !isGone(first.turn())) {
          break;
        }
        agent.events.remove(0);
        String turn = first.turn();
        if (turn != null && first.type().equals(Event.TASK)) {
          tables.taskEvents.remove(turn);
        }
        gone++;
      }
    }
    return gone;
  }

  private long cards() {
    long gone = 0;
    boolean more = true;
    while (more) {
      more = false;
      for (Map.Entry<String, TreeMap<Long, Card>> cards : tables.cardsIn.entrySet()) {
        if (!isRead(cards.getKey())) {
          List<Card> old =
              cards.getValue().values().stream()
                  .filter(card -> card.turn() != null && isGone(card.turn()))
                  .filter(card -> card.createdAt().isBefore(before))
                  .toList();
          old.forEach(
              card -> {
                tables.cards.remove(card.id());
                cards.getValue().remove(card.seq());
              });
          gone += old.size();
        }
      }
      for (String box : List.copyOf(tables.boxes.keySet())) {
        if (!isRead(box) && tables.cardsIn.getOrDefault(box, new TreeMap<>()).isEmpty()) {
          tables.boxes.remove(box);
          more = true; // what it was forked from may be free now
        }
      }
    }
    return gone;
  }

  /** Whether somebody may still read a box, or write to it. */
  private boolean isRead(String id) {
    Box row = tables.boxes.get(id);
    return (row != null && row.writer() != null)
        || tables.boxes.values().stream().anyMatch(box -> id.equals(box.forkedFrom()))
        || tables.agents().stream()
            .map(agent -> agent.head == null ? null : agent.head.boxes())
            .filter(Objects::nonNull)
            .anyMatch(boxes -> isOf(boxes, id))
        || tables.messages.values().stream()
            .anyMatch(message -> !isOver(message) && names(message.payload(), id));
  }

  private static boolean isOf(@Nullable BoxesRow boxes, String id) {
    return boxes != null && (id.equals(boxes.context()) || id.equals(boxes.output()));
  }

  /** Whether it says the name, as JSON writes it, or anywhere if it is no JSON. */
  private static boolean names(String payload, String box) {
    return payload.contains(payload.startsWith("{") ? quoted(box) : box);
  }

  /** A text as JSON has it. */
  private static String quoted(String text) {
    StringBuilder all = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int escape = "\"\\\b\t\n\f\r".indexOf(c);
      if (escape >= 0) {
        all.append('\\').append("\"\\btnfr".charAt(escape));
      } else if (c < ' ') {
        all.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
      } else {
        all.append(c);
      }
    }
    return all.append('"').toString();
  }
}

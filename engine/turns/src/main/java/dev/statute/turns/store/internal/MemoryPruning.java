package dev.statute.turns.store.internal;

import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStore.Pruned;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pruning of the tables of a {@link MemoryTurnStore}, under its lock. Each step leaves the tables
 * consistent.
 */
public class MemoryPruning {
  private final MemoryTables tables;
  private final Instant before;

  public MemoryPruning(MemoryTables tables, Instant before) {
    this.tables = tables;
    this.before = before;
  }

  public Pruned all() {
    long[] turns = turns();
    long inbox = turns[1] + inbox();
    edges();
    return new Pruned(turns[0], inbox, events(), cards());
  }

  /** Deletes ended turns with their own rows; returns the number of turns and of inbox rows. */
  public final long[] turns() {
    Set<String> unpublished = unpublished();
    long[] deleted = new long[2];
    for (Turn turn : List.copyOf(tables.turns.values())) {
      Instant ended = turn.endedAt();
      if (turn.status().isEnded()
          && ended != null
          && ended.isBefore(before)
          && hasLeft(tables.taskEvents.get(turn.id()), unpublished)
          && messages(turn).stream().allMatch(this::isOver)) {
        deleted[1] += drop(turn);
        deleted[0]++;
      }
    }
    return deleted;
  }

  public final long inbox() {
    long deleted = 0;
    for (Message message : List.copyOf(tables.messages.values())) {
      if (isOver(message) && message.createdAt().isBefore(before) && isGone(message.turn())) {
        drop(message);
        deleted++;
      }
    }
    return deleted;
  }

  public final void edges() {
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
  }

  private Set<String> unpublished() {
    return tables.unpublished().stream().map(Event::id).collect(Collectors.toSet());
  }

  /** Tests for a published end of a turn. */
  public boolean hasLeft(@Nullable String task, Set<String> unpublished) {
    return task == null || !unpublished.contains(task);
  }

  /** Tests for a message that needs no further processing. */
  public boolean isOver(Message message) {
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
    TurnRecords.Deliverable end = tables.deliverables.remove(turn.id());
    if (end != null) {
      tables.deliveredBy.remove(end.card());
    }
    tables.turnOf.remove(turn.message());
    tables.turns.remove(turn.id());
    return messages.size();
  }

  private void drop(Message message) {
    MemoryTables.Agent agent = tables.agent(message.agent());
    tables.remove(agent, message);
    tables.edges.remove(message.id());
    String turn = message.turn();
    if (turn != null) {
      agent.byTurn.computeIfPresent(turn, (id, rows) -> rows.isEmpty() ? null : rows);
    }
  }

  /** Returns the number of an agent's last events that are always kept. */
  public int lastEvents() {
    return 1;
  }

  public final long events() {
    Set<String> waiting = unpublished();
    long deleted = 0;
    for (MemoryTables.Agent agent : tables.agents()) {
      // from the first one on: the kept ones have no gaps
      while (agent.events.size() > lastEvents()) {
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
        deleted++;
      }
    }
    return deleted;
  }

  public final long cards() {
    long deleted = 0;
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
          deleted += old.size();
        }
      }
      for (String box : List.copyOf(tables.boxes.keySet())) {
        if (!isRead(box) && tables.cardsIn.getOrDefault(box, new TreeMap<>()).isEmpty()) {
          tables.boxes.remove(box);
          more = true; // its fork origin may be free now
        }
      }
    }
    tables.cardsIn.values().removeIf(TreeMap::isEmpty);
    return deleted;
  }

  /** Tests for a box that may still be read or written. */
  private boolean isRead(String id) {
    Box row = tables.boxes.get(id);
    return (row != null && row.writer() != null)
        || tables.boxes.values().stream().anyMatch(box -> id.equals(box.forkedFrom()))
        || tables.agents().stream()
            .map(agent -> agent.head == null ? null : agent.head.boxes())
            .filter(Objects::nonNull)
            .anyMatch(boxes -> isOf(boxes, id))
        || isNamed(id);
  }

  /** Tests for an unfinished request that names a box. */
  public boolean isNamed(String box) {
    return tables.messages.values().stream()
        .anyMatch(message -> !isOver(message) && names(message.payload(), box));
  }

  private static boolean isOf(@Nullable TurnBoxes boxes, String id) {
    return boxes != null && (id.equals(boxes.context()) || id.equals(boxes.output()));
  }

  /** Tests for a payload that contains the name as a JSON string, or anywhere if it is no JSON. */
  private static boolean names(String payload, String box) {
    return payload.contains(payload.startsWith("{") ? quoted(box) : box);
  }

  /** Returns a text as a JSON string. */
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

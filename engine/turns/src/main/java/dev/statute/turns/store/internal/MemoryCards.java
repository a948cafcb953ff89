package dev.statute.turns.store.internal;

import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Edges, boxes, cards and outbox of a transaction in memory. Writes to the tables at once and
 * records undo actions: no other transaction reads before it ends.
 */
public abstract class MemoryCards implements TurnTransaction {
  final String name;
  final MemoryTables tables;
  final MemoryTables.Agent agent;
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private boolean abandoned;
  private boolean over;

  MemoryCards(String name, MemoryTables tables) {
    this.name = name;
    this.tables = tables;
    agent = tables.agent(name);
  }

  public void undo() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    over = true;
  }

  /** Records an undo action. */
  final void undo(Runnable how) {
    undo.push(how);
  }

  public void end() {
    if (abandoned) {
      undo();
    }
    over = true;
  }

  /** Fails if the transaction has ended. */
  final void open() {
    if (over) {
      throw new IllegalStateException("the transaction is over");
    }
  }

  /** Writes a row with an undo action. */
  final <K, V> void write(Map<K, V> table, K key, V value) {
    V before = table.put(key, value);
    undo.push(
        () -> {
          if (before == null) {
            table.remove(key);
          } else {
            table.put(key, before);
          }
        });
  }

  @Override
  public String agent() {
    return name;
  }

  @Override
  public void abandon() {
    open();
    abandoned = true;
  }

  /** Adds a row unless there is one with its key. */
  final <V> boolean addNew(Map<String, V> table, String key, V row) {
    if (table.containsKey(key)) {
      return false;
    }
    write(table, key, row);
    return true;
  }

  final boolean addEdge(ExecutionEdge edge) {
    Long message = edge.message();
    List<ExecutionEdge> edges =
        tables.edges.computeIfAbsent(message == null ? -1L : message, m -> new ArrayList<>());
    if (message != null
        && edges.stream()
            .anyMatch(e -> e.primitive() == edge.primitive() && e.phase() == edge.phase())) {
      return false;
    }
    edges.add(edge);
    undo.push(() -> edges.remove(edges.size() - 1));
    return true;
  }

  @Override
  public List<Card> cards(String box, long from, long to) {
    open();
    TreeMap<Long, Card> cards = tables.cardsIn.get(box);
    return cards == null || from > to
        ? List.of()
        : List.copyOf(cards.subMap(from, true, to, true).values());
  }

  @Override
  public long lastCard(String box) {
    open();
    TreeMap<Long, Card> cards = tables.cardsIn.get(box);
    return cards == null || cards.isEmpty() ? 0 : cards.lastKey();
  }

  final boolean addCard(Card card) {
    TreeMap<Long, Card> box = tables.cardsIn.computeIfAbsent(card.box(), b -> new TreeMap<>());
    if (tables.cards.containsKey(card.id()) || box.containsKey(card.seq())) {
      return false;
    }
    write(tables.cards, card.id(), card);
    write(box, card.seq(), card);
    return true;
  }

  final boolean addEvent(Event event) {
    String turn = event.turn();
    if (event.type().equals(Event.TASK) && turn != null && tables.taskEvents.containsKey(turn)) {
      return false;
    }
    if (event.seq() != lastEvent() + 1) {
      throw new IllegalArgumentException(
          "event " + event.seq() + " of " + name + " cannot follow event " + lastEvent());
    }
    tables.append(agent, event);
    undo.push(() -> tables.removeLast(agent, event));
    return true;
  }

  @Override
  public long lastEvent() {
    open();
    List<Event> events = agent.events;
    return events.isEmpty() ? 0 : events.get(events.size() - 1).seq();
  }

  @Override
  public void disarm(String timer) {
    open();
    Timer before = agent.timers.remove(timer);
    if (before != null) {
      undo.push(() -> agent.timers.put(timer, before));
    }
  }
}

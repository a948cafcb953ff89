package dev.statute.turns.store.internal;

import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnRow;
import dev.statute.turns.store.TurnStatuses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tables of a {@link MemoryTurnStore}, guarded by its lock. */
public final class MemoryTables {
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Map<String, Event> unpublished = new LinkedHashMap<>();
  final Map<Long, Message> messages = new HashMap<>();
  final Map<String, Turn> turns = new HashMap<>();
  final Map<Long, String> turnOf = new HashMap<>();
  final Map<String, AwaitedCall> awaited = new HashMap<>();
  public final Map<String, List<String>> callsOf = new HashMap<>();
  public final Map<Long, List<ExecutionEdge>> edges = new HashMap<>();
  final Map<String, Box> boxes = new HashMap<>();
  final Map<String, Card> cards = new HashMap<>();
  public final Map<String, TreeMap<Long, Card>> cardsIn = new HashMap<>();
  final Map<String, Deliverable> deliverables = new HashMap<>();
  final Map<String, String> deliveredBy = new HashMap<>();
  final Map<String, String> taskEvents = new HashMap<>();

  private final Map<Class<?>, Map<?, ? extends TurnRow>> byKey =
      Map.of(
          Message.class, messages,
          Turn.class, turns,
          AwaitedCall.class, awaited,
          Box.class, boxes,
          Card.class, cards,
          Deliverable.class, deliverables);

  /** Returns the rows of a table by their key. */
  Map<?, ? extends TurnRow> rows(Class<?> table) {
    Map<?, ? extends TurnRow> rows = byKey.get(table);
    if (rows == null) {
      throw new IllegalArgumentException("no key of " + table);
    }
    return rows;
  }

  /** Rows of one agent. */
  public static final class Agent {
    public final String name;
    @Nullable public Head head;
    final Map<String, Message> byKey = new HashMap<>();
    public final TreeMap<Long, Message> queued = new TreeMap<>();
    public final Map<String, TreeMap<Long, Message>> byTurn = new HashMap<>();
    public final List<Event> events = new ArrayList<>();
    public final Map<String, Timer> timers = new TreeMap<>();

    Agent(String name) {
      this.name = name;
    }
  }

  public Collection<Agent> agents() {
    return agents.values();
  }

  @Nullable
  public Agent find(String name) {
    return agents.get(name);
  }

  /** Returns the rows of an agent; empty for a new one. */
  public Agent agent(String name) {
    return agents.computeIfAbsent(name, Agent::new);
  }

  public Collection<Event> unpublished() {
    return unpublished.values();
  }

  /** Replaces a row in the indexes. */
  void index(Agent agent, Message message, @Nullable Message before) {
    if (before != null) {
      remove(agent, before);
    }
    messages.put(message.id(), message);
    agent.byKey.put(message.dedupKey(), message);
    if (message.status() == TurnStatuses.InboxStatus.QUEUED) {
      agent.queued.put(message.id(), message);
    }
    String turn = message.turn();
    if (turn != null) {
      agent.byTurn.computeIfAbsent(turn, t -> new TreeMap<>()).put(message.id(), message);
    }
  }

  void remove(Agent agent, Message message) {
    messages.remove(message.id());
    agent.byKey.remove(message.dedupKey());
    agent.queued.remove(message.id());
    String turn = message.turn();
    TreeMap<Long, Message> rows = turn == null ? null : agent.byTurn.get(turn);
    if (rows != null) {
      rows.remove(message.id());
    }
  }

  void append(Agent agent, Event event) {
    agent.events.add(event);
    unpublished.put(event.id(), event);
    String turn = event.turn();
    if (event.type().equals(Event.TASK) && turn != null) {
      taskEvents.put(turn, event.id());
    }
  }

  void removeLast(Agent agent, Event event) {
    agent.events.remove(agent.events.size() - 1);
    unpublished.remove(event.id());
    String turn = event.turn();
    if (event.type().equals(Event.TASK) && turn != null) {
      taskEvents.remove(turn);
    }
  }

  public void publish(String id, Instant at) {
    Event event = unpublished.remove(id);
    if (event == null) {
      return;
    }
    Agent agent = agent(event.agent());
    // numbers have no gaps, so the number gives the index, less the pruned events
    agent.events.set((int) (event.seq() - agent.events.get(0).seq()), event.publishedAt(at));
  }
}

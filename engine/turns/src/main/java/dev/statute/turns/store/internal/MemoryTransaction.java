package dev.statute.turns.store.internal;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Transaction in memory: the head, the inbox, turns and their calls. */
public final class MemoryTransaction extends MemoryCards {
  public MemoryTransaction(String name, MemoryTables tables) {
    super(name, tables);
  }

  @Override
  public @Nullable Head head() {
    open();
    return agent.head;
  }

  @Override
  public boolean create(Head head) {
    if (head() != null) {
      return false;
    }
    replace(head);
    return true;
  }

  @Override
  public boolean update(Head head, long turnEpoch, long rev) {
    Head before = head();
    if (before == null || before.turnEpoch() != turnEpoch || before.rev() != rev) {
      return false;
    }
    replace(head);
    return true;
  }

  private void replace(Head head) {
    Head before = agent.head;
    agent.head = head;
    undo(() -> agent.head = before);
  }

  @Override
  public <T extends TurnRow> @Nullable T find(Class<T> table, Object key) {
    open();
    TurnRow row =
        table == Message.class && key instanceof String
            ? agent.byKey.get(key)
            : tables.rows(table).get(key);
    return row instanceof Message message && !message.agent().equals(name) ? null : table.cast(row);
  }

  @Override
  public <T extends TurnRow> List<T> list(Class<T> table, Object owner) {
    open();
    Collection<? extends TurnRow> rows;
    if (table == Message.class) {
      rows = agent.byTurn.getOrDefault(owner, new TreeMap<>()).values();
    } else if (table == Turn.class) {
      String turn = tables.turnOf.get(owner);
      rows = turn == null ? List.of() : List.of(Objects.requireNonNull(tables.turns.get(turn)));
    } else if (table == AwaitedCall.class) {
      rows =
          tables.callsOf.getOrDefault(owner, List.of()).stream()
              .map(id -> Objects.requireNonNull(tables.awaited.get(id)))
              .toList();
    } else if (table == ExecutionEdge.class) {
      rows = tables.edges.getOrDefault(owner, List.of());
    } else if (table == Timer.class) {
      rows = agent.timers.values().stream().sorted(Comparator.comparing(Timer::dueAt)).toList();
    } else {
      throw new IllegalArgumentException("no list of " + table);
    }
    return rows.stream().map(table::cast).toList();
  }

  @Override
  public boolean add(TurnRow row) {
    open();
    if (row instanceof Message message) {
      return addMessage(message);
    } else if (row instanceof Turn turn) {
      return addTurn(turn);
    } else if (row instanceof AwaitedCall call) {
      return addCall(call);
    } else if (row instanceof ExecutionEdge edge) {
      return addEdge(edge);
    } else if (row instanceof Box box) {
      return addNew(tables.boxes, box.id(), box);
    } else if (row instanceof Card card) {
      return addCard(card);
    } else if (row instanceof Deliverable deliverable) {
      return !tables.deliveredBy.containsKey(deliverable.card())
          && addNew(tables.deliverables, deliverable.turn(), deliverable)
          && addNew(tables.deliveredBy, deliverable.card(), deliverable.turn());
    } else if (row instanceof Event event) {
      return addEvent(event);
    }
    Timer timer = (Timer) row;
    write(agent.timers, timer.name(), timer);
    return true;
  }

  @Override
  public boolean update(TurnRow row, @Nullable Object expected) {
    if (row instanceof Message message) {
      Message before = message(message.id());
      if (before == null || before.status() != expected) {
        return false;
      }
      tables.index(agent, message, before);
      undo(() -> tables.index(agent, before, message));
      return true;
    } else if (row instanceof Turn turn) {
      return replace(tables.turns, turn.id(), turn, Turn::status, expected);
    } else if (row instanceof AwaitedCall call) {
      return replace(tables.awaited, call.id(), call, AwaitedCall::status, expected);
    } else if (row instanceof Box box) {
      return replace(tables.boxes, box.id(), box, Box::writer, expected);
    }
    throw new IllegalArgumentException("never updated: " + row);
  }

  private <T> boolean replace(
      Map<String, T> table,
      String id,
      T row,
      Function<T, @Nullable Object> state,
      @Nullable Object expected) {
    open();
    T before = table.get(id);
    if (before == null || !Objects.equals(state.apply(before), expected)) {
      return false;
    }
    write(table, id, row);
    return true;
  }

  @Override
  public @Nullable Message firstQueued() {
    open();
    return agent.queued.isEmpty() ? null : agent.queued.firstEntry().getValue();
  }

  private boolean addMessage(Message message) {
    if (agent.byKey.containsKey(message.dedupKey())) {
      return false;
    }
    if (tables.messages.containsKey(message.id())) {
      throw new IllegalArgumentException("there is an inbox row " + message.id());
    }
    tables.index(agent, message, null);
    undo(() -> tables.remove(agent, message));
    return true;
  }

  private boolean addTurn(Turn turn) {
    if (tables.turns.containsKey(turn.id()) || tables.turnOf.containsKey(turn.message())) {
      throw new IllegalArgumentException(
          "there is a turn " + turn.id() + " or one of inbox row " + turn.message());
    }
    write(tables.turns, turn.id(), turn);
    write(tables.turnOf, turn.message(), turn.id());
    return true;
  }

  private boolean addCall(AwaitedCall call) {
    if (!addNew(tables.awaited, call.id(), call)) {
      return false;
    }
    List<String> calls = tables.callsOf.computeIfAbsent(call.turn(), turn -> new ArrayList<>());
    calls.add(call.id());
    undo(() -> calls.remove(calls.size() - 1));
    return true;
  }
}
